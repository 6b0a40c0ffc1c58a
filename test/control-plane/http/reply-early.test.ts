// Refusals before a body is in: they reach clients that look, and those that send it all before they read.
import assert from "node:assert/strict";
import { once } from "node:events";
import { type TestContext, test } from "node:test";
import { AppError } from "../../../shared/errors.ts";
import { bareServer, ECHO } from "../../support/control-plane/http/bare-server.ts";
import { postHead, type RawConnection, rawConnection } from "../../support/control-plane/http/raw-http.ts";
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

test("so does one whose connection ends with the reply", async (t) => {
  const client = await openEcho(t);
  client.send(closing(postHead("/test", "", LARGE_BYTES)));
  await sendWhole(client, asIs);
  assert.match(await client.waitFor(/BODY_TOO_LARGE/), /^HTTP\/1\.1 413 /);
  await until("the connection's end", client.ended);
});

test("so does one that does not say how much it sends", async (t) => {
  const client = await openEcho(t);
  client.send(postHead("/test", "", "chunked"));
  await sendWhole(client, chunked);
  client.send("0\r\n\r\n");
  assert.match(await client.waitFor(/BODY_TOO_LARGE/), /^HTTP\/1\.1 413 /);
  await until("the connection's end", client.ended);
});

test("one that never comes to an end is refused all the same", async (t) => {
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
