// TLS to PostgreSQL, through a server that speaks it before a real PostgreSQL.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { TLSSocket } from "node:tls";
import { connectDatabase } from "../../../shared/db/connect.ts";
import { readTlsSettings } from "../../../shared/db/database-tls.ts";
import { openQueuePool } from "../../../shared/db/queue/queue-pool.ts";
import { createTestDatabase } from "../../support/database/test-database.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

function makeCertificate(folder: string): { key: string; cert: string } | undefined {
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const args = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-keyout", key, "-out", cert];
  try {
    execFileSync("openssl", [...args, ...names], { stdio: "ignore" });
    return { key, cert };
  } catch {
    return undefined;
  }
}

interface TlsServer {
  readonly port: number;
  /** Of the certificate. */
  readonly certPath: string;
  readonly secured: () => number;
}

/** Answers SSLRequest, decrypts, and passes on. */
async function tlsServer(t: TestContext, databaseUrl: string): Promise<TlsServer | undefined> {
  const files = makeCertificate(await temporaryFolder(t));
  if (files === undefined) {
    t.skip("openssl is not here to make a certificate");
    return undefined;
  }
  const target = new URL(databaseUrl);
  const [key, cert] = [readFileSync(files.key), readFileSync(files.cert)];
  let secured = 0;
  const server = createServer((plain) => {
    plain.on("error", () => undefined);
    plain.once("data", () => {
      plain.write("S");
      const client = new TLSSocket(plain, { isServer: true, key, cert });
      const database = connect(Number(target.port), target.hostname);
      client.once("secure", () => {
        secured += 1;
      });
      for (const [from, to] of [[client, database] as const, [database, client] as const]) {
        from.pipe(to);
        from.on("error", () => to.destroy());
        from.once("close", () => to.destroy());
      }
    });
  });
  t.after(() => server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return { port, certPath: files.cert, secured: () => secured };
}

function addressOf(databaseUrl: string, port: number, query: string): string {
  const url = new URL(databaseUrl);
  url.hostname = "localhost";
  url.port = String(port);
  return `${url.href}?${query}`;
}

test("a database is talked to by TLS as its address asks, and broken results are mended there, too", async (t) => {
  const { databaseUrl } = await createTestDatabase(t);
  const server = await tlsServer(t, databaseUrl);
  if (server === undefined) return;
  const { port, certPath } = server;
  for (const query of ["sslmode=require", `sslmode=verify-full&sslrootcert=${certPath}`]) {
    const sql = connectDatabase(addressOf(databaseUrl, port, query), {
      applicationName: "test",
      connections: 1,
    });
    t.after(() => sql.end({ timeout: 0 }));
    await assert.rejects(sql`select g, 1/(5000-g) from generate_series(1,10000) g`, { code: "22012" });
    assert.deepEqual([...(await sql`select 1 as x`)], [{ x: 1 }]);
  }
  assert.equal(server.secured(), 2);
});

test("a certificate that nobody vouches for is refused where the address asks for its check", async (t) => {
  const { databaseUrl } = await createTestDatabase(t);
  const server = await tlsServer(t, databaseUrl);
  if (server === undefined) return;
  const sql = connectDatabase(addressOf(databaseUrl, server.port, "sslmode=verify-full"), {
    applicationName: "test",
    connections: 1,
  });
  t.after(() => sql.end({ timeout: 0 }));
  await assert.rejects(sql`select 1`, {
    code: "TLS_FAILED",
    message: /certificate is not trusted \(self-signed certificate\)/,
  });
});

/** What a queue's connection to this address answers with: a result, or a failure's code or message. */
async function askQueue(databaseUrl: string): Promise<string> {
  const { pool, close } = openQueuePool({ databaseUrl, applicationName: "test", connections: 1 });
  const answer = await pool.query<{ x: string }>("select repeat('x', 1000000) as x").then(
    ({ rows }) => `${rows[0]?.x.length} letters`,
    (error: NodeJS.ErrnoException) => error.code ?? error.message,
  );
  await close();
  return answer;
}

test("an address means the same to the queue, whose driver has another meaning of it", async (t) => {
  const { databaseUrl } = await createTestDatabase(t);
  const server = await tlsServer(t, databaseUrl);
  if (server === undefined) return;
  const answers = async (queries: readonly string[], port: number) =>
    Promise.all(queries.map((query) => askQueue(addressOf(databaseUrl, port, query))));
  const { port, certPath } = server;
  const trusting = ["ssl=true", "sslmode=require", "sslmode=prefer", "sslmode=allow"];
  const checking = [
    `sslmode=verify-ca&sslrootcert=${certPath}`,
    `sslmode=verify-full&sslrootcert=${certPath}`,
  ];
  const all = [...trusting, ...checking, "sslmode=require&uselibpqcompat=true"];
  assert.deepEqual(
    await answers(all, port),
    all.map(() => "1000000 letters"),
  );
  assert.equal(server.secured(), all.length);
  const refusing = ["sslmode=verify-ca", "sslmode=verify-full", "sslrootcert=system"];
  assert.deepEqual(
    await answers(refusing, port),
    refusing.map(() => "TLS_FAILED"),
  );
  const plainPort = Number(new URL(databaseUrl).port);
  assert.deepEqual(await answers(["sslmode=prefer", "sslmode=allow", "sslmode=require"], plainPort), [
    "1000000 letters",
    "1000000 letters",
    "TLS_FAILED",
  ]);
  assert.throws(
    () =>
      openQueuePool({ databaseUrl: "postgres://u:p@one,two/db", applicationName: "test", connections: 1 }),
    /lead to one host/,
  );
});

test("the queue connects anew where a secure connection breaks", async (t) => {
  const { databaseUrl } = await createTestDatabase(t);
  const server = await tlsServer(t, databaseUrl);
  if (server === undefined) return;
  const address = addressOf(databaseUrl, server.port, "sslmode=require");
  const { pool, close } = openQueuePool({ databaseUrl: address, applicationName: "test", connections: 1 });
  t.after(() => close());
  await assert.rejects(pool.query("select pg_terminate_backend(pg_backend_pid())"), { code: "57P01" });
  for (let time = 0; time < 2; time += 1) assert.equal((await pool.query("select 1 as x")).rows[0].x, 1);
  assert.equal(server.secured(), 2);
});

test("an address without TLS stays as it is, several hosts included, and unknown modes are refused", () => {
  const plain = "postgres://u:p@one:1,two:2/db";
  assert.deepEqual(readTlsSettings(plain), { databaseUrl: plain, tls: undefined });
  assert.deepEqual(readTlsSettings(`${plain}?sslmode=disable`), { databaseUrl: plain, tls: undefined });
  assert.equal(readTlsSettings(`${plain}?sslmode=prefer`).tls?.isOptional, true);
  assert.throws(() => readTlsSettings(`${plain}?sslmode=maybe`), /unknown sslmode, "maybe"/);
});
