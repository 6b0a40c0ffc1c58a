import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { readJsonBody } from "../../../control-plane/http/read-body.ts";

const HEADERS = { "content-type": "application/json", "transfer-encoding": "chunked" };
const NEVER = new AbortController().signal;

test("a body that does not arrive in time is given up, however it trickles", async () => {
  const stream = new PassThrough();
  const trickle = setInterval(() => stream.write(" "), 5);
  await assert.rejects(readJsonBody(HEADERS, stream, NEVER, { timeoutMs: 60 }), { code: "REQUEST_TIMEOUT" });
  clearInterval(trickle);
});

test("a client that goes away ends the reading with that reason", async () => {
  const gone = new AbortController();
  const reading = readJsonBody(HEADERS, new PassThrough(), gone.signal);
  gone.abort(new Error("gone"));
  await assert.rejects(reading, { message: "gone" });
});

test("a body that comes in pieces cut through characters is read whole", async () => {
  const stream = new PassThrough();
  const reading = readJsonBody(HEADERS, stream, NEVER);
  for (const byte of Buffer.from('{"clip":"日本 🎬"}')) stream.write(Buffer.from([byte]));
  stream.end();
  assert.deepEqual(await reading, { clip: "日本 🎬" });
});
