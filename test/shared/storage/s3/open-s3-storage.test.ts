// What is told at start of settings that cannot work, and what is not.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { createLogger } from "../../../../shared/logger.ts";
import { SettingError } from "../../../../shared/process/environment.ts";
import { openStorage } from "../../../../shared/storage/open-storage.ts";
import { S3Connection } from "../../../../shared/storage/s3/s3-connection.ts";
import { readStorageSettings } from "../../../../shared/storage/storage-settings.ts";
import { keptLog } from "../../../support/kept-log.ts";
import { faultyProxy } from "../../../support/s3/faulty-proxy.ts";
import { NO_S3_SERVER } from "../../../support/s3/s3-server.ts";
import { s3Server } from "../../../support/s3/shared-s3-server.ts";
import { bucketWith, testBucket } from "../../../support/s3/test-bucket.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const skip = NO_S3_SERVER;

async function environment(): Promise<Record<string, string>> {
  const { settings, server } = await testBucket();
  return {
    CLIPMILL_STORAGE: `s3://${settings.bucket}/of/clipmill`,
    CLIPMILL_S3_ENDPOINT: server.url,
    CLIPMILL_S3_ACCESS_KEY_ID: server.accessKeyId,
    CLIPMILL_S3_SECRET_ACCESS_KEY: server.secretAccessKey,
  };
}

const open = (env: Record<string, string>, logger = createLogger("test", "fatal")) =>
  openStorage(readStorageSettings(env), logger);

function refusal(start: RegExp) {
  return (error: unknown): boolean => {
    assert.ok(error instanceof SettingError, String(error));
    assert.match(error.message, start);
    return true;
  };
}

test("a bucket is opened by settings, and objects lie below its prefix", { skip }, async () => {
  const env = await environment();
  const storage = await open(env);
  const left: string[] = [];
  for await (const { key } of storage.list("probes/")) left.push(key);
  assert.deepEqual(left, [], "what was tried at the start leaves nothing");
  await storage.write("tasks/t1/a", "x");
  const above = await open({
    ...env,
    CLIPMILL_STORAGE: (env.CLIPMILL_STORAGE ?? "").replace("/clipmill", ""),
  });
  assert.equal((await above.read("clipmill/tasks/t1/a"))?.toString(), "x");
});

test("what cannot work is told by the name of its setting", { skip }, async (t) => {
  const env = await environment();
  const secure = (env.CLIPMILL_S3_ENDPOINT ?? "").replace("http:", "https:");
  const page = await faultyProxy(t, { target: env.CLIPMILL_S3_ENDPOINT ?? "" });
  page.fail(() => ({ kind: "answer", status: 405, code: "MethodNotAllowed" }));
  const wrong: readonly (readonly [Record<string, string>, RegExp])[] = [
    [{ CLIPMILL_STORAGE: "s3://no-such-bucket" }, /^CLIPMILL_STORAGE names a bucket that is not at /],
    [{ CLIPMILL_S3_ACCESS_KEY_ID: "NOBODY" }, /^CLIPMILL_S3_ACCESS_KEY_ID .*InvalidAccessKeyId/],
    [{ CLIPMILL_S3_SECRET_ACCESS_KEY: "wrong" }, /^CLIPMILL_S3_SECRET_ACCESS_KEY .*SignatureDoesNotMatch/],
    [{ CLIPMILL_S3_ENDPOINT: secure }, /^CLIPMILL_S3_ENDPOINT has the wrong one of http and https/],
    [{ CLIPMILL_S3_ENDPOINT: page.url }, /^CLIPMILL_S3_ENDPOINT does not answer as S3 does/],
    [{ CLIPMILL_S3_ENDPOINT: `${page.url}/path` }, /^CLIPMILL_S3_ENDPOINT must be an address without a path/],
    [{ CLIPMILL_S3_CA_FILE: "/does/not/exist" }, /^CLIPMILL_S3_CA_FILE names a file that cannot be read/],
    [{ CLIPMILL_S3_CA_FILE: "/etc/hostname" }, /^CLIPMILL_S3_CA_FILE names a file without a PEM certificate/],
    [{ CLIPMILL_S3_SECRET_ACCESS_KEY: "" }, /^CLIPMILL_S3_SECRET_ACCESS_KEY must be set/],
    [{ CLIPMILL_S3_ADDRESSING: "dns" }, /^CLIPMILL_S3_ADDRESSING must be one of path, host/],
    [{ CLIPMILL_S3_CREDENTIALS_FILE: "/keys" }, /^CLIPMILL_S3_CREDENTIALS_FILE cannot be set together/],
  ];
  for (const [settings, start] of wrong) {
    await assert.rejects(async () => open({ ...env, ...settings }), refusal(start));
  }
});

test("keys that may read alone, and an address that is sent on, are told at start", { skip }, async (t) => {
  const env = await environment();
  const proxy = await faultyProxy(t, { target: env.CLIPMILL_S3_ENDPOINT ?? "" });
  const through = { ...env, CLIPMILL_S3_ENDPOINT: proxy.url };
  for (const [method, what] of [
    ["PUT", "writing"],
    ["DELETE", "removing"],
  ]) {
    proxy.fail((seen) =>
      seen.method === method ? { kind: "answer", status: 403, code: "AccessDenied" } : undefined,
    );
    const told = new RegExp(`^CLIPMILL_S3_ACCESS_KEY_ID .*refuses for ${what} .*AccessDenied`);
    await assert.rejects(open(through), refusal(told));
  }
  const location = proxy.url.replace("http:", "https:");
  proxy.fail(() => ({ kind: "answer", status: 301, body: "<html></html>", headers: { location } }));
  await assert.rejects(open(through), refusal(/^CLIPMILL_S3_ENDPOINT is sent on to https/));
  proxy.fail(() => ({ kind: "answer", status: 301, code: "PermanentRedirect" }));
  await assert.rejects(open(through), refusal(/^CLIPMILL_S3_REGION does not name the region/));
});

test("a host that no resolver knows is told of, and waited for", { skip }, async () => {
  const env = await environment();
  const { logger, lines } = keptLog();
  await open({ ...env, CLIPMILL_S3_ENDPOINT: "http://storage.invalid:9000" }, logger);
  assert.ok(lines.some(({ msg }) => /^the host of the storage's address is not known/.test(String(msg))));
});

test("a service that does not answer yet is told of and waited for", { skip }, async (t) => {
  const env = await environment();
  const proxy = await faultyProxy(t, { target: env.CLIPMILL_S3_ENDPOINT ?? "" });
  await proxy.goAway();
  const { logger, lines } = keptLog();
  const storage = await open({ ...env, CLIPMILL_S3_ENDPOINT: proxy.url }, logger);
  assert.ok(lines.some(({ msg }) => msg === "the storage does not answer yet"));
  await assert.rejects(storage.space(), { code: "UNAVAILABLE" });
  await proxy.comeBack();
  await storage.write("tasks/t1/a", "x");
});

test("a clock that is wrong is told of, and requests are signed by the service's", { skip }, async (t) => {
  const env = await environment();
  const { logger, lines } = keptLog();
  const now = Date.now;
  t.mock.method(Date, "now", () => now() + 40 * 60_000);
  const storage = await open(env, logger);
  await storage.write("tasks/t1/a", "x");
  const url = storage.downloadUrl("tasks/t1/a", { expiresInS: 60, contentType: "text/plain", filename: "a" });
  assert.equal((await fetch(String(url))).status, 200);
  assert.ok(lines.some(({ msg }) => String(msg).startsWith("this machine's clock is not the storage's")));
});

function makeCertificate(folder: string): { key: string; cert: string; caFile: string } {
  const [keyFile, caFile] = [join(folder, "key.pem"), join(folder, "ca.pem")];
  execFileSync(
    "openssl",
    ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"].concat([
      "-subj",
      "/CN=storage",
      "-addext",
      "subjectAltName=IP:127.0.0.1",
      "-keyout",
      keyFile,
      "-out",
      caFile,
    ]),
    { stdio: "ignore" },
  );
  return { key: readFileSync(keyFile, "utf8"), cert: readFileSync(caFile, "utf8"), caFile };
}

test("a certificate of an authority of one's own is trusted where a file names it", { skip }, async (t) => {
  const env = await environment();
  const { key, cert, caFile } = makeCertificate(await temporaryFolder(t));
  const proxy = await faultyProxy(t, { target: env.CLIPMILL_S3_ENDPOINT ?? "", tls: { key, cert } });
  const secure = { ...env, CLIPMILL_S3_ENDPOINT: proxy.url };
  await assert.rejects(
    open(secure),
    refusal(/^CLIPMILL_S3_CA_FILE must name the certificate of the authority/),
  );
  const storage = await open({ ...secure, CLIPMILL_S3_CA_FILE: caFile });
  await storage.write("tasks/t1/a", "x");
  assert.equal((await storage.read("tasks/t1/a"))?.toString(), "x");
});

async function writeKeys(path: string, keys: Record<string, string>): Promise<void> {
  const lines = Object.entries(keys).map(([name, value]) => `${name} = ${value}`);
  await writeFile(`${path}.new`, ["[default]", ...lines, "", "[other]", "aws_access_key_id = X"].join("\n"));
  await rename(`${path}.new`, path);
}

async function fileOfKeys(t: TestContext): Promise<string> {
  return join(await temporaryFolder(t), "credentials");
}

test("keys of a file are used, and its new ones once the old are gone", { skip }, async (t) => {
  const server = await s3Server();
  const { settings } = await testBucket();
  const path = await fileOfKeys(t);
  const first = {
    accessKeyId: "ROTATEDKEY0000000001",
    secretAccessKey: "first-secret-of-forty-characters-0000001",
  };
  const second = {
    accessKeyId: "ROTATEDKEY0000000002",
    secretAccessKey: "second-secret-of-forty-characters-000002",
  };
  const write = (key: typeof first): Promise<void> =>
    writeKeys(path, { aws_access_key_id: key.accessKeyId, aws_secret_access_key: key.secretAccessKey });
  await server.addKey(first);
  await write(first);
  const { connection, storage } = await bucketWith({ ...settings, credentials: { from: "file", path } });
  await storage.write("tasks/t1/a", "x");
  await server.addKey(second);
  await write(second);
  await server.removeKey(first.accessKeyId);
  await connection.refreshKeys();
  assert.equal((await storage.read("tasks/t1/a"))?.toString(), "x");
  const url = storage.downloadUrl("tasks/t1/a", { expiresInS: 60, contentType: "text/plain", filename: "a" });
  assert.match(url, /ROTATEDKEY0000000002/);
  assert.equal((await fetch(url)).status, 200);
});

test("a file of keys is read again although the clock was set back", async (t) => {
  const path = await fileOfKeys(t);
  await writeKeys(path, { aws_access_key_id: "FIRST", aws_secret_access_key: "s" });
  const connection = new S3Connection({
    bucket: "bucket",
    prefix: "",
    endpoint: "http://127.0.0.1:9",
    publicEndpoint: undefined,
    region: "us-east-1",
    pathStyle: true,
    credentials: { from: "file", path },
    caFile: undefined,
  });
  const { client, joiner, sender } = connection;
  const used = () =>
    Promise.all([client, joiner, sender].map(async ({ config }) => (await config.credentials()).accessKeyId));
  await connection.refreshKeys();
  assert.deepEqual(await used(), ["FIRST", "FIRST", "FIRST"]);
  const now = Date.now;
  t.mock.method(Date, "now", () => now() - 3_600_000);
  await writeKeys(path, { aws_access_key_id: "SECOND", aws_secret_access_key: "s" });
  await connection.refreshKeys();
  assert.deepEqual(await used(), ["SECOND", "SECOND", "SECOND"]);
});

test("a file of keys that is missing or has none is told by its setting", async (t) => {
  const path = await fileOfKeys(t);
  const env = {
    CLIPMILL_STORAGE: "s3://bucket",
    CLIPMILL_S3_ENDPOINT: "http://127.0.0.1:9",
    CLIPMILL_S3_CREDENTIALS_FILE: path,
  };
  await assert.rejects(open(env), refusal(/^CLIPMILL_S3_CREDENTIALS_FILE names a file without keys.*ENOENT/));
  await writeKeys(path, { aws_access_key_id: "X" });
  await assert.rejects(open(env), refusal(/^CLIPMILL_S3_CREDENTIALS_FILE .*aws_secret_access_key/));
});

test("a session's token goes with each request and address", { skip }, async (t) => {
  const { server, settings } = await testBucket();
  const proxy = await faultyProxy(t, { target: server.url });
  const path = await fileOfKeys(t);
  await writeKeys(path, { aws_access_key_id: "X", aws_secret_access_key: "Y", aws_session_token: "T+/=" });
  const from = { ...settings, endpoint: proxy.url, credentials: { from: "file" as const, path } };
  const { storage } = await bucketWith(from);
  await assert.rejects(storage.read("tasks/t1/a"), { code: "UNAVAILABLE" });
  assert.equal(proxy.requests[0]?.headers["x-amz-security-token"], "T+/=");
  const url = storage.downloadUrl("a", { expiresInS: 60, contentType: "text/plain", filename: "a" });
  assert.match(url, /X-Amz-Security-Token=T%2B%2F%3D/);
});
