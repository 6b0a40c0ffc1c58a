// What is said of certificates and keys that cannot be used, before a server gets them.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { readControlPlaneConfig } from "../../../../control-plane/config.ts";
import { readCertificate, type TlsFiles } from "../../../../control-plane/http/tls/certificate.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { testCertificate, writeCertificate } from "../../../support/tls/test-certificate.ts";

function refused(files: Partial<TlsFiles>, message: RegExp): void {
  const settings = { certFile: "/nowhere.crt", keyFile: "/nowhere.key", passphraseFile: null, ...files };
  assert.throws(() => readCertificate(settings), { name: "SettingError", message });
}

test("files that are missing, empty or of another kind are named with their setting", async (t) => {
  const folder = await temporaryFolder(t);
  const files = await writeCertificate(folder, await testCertificate());
  const other = join(folder, "other");
  refused({ ...files, certFile: "/nowhere.crt" }, /^CLIPMILL_TLS_CERT_FILE names .*\/nowhere\.crt/);
  refused({ ...files, keyFile: "/nowhere.key" }, /^CLIPMILL_TLS_KEY_FILE names .*\/nowhere\.key/);
  refused({ ...files, passphraseFile: "/nowhere" }, /^CLIPMILL_TLS_PASSPHRASE_FILE names/);
  refused({ ...files, certFile: files.keyFile }, /^CLIPMILL_TLS_CERT_FILE .*no certificate in PEM/);
  refused({ ...files, keyFile: files.certFile }, /^CLIPMILL_TLS_KEY_FILE .*no private key in PEM/);
  await writeFile(other, "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
  refused({ ...files, certFile: other }, /^CLIPMILL_TLS_CERT_FILE .*certificate 1 cannot be parsed/);
  await writeFile(other, "x".repeat(2 * 2 ** 20));
  refused({ ...files, certFile: other }, /^CLIPMILL_TLS_CERT_FILE .*it has 2097152 bytes/);
});

test("a key of another certificate is refused, as is a chain that does not begin with the server's own", async (t) => {
  const folder = await temporaryFolder(t);
  const [first, second] = [await testCertificate(), await testCertificate()];
  refused(
    await writeCertificate(folder, { cert: first.cert, private: second.private }),
    /^CLIPMILL_TLS_KEY_FILE .*not the key of the first certificate/,
  );
  refused(
    await writeCertificate(folder, { cert: `${first.cert}\n${second.cert}`, private: second.private }),
    /^CLIPMILL_TLS_KEY_FILE .*not the key of the first certificate/,
  );
});

test("a certificate that has expired, or is not valid yet, is refused, also further up its chain", async (t) => {
  const folder = await temporaryFolder(t);
  const expired = await testCertificate({ notAfter: new Date(Date.now() - 60_000) });
  const early = await testCertificate({ notBefore: new Date(Date.now() + 3_600_000) });
  const good = await testCertificate();
  refused(await writeCertificate(folder, expired), /^CLIPMILL_TLS_CERT_FILE .*certificate 1 has expired/);
  refused(await writeCertificate(folder, early), /^CLIPMILL_TLS_CERT_FILE .*is valid from/);
  refused(
    await writeCertificate(folder, { cert: `${good.cert}\n${expired.cert}`, private: good.private }),
    /^CLIPMILL_TLS_CERT_FILE .*certificate 2 has expired/,
  );
});

test("a key with a passphrase needs the right one in a file of its own", async (t) => {
  const folder = await temporaryFolder(t);
  const files = await writeCertificate(folder, await testCertificate({ passphrase: "a long phrase" }));
  const passphraseFile = join(folder, "passphrase");
  refused(files, /^CLIPMILL_TLS_KEY_FILE .*CLIPMILL_TLS_PASSPHRASE_FILE/);
  await writeFile(passphraseFile, "another phrase\n");
  refused({ ...files, passphraseFile }, /^CLIPMILL_TLS_PASSPHRASE_FILE .*does not open/);
  await writeFile(passphraseFile, "a long phrase\n");
  assert.equal(readCertificate({ ...files, passphraseFile }).passphrase, "a long phrase");
});

test("the control plane's settings name both files or neither, and are checked with them", async (t) => {
  const { certFile, keyFile } = await writeCertificate(await temporaryFolder(t), await testCertificate());
  const read = (env: Record<string, string>) =>
    readControlPlaneConfig({
      CLIPMILL_DATABASE_URL: "postgres://nowhere/none",
      CLIPMILL_SECRET: "s".repeat(32),
      ...env,
    }).tls;
  const both = { CLIPMILL_TLS_CERT_FILE: certFile, CLIPMILL_TLS_KEY_FILE: keyFile };
  assert.equal(read({}), null);
  assert.deepEqual(read(both), {
    certFile,
    keyFile,
    passphraseFile: null,
    minVersion: "1.2",
    hstsSeconds: 15_552_000,
  });
  assert.throws(() => read({ CLIPMILL_TLS_CERT_FILE: certFile }), /CLIPMILL_TLS_KEY_FILE must be set beside/);
  assert.throws(() => read({ CLIPMILL_TLS_KEY_FILE: keyFile }), /CLIPMILL_TLS_CERT_FILE must be set beside/);
  assert.throws(() => read({ ...both, CLIPMILL_TLS_MIN_VERSION: "1.1" }), /CLIPMILL_TLS_MIN_VERSION must be/);
  assert.throws(() => read({ ...both, CLIPMILL_TLS_CERT_FILE: keyFile }), /CLIPMILL_TLS_CERT_FILE names/);
});
