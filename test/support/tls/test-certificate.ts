// Certificates for this machine's own addresses, made anew in each test.
import { renameSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generate } from "selfsigned";

export interface TestCertificate {
  readonly cert: string;
  readonly private: string;
}

export interface TestCertificateOptions {
  /** Its subject's common name. */
  readonly name?: string;
  readonly notBefore?: Date;
  readonly notAfter?: Date;
  /** The key comes encrypted. */
  readonly passphrase?: string;
}

const DAY_MS = 86_400_000;

/** A self-signed certificate for 127.0.0.1 and localhost, with its key. */
export async function testCertificate(options: TestCertificateOptions = {}): Promise<TestCertificate> {
  const { name = "test", passphrase } = options;
  return generate([{ name: "commonName", value: name }], {
    keyType: "ec",
    algorithm: "sha256",
    notBeforeDate: options.notBefore ?? new Date(Date.now() - DAY_MS),
    notAfterDate: options.notAfter ?? new Date(Date.now() + 30 * DAY_MS),
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      {
        name: "subjectAltName",
        altNames: [
          { type: 2, value: "localhost" },
          { type: 7, ip: "127.0.0.1" },
        ],
      },
    ],
    ...(passphrase === undefined ? {} : { passphrase }),
  });
}

export interface CertificateFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** Writes both files, each put in place whole, as tools that renew certificates do. */
export async function writeCertificate(
  folder: string,
  { cert, private: key }: TestCertificate,
): Promise<CertificateFiles> {
  const files = { certFile: join(folder, "tls.crt"), keyFile: join(folder, "tls.key") };
  for (const [file, content] of [
    [files.keyFile, key],
    [files.certFile, cert],
  ] as const) {
    await writeFile(`${file}.new`, content, { mode: 0o600 });
  }
  // In one turn: a server of this process never finds one of them alone.
  for (const file of [files.keyFile, files.certFile]) renameSync(`${file}.new`, file);
  return files;
}
