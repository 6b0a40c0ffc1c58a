// The certificate and key with which a control plane speaks HTTPS: read from PEM files and checked before the server
// gets to see them, because of what it does not take it says nothing. Every failure names the setting whose file is at
// fault.
import { createHash, createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { createSecureContext } from "node:tls";
import { errorMessage } from "../../../shared/error-message.ts";
import { TLS_LIMITS } from "../../../shared/limits/requests.ts";
import { SettingError } from "../../../shared/process/environment.ts";

export const TLS_VERSIONS = ["1.2", "1.3"] as const;
export type TlsVersion = (typeof TLS_VERSIONS)[number];

export interface TlsSettings {
  /** PEM: the server's own certificate first, and then those that lead to its authority. */
  readonly certFile: string;
  readonly keyFile: string;
  /** The key's passphrase; null where it has none. */
  readonly passphraseFile: string | null;
  readonly minVersion: TlsVersion;
  /** For how long browsers use HTTPS only (RFC 6797); 0 leaves the header out. */
  readonly hstsSeconds: number;
}

export type TlsFiles = Pick<TlsSettings, "certFile" | "keyFile" | "passphraseFile">;

export interface Certificate {
  readonly passphrase: string | undefined;
  readonly expiresAt: Date;
  /** Of the files' contents, to tell whether they have changed. */
  readonly digest: string;
}

const CERT = "CLIPMILL_TLS_CERT_FILE";
const KEY = "CLIPMILL_TLS_KEY_FILE";
const PASSPHRASE = "CLIPMILL_TLS_PASSPHRASE_FILE";
const PEM_CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

interface Contents {
  readonly cert: string;
  readonly key: string;
  readonly passphrase: string | undefined;
}

function readFile(variable: string, path: string): string {
  try {
    const { size } = statSync(path);
    if (size > TLS_LIMITS.fileBytes) throw new Error(`it has ${size} bytes`);
    return readFileSync(path, "utf8");
  } catch (error) {
    const reason = errorMessage(error);
    throw new SettingError(variable, `names a file that cannot be read: ${reason}.`);
  }
}

function readContents({ certFile, keyFile, passphraseFile }: TlsFiles): Contents {
  return {
    cert: readFile(CERT, certFile),
    key: readFile(KEY, keyFile),
    passphrase:
      passphraseFile === null ? undefined : readFile(PASSPHRASE, passphraseFile).replace(/\r?\n$/, ""),
  };
}

function digestOf({ cert, key, passphrase }: Contents): string {
  return createHash("sha256")
    .update(JSON.stringify([cert, key, passphrase ?? null]))
    .digest("hex");
}

/** A digest of what the files hold now. @throws SettingError where one of them cannot be read */
export function digestFiles(files: TlsFiles): string {
  return digestOf(readContents(files));
}

function parseCertificates(pem: string, path: string): readonly [X509Certificate, ...X509Certificate[]] {
  const blocks = pem.match(PEM_CERTIFICATE) ?? [];
  const parsed = blocks.map((block, index) => {
    try {
      return new X509Certificate(block);
    } catch {
      throw new SettingError(CERT, `names ${path}, whose certificate ${index + 1} cannot be parsed.`);
    }
  });
  const [own, ...chain] = parsed;
  if (own === undefined) throw new SettingError(CERT, `names ${path}, which has no certificate in PEM.`);
  return [own, ...chain];
}

function parseKey(contents: Contents, path: string): KeyObject {
  const { key, passphrase } = contents;
  try {
    return createPrivateKey(passphrase === undefined ? key : { key, passphrase });
  } catch {
    const isEncrypted = /ENCRYPTED/.test(key);
    if (isEncrypted && passphrase === undefined)
      throw new SettingError(
        KEY,
        `names ${path}, a key with a passphrase: ${PASSPHRASE} must name its file.`,
      );
    if (isEncrypted)
      throw new SettingError(PASSPHRASE, `names a file whose passphrase does not open ${path}.`);
    throw new SettingError(KEY, `names ${path}, which has no private key in PEM.`);
  }
}

function checkValidity(certificates: readonly X509Certificate[], path: string, now: Date): void {
  for (const [index, { validFrom, validTo }] of certificates.entries()) {
    const which = `${path}, whose certificate ${index + 1}`;
    if (new Date(validTo) <= now) throw new SettingError(CERT, `names ${which} has expired: ${validTo}.`);
    if (new Date(validFrom) > now)
      throw new SettingError(CERT, `names ${which} is valid from ${validFrom} only.`);
  }
}

/** Whether OpenSSL takes the two together, which it does not where, for one, the key is too short. */
function checkContext({ cert, key, passphrase }: Contents, path: string): void {
  try {
    createSecureContext(passphrase === undefined ? { cert, key } : { cert, key, passphrase });
  } catch (error) {
    const reason = errorMessage(error);
    throw new SettingError(CERT, `names ${path}, which cannot be used: ${reason}.`);
  }
}

/**
 * Reads and checks the files: their form, that the key is the first certificate's, and that all are valid now.
 * @throws SettingError
 */
export function readCertificate(files: TlsFiles): Certificate {
  const contents = readContents(files);
  const certificates = parseCertificates(contents.cert, files.certFile);
  const key = parseKey(contents, files.keyFile);
  const [own] = certificates;
  if (!own.checkPrivateKey(key))
    throw new SettingError(
      KEY,
      `names ${files.keyFile}, which is not the key of the first certificate in ${files.certFile}.`,
    );
  checkValidity(certificates, files.certFile, new Date());
  checkContext(contents, files.certFile);
  const expiresAt = new Date(Math.min(...certificates.map(({ validTo }) => Date.parse(validTo))));
  return { passphrase: contents.passphrase, expiresAt, digest: digestOf(contents) };
}
