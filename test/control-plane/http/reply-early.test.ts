// Refusals before a body is in: they reach clients that look, and those that send it all before they read.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { AppError } from "../../../shared/errors.ts";
import { bareServer, ECHO } from "../../support/control-plane/http/bare-server.ts";
import { postHead, type RawConnection, rawConnection } from "../../support/control-plane/http/raw-http.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { testCertificate, writeCertificate } from "../../support/tls/test-certificate.ts";
import { until } from "../../support/until.ts";

const MIB = 1024 * 1024;
/** More than the buffers of both ends of a connection hold. */
const LARGE_BYTES = 24 * MIB;

/** Sends a body whole, whatever is replied meanwhile. @throws the connection's error where it breaks */
async function sendWhole({ socket }: RawConnection, frame: (chunk: Buffer) => Buffer): Promise<void> {
  const chunk = frame(Buffer.alloc(64 * 1024, "x"));
  for (let sent = 0; sent < LARGE_BYTES; sent += 64 * 1024) {
    if (!socket.write(chunk)) await once(socket, "drain", { signal: AbortSignal.timeout(20_000) });
    assert.ok(!socket.destroyed, `the connection broke after ${sent} bytes`);
  }
}

const asIs = (chunk: Buffer): Buffer => chunk;
const chunked = (chunk: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from("\r\n")]);

function closing(head: string): string {
  return head.replace("\r\n\r\n", "\r\nconnection: close\r\n\r\n");
}

/** Sends 8 MiB of unknown length over TLS 15 times and prints each reply's status. */
const TLS_CLIENT = `
  const { request } = require("node:https");
  const send = () => new Promise((resolve) => {
    const options = { host: "127.0.0.1", port: process.argv[1], path: "/test", method: "POST", agent: false,
      rejectUnauthorized: false, headers: { "content-type": "application/json" } };
    const sent = request(options, (response) => resolve(response.resume().statusCode));
    sent.on("error", ({ code }) => resolve(code));
    for (let count = 0; count < 128; count += 1) sent.write(Buffer.alloc(65_536, "x"));
    sent.end();
  });
  (async () => { for (let count = 0; count < 15; count += 1) process.stdout.write((await send()) + " "); })();
`;

async function openEcho(t: TestContext): Promise<RawConnection> {
  return rawConnection(t, (await bareServer(t, ECHO)).url);
}

test("a body that is announced too large is refused before it is sent", async (t) => {
  const client = await openEcho(t);
  client.send(postHead("/test", "", 2_000_000));
  const reply = await client.waitFor(/BODY_TOO_LARGE/);
  assert.match(reply, /^HTTP\/1\.1 413 /);
  assert.match(reply, /x-request-id: [0-9a-f-]{36}/);
});

test("a connection that brings no more of a refused body is closed", async (t) => {
  const client = await openEcho(t);
  client.send(postHead("/test", "", 2_000_000));
  await client.waitFor(/BODY_TOO_LARGE/);
  await until("the connection's end", client.ended, 30_000);
});

test("a client that sends a refused body to its end reads why, and its connection serves on", async (t) => {
  const client = await openEcho(t);
  client.send(postHead("/test", "", LARGE_BYTES));
  await sendWhole(client, asIs);
  assert.match(await client.waitFor(/BODY_TOO_LARGE/), /^HTTP\/1\.1 413 /);
  client.send(`${postHead("/test", "", 1)}7`);
  assert.match(await client.waitFor(/"data":7/), /HTTP\/1\.1 200 /);
});

test("a client whose connection ends with the reply reads why its body is refused", async (t) => {
  const client = await openEcho(t);
  client.send(closing(postHead("/test", "", LARGE_BYTES)));
  await sendWhole(client, asIs);
  assert.match(await client.waitFor(/BODY_TOO_LARGE/), /^HTTP\/1\.1 413 /);
  await until("the connection's end", client.ended);
});

test("a client that does not say how much it sends reads why its body is refused", async (t) => {
  const client = await openEcho(t);
  client.send(postHead("/test", "", "chunked"));
  await sendWhole(client, chunked);
  client.send("0\r\n\r\n");
  assert.match(await client.waitFor(/BODY_TOO_LARGE/), /^HTTP\/1\.1 413 /);
  await until("the connection's end", client.ended);
});

test("a body that never comes to an end is refused all the same", async (t) => {
  const client = await openEcho(t);
  client.send(postHead("/test", "", "chunked"));
  const chunk = chunked(Buffer.alloc(64 * 1024, "x")).toString("latin1");
  const sending = setInterval(() => client.send(chunk), 20);
  t.after(() => clearInterval(sending));
  assert.match(await client.waitFor(/BODY_TOO_LARGE/, 30_000), /^HTTP\/1\.1 413 /);
  await until("the connection's end", client.ended);
});

test("a body that its handler stops reading in the middle is dropped, and the connection serves on", async (t) => {
  const server = await bareServer(t, {
    body: "stream",
    handle: async ({ stream }) => {
      await once(stream, "data");
      stream.pause();
      throw new AppError("INVALID_REQUEST", "No more of it.");
    },
  });
  const client = await rawConnection(t, server.url);
  for (let count = 1; count <= 2; count += 1) {
    client.send(postHead("/test", "", LARGE_BYTES));
    await sendWhole(client, asIs);
    const reply = await until("its reply", () => {
      const found = client.received().match(/HTTP\/1\.1 400 /g);
      return found?.length === count && found;
    });
    assert.equal(reply.length, count);
  }
});

test("over TLS the refusal comes whole, wherever in the body it falls", async (t) => {
  const files = await writeCertificate(await temporaryFolder(t), await testCertificate());
  const tls = { ...files, passphraseFile: null, minVersion: "1.2", hstsSeconds: 0 } as const;
  const { url } = await bareServer(t, ECHO, { tls });
  // Only a client of another process sends while the server reads.
  const { stdout } = await promisify(execFile)(process.execPath, ["-e", TLS_CLIENT, new URL(url).port]);
  assert.equal(stdout, "413 ".repeat(15));
});

test("clients that stop in the middle of a refused body get the whole refusal", async (t) => {
  const { url } = await bareServer(t, ECHO);
  const clients: RawConnection[] = [];
  // The server below looks for silent connections every 4 s.
  for (let count = 0; count < 8; count += 1) {
    const client = await rawConnection(t, url);
    if (count % 2 === 0) client.send(closing(postHead("/test", "", LARGE_BYTES)));
    else
      client.send(postHead("/test", "", "chunked") + chunked(Buffer.alloc(2 * MIB, "x")).toString("latin1"));
    clients.push(client);
    await pause(500);
  }
  for (const client of clients)
    assert.match(await client.waitFor(/BODY_TOO_LARGE/, 20_000), /^HTTP\/1\.1 413 /);
});

test("a server that ends while a handler has not read its body leaves nothing behind", async (t) => {
  const { mock } = t.mock.method(console, "error", () => undefined);
  const { promise: isLate, resolve: ends } = Promise.withResolvers<void>();
  const refuse = async (): Promise<never> => {
    await isLate;
    throw new AppError("INVALID_REQUEST", "Too late.");
  };
  const server = await bareServer(t, { body: "stream", handle: refuse }, { shutdownGraceMs: 200 });
  const client = await rawConnection(t, server.url);
  client.send(postHead("/test", "", LARGE_BYTES) + "x".repeat(MIB / 2));
  await pause(200);
  await server.close();
  ends();
  await pause(100);
  assert.deepEqual(
    mock.calls.map(({ arguments: [told] }) => String(told)),
    [],
  );
});
