// HTTPS on the wire: what is spoken, and certificates that change while requests are under way.
import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { request as requestInClear } from "node:http";
import { Agent, request } from "node:https";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { connect, type SecureVersion, type TLSSocket } from "node:tls";
import { jsonReply, type PublicRoute } from "../../../../control-plane/http/route.ts";
import type { HttpServer, HttpServerOptions } from "../../../../control-plane/http/server.ts";
import type { TlsSettings } from "../../../../control-plane/http/tls/certificate.ts";
import { bareServer } from "../../../support/control-plane/http/bare-server.ts";
import { keptLog, type LogLine } from "../../../support/kept-log.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import {
  type TestCertificate,
  testCertificate,
  writeCertificate,
} from "../../../support/tls/test-certificate.ts";
import { until } from "../../../support/until.ts";

const RELOAD_MS = 50;

interface TlsServer extends HttpServer {
  readonly folder: string;
  readonly lines: LogLine[];
  readonly expiries: Date[];
  readonly peers: string[];
}

/** A server with one route and a certificate, and the addresses of its clients. */
async function tlsServer(
  t: TestContext,
  certificate: TestCertificate,
  settings: Partial<TlsSettings> = {},
  handle: PublicRoute["handle"] = async () => jsonReply(200, "Done", {}),
): Promise<TlsServer> {
  const folder = await temporaryFolder(t);
  const files = await writeCertificate(folder, certificate);
  const { logger, lines } = keptLog();
  const expiries: Date[] = [];
  const peers: string[] = [];
  const publicAddress: HttpServerOptions["publicAddress"] = {
    arrivalOf: () => "https://127.0.0.1",
    refuseForeignHostName: () => undefined,
    during: ({ peer }, work) => {
      peers.push(peer);
      return work();
    },
  };
  const server = await bareServer(
    t,
    { handle },
    {
      publicAddress,
      logger,
      tls: { ...files, passphraseFile: null, minVersion: "1.2", hstsSeconds: 600, ...settings },
      onCertificate: (expiresAt) => expiries.push(expiresAt),
      reloadIntervalMs: RELOAD_MS,
    },
  );
  return { ...server, folder, lines, expiries, peers };
}

interface TlsReply {
  readonly status: number | undefined;
  readonly hsts: string | undefined;
  /** Common name of the certificate that the server showed. */
  readonly shown: string;
}

/** A new connection each time, unless the agent keeps some. */
function post({ port }: HttpServer, agent?: Agent): Promise<TlsReply> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: "127.0.0.1",
        port,
        path: "/test",
        method: "POST",
        headers: { "content-type": "application/json" },
        rejectUnauthorized: false,
        agent: agent ?? new Agent({ maxCachedSessions: 0 }),
      },
      async (response) => {
        const shown = String((response.socket as TLSSocket).getPeerCertificate().subject.CN);
        response.resume();
        await once(response, "end");
        const hsts = response.headers["strict-transport-security"];
        resolve({ status: response.statusCode, hsts, shown });
      },
    );
    sent.on("error", reject);
    sent.end("{}");
  });
}

/** The version that is agreed on with a client that speaks this one alone, or why none is. */
function agreedVersion({ port }: HttpServer, version: SecureVersion): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({
      port,
      host: "127.0.0.1",
      rejectUnauthorized: false,
      minVersion: version,
      maxVersion: version,
      // OpenSSL leaves out TLS 1.1 by itself at its usual level.
      ciphers: "DEFAULT@SECLEVEL=0",
    });
    socket.once("secureConnect", () => {
      resolve(socket.getProtocol() ?? "none");
      socket.destroy();
    });
    socket.once("error", () => resolve("refused"));
  });
}

test("a server with a certificate speaks TLS, sees its clients' addresses, and has browsers use it alone", async (t) => {
  const server = await tlsServer(t, await testCertificate({ name: "first" }));
  const reply = await post(server);
  assert.equal(reply.status, 200);
  assert.deepEqual(server.peers, ["127.0.0.1"]);
  assert.equal(reply.shown, "first");
  assert.equal(reply.hsts, "max-age=600");
  // A connection of its own: fetch may keep one to a server that had this port before.
  const inClear = requestInClear({ host: "127.0.0.1", port: server.port, path: "/test", agent: false }).end();
  await assert.rejects(once(inClear, "response"));
});

test("the lowest version is the settings', and never below 1.2", async (t) => {
  const certificate = await testCertificate();
  const both = await tlsServer(t, certificate);
  const newest = await tlsServer(t, certificate, { minVersion: "1.3" });
  const agreed = async (server: HttpServer): Promise<string[]> => [
    await agreedVersion(server, "TLSv1.1"),
    await agreedVersion(server, "TLSv1.2"),
    await agreedVersion(server, "TLSv1.3"),
  ];
  assert.deepEqual(await agreed(both), ["refused", "TLSv1.2", "TLSv1.3"]);
  assert.deepEqual(await agreed(newest), ["refused", "refused", "TLSv1.3"]);
});

test("a key with a passphrase serves, and the passphrase is in no log", async (t) => {
  const folder = await temporaryFolder(t);
  const passphraseFile = join(folder, "passphrase");
  await writeFile(passphraseFile, "tell-nobody\n");
  const server = await tlsServer(t, await testCertificate({ passphrase: "tell-nobody" }), { passphraseFile });
  assert.equal((await post(server)).status, 200);
  assert.doesNotMatch(JSON.stringify(server.lines), /tell-nobody/);
});

test("no request fails while certificates are changed under load, and new connections see the new one", async (t) => {
  const server = await tlsServer(t, await testCertificate({ name: "round 0" }));
  const agents = [0, 1].map(() => new Agent({ keepAlive: true, maxSockets: 1, maxCachedSessions: 0 }));
  t.after(() => agents.forEach((agent) => void agent.destroy()));
  const failures: unknown[] = [];
  let replies = 0;
  let isOver = false;
  const load = async (agent?: Agent): Promise<void> => {
    while (!isOver) {
      await post(server, agent).then(
        ({ status }) => {
          if (status === 200) replies += 1;
          else failures.push(status);
        },
        (error: unknown) => failures.push(error),
      );
    }
  };
  // Half of the clients keep their connection, the others open one for each request.
  const loads = [load(), load(), ...agents.map(load)];
  for (let round = 1; round <= 5; round += 1) {
    const before = replies;
    await writeCertificate(server.folder, await testCertificate({ name: `round ${round}` }));
    await until(`round ${round}`, async () => (await post(server)).shown === `round ${round}`);
    await until("requests on both sides of the change", () => replies > before + 20);
  }
  isOver = true;
  await Promise.all(loads);
  assert.deepEqual(failures, []);
  assert.equal(server.expiries.length, 6);
  for (let count = 0; count < 5; count += 1) assert.equal((await post(server)).shown, "round 5");
});

test("a request that is under way when the certificate changes is answered on its own connection", async (t) => {
  const answer = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  let requests = 0;
  const server = await tlsServer(t, await testCertificate({ name: "old" }), {}, async () => {
    requests += 1;
    if (requests === 1) {
      arrived.resolve();
      await answer.promise;
    }
    return jsonReply(200, "Done", {});
  });
  const slow = post(server);
  await arrived.promise;
  await writeCertificate(server.folder, await testCertificate({ name: "new" }));
  await until("the new certificate", async () => (await post(server)).shown === "new");
  answer.resolve();
  const { status, shown } = await slow;
  assert.deepEqual([status, shown], [200, "old"]);
});

test("files that cannot be used leave the certificate that is in use, and are told of once", async (t) => {
  const first = await testCertificate({ name: "good" });
  const server = await tlsServer(t, first);
  const errors = (): LogLine[] => server.lines.filter(({ level }) => level >= 50);
  await writeCertificate(server.folder, { cert: first.cert, private: (await testCertificate()).private });
  await until("the log's word", () => errors().length > 0);
  assert.match(errors()[0]?.msg ?? "", /the certificate in use stays: CLIPMILL_TLS_KEY_FILE names/);
  assert.equal((await post(server)).shown, "good");
  await writeCertificate(server.folder, await testCertificate({ name: "better" }));
  await until("the new certificate", async () => (await post(server)).shown === "better");
  assert.equal(errors().length, 1);
});
