import assert from "node:assert/strict";
import { test } from "node:test";
import { readEvents, type ServerEvent } from "../../../shared/client/read-events.ts";

const BOUNDS = { firstByteMs: 2_000, stallMs: 2_000, eventBytes: 1_000 };

/** A stream of pieces, which ends behind them unless it is to stay open. */
function streamOf(pieces: readonly string[], staysOpen = false): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(encoder.encode(piece));
      if (!staysOpen) controller.close();
    },
  });
}

async function eventsOf(pieces: readonly string[], bounds = BOUNDS): Promise<ServerEvent[]> {
  const events: ServerEvent[] = [];
  for await (const event of readEvents(streamOf(pieces), bounds)) events.push(event);
  return events;
}

const TEXT =
  ': \n\nid: 7\nevent: progress\ndata: {"percent":\ndata: 5}\n\n: comment\n\nid: 8\nevent: finished\ndata: é\n\n';

test("events are the same however their bytes are cut into pieces", async () => {
  const expected = [
    { id: "7", event: "progress", data: '{"percent":\n5}' },
    { id: "8", event: "finished", data: "é" },
  ];
  assert.deepEqual(await eventsOf([TEXT]), expected);
  assert.deepEqual(await eventsOf([...TEXT]), expected, "character by character");
  assert.deepEqual(await eventsOf([TEXT.replaceAll("\n", "\r\n")]), expected);
});

test("an event that has not come whole is none", async () => {
  assert.deepEqual(await eventsOf(["id: 1\nevent: progress\ndata: {}\n"]), []);
});

test("an event that is too large ends the stream", async () => {
  await assert.rejects(eventsOf([`data: ${"x".repeat(2_000)}`]), { code: "UNEXPECTED_ANSWER" });
});

test("a stream on which nothing comes is told from one on which nothing more comes", async () => {
  const bounds = { ...BOUNDS, firstByteMs: 10, stallMs: 10 };
  const silent = readEvents(streamOf([], true), bounds);
  await assert.rejects(silent.next(), { code: "UNEXPECTED_ANSWER" });
  const stalled = readEvents(streamOf(["data: 1\n\n"], true), bounds);
  assert.equal((await stalled.next()).value?.data, "1");
  await assert.rejects(stalled.next(), { code: "NO_ANSWER" });
});
