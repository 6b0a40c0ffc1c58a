// Whose fault it is when a stream from a client stands still.
import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { takeExactly } from "../../../shared/storage/exact-stream.ts";

const STREAM = { sizeBytes: 20, idleTimeoutMs: 100, signal: undefined };

/** Ten of twenty bytes. */
function halfSent(): PassThrough {
  const content = new PassThrough();
  content.write(Buffer.alloc(10));
  return content;
}

test("a client that sends nothing more for a while is told so", async () => {
  const taken = takeExactly(halfSent(), STREAM, async (chunks) => {
    for await (const _ of chunks);
  });
  await assert.rejects(taken, { code: "REQUEST_TIMEOUT" });
});

test("a storage that does not take what has come is the one that is away", async () => {
  const taken = takeExactly(halfSent(), STREAM, async (chunks) => {
    for await (const _ of chunks) await pause(500);
  });
  await assert.rejects(taken, { name: "StorageUnavailable", code: "UNAVAILABLE" });
});
