// Parts of uploads on lines that are slow, or fail late: a fake `fetch` stands for the line, and time is the test's.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Connection } from "../../../shared/client/call-api.ts";
import type { ClipmillError } from "../../../shared/client/client-error.ts";
import { Clipmill } from "../../../shared/client/node.ts";
import type { Fetch } from "../../../shared/client/send-request.ts";
import { sendParts } from "../../../shared/client/transfers/upload-parts.ts";
import { blobSource, streamSource } from "../../../shared/client/transfers/upload-source.ts";
import { STORAGE_LIMITS } from "../../../shared/limits/storage.ts";

const PART = 10;
const PARTS = 6;
const MISSING = Array.from({ length: PARTS }, (_, index) => ({
  start: index * PART,
  end: (index + 1) * PART,
  url: `https://storage.example.com/${index}`,
}));
const CONTENT = new Blob(MISSING.map((_, index) => String(index).repeat(PART)));
/** Without pauses, so that parts that failed together go together. */
const POLICY = { tries: 3, minDelayMs: 0, maxDelayMs: 0, totalMs: 180_000 };

function connectionBy(fetch: Fetch, retried: ClipmillError[] = []): Connection {
  const onRetry = (error: ClipmillError): void => void retried.push(error);
  return { apiUrl: "", headers: {}, timeoutMs: 30_000, policy: POLICY, fetch, onRetry };
}

/** A line on which parts come through only while no more than so many are under way. */
function slowLine(most: number, late: () => Error) {
  const stored = new Map<string, string>();
  const underWays: number[] = [];
  let underWay = 0;
  const fetch: Fetch = async (url, { body }) => {
    underWay += 1;
    underWays.push(underWay);
    await nextTurn();
    const isLate = underWay > most;
    await nextTurn();
    underWay -= 1;
    if (isLate) throw late();
    stored.set(url, await new Response(body ?? "").text());
    return new Response("{}");
  };
  return { fetch, stored, underWays };
}

const assertStored = (stored: ReadonlyMap<string, string>): void =>
  assert.deepEqual(
    MISSING.map(({ url }) => stored.get(url)),
    MISSING.map((_, index) => String(index).repeat(PART)),
  );

const timedOut = (): Error => new DOMException("The operation timed out", "TimeoutError");
/** What Node's fetch throws where sending and the answer take longer than 300 s. */
const endedByNode = (): Error =>
  new TypeError("fetch failed", {
    cause: Object.assign(new Error("Headers Timeout Error"), { code: "UND_ERR_HEADERS_TIMEOUT" }),
  });

for (const [name, late] of [
  ["in the client's time", timedOut],
  ["in that of Node's fetch", endedByNode],
] as const) {
  test(`parts that do not arrive ${name} go on with half as many at once`, async () => {
    const { fetch, stored, underWays } = slowLine(1, late);
    const retried: ClipmillError[] = [];
    let sentBytes = 0;
    await sendParts(connectionBy(fetch, retried), blobSource(CONTENT), MISSING, {
      partsAtOnce: 4,
      signal: undefined,
      onSent: (sizeBytes) => {
        sentBytes += sizeBytes;
      },
    });
    assertStored(stored);
    assert.equal(sentBytes, CONTENT.size, "each counts once");
    assert.equal(underWays.length, 4 + 2 + PARTS);
    assert.deepEqual(underWays.slice(-PARTS), Array(PARTS).fill(1));
    assert.deepEqual(new Set(retried.map(({ code }) => code)), new Set(["NO_ANSWER"]));
    assert.equal(retried.length, 6);
  });
}

test("a stream's parts that were late are sent again from what was read of it", async () => {
  const { fetch, stored } = slowLine(2, timedOut);
  const source = streamSource(CONTENT.stream(), CONTENT.size);
  const options = { partsAtOnce: 4, signal: undefined, onSent: () => undefined };
  await sendParts(connectionBy(fetch), source, MISSING, options);
  assertStored(stored);
});

test("a part that is late alone has so many tries as the policy gives", async () => {
  const { fetch, underWays } = slowLine(0, timedOut);
  const options = { partsAtOnce: 2, signal: undefined, onSent: () => undefined };
  const sending = sendParts(connectionBy(fetch), blobSource(CONTENT), MISSING, options);
  await assert.rejects(sending, { code: "NO_ANSWER" });
  assert.equal(underWays.length, 2 + POLICY.tries);
});

test("a part that failed after minutes is sent again, as often as any", async (t) => {
  let nowMs = 0;
  t.mock.method(performance, "now", () => nowMs);
  let puts = 0;
  const fetch: Fetch = async () => {
    puts += 1;
    nowMs += 200_000;
    return puts < POLICY.tries ? new Response("SlowDown", { status: 503 }) : new Response("{}");
  };
  const options = { partsAtOnce: 1, signal: undefined, onSent: () => undefined };
  await sendParts(connectionBy(fetch), blobSource(CONTENT), MISSING.slice(0, 1), options);
  assert.equal(puts, POLICY.tries);
});

test("large files have small parts too, as many as the API takes", async () => {
  const asked: number[] = [];
  const fetch: Fetch = async (_url, { body }) => {
    asked.push((JSON.parse(String(body)) as { part_size_bytes: number }).part_size_bytes);
    return new Response("no more is asked", { status: 418 });
  };
  const client = new Clipmill({ url: "https://clipmill.example.com", fetch });
  const MIB = 1024 ** 2;
  for (const sizeBytes of [20_480 * MIB, 1_048_576 * MIB]) {
    await assert.rejects(client.upload({ stream: CONTENT.stream(), sizeBytes }), { status: 418 });
  }
  assert.deepEqual(asked, [8 * MIB, Math.ceil((1_048_576 * MIB) / STORAGE_LIMITS.parts)]);
});

/** A part and a little of the next, and then nothing. */
async function* standstill(): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(PART + 2);
  await new Promise(() => undefined);
}

const streams = {
  "a generator": () => ({ stream: standstill(), isCancelled: () => true }),
  "a page's stream": () => {
    let isCancelled = false;
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new Uint8Array(PART + 2)),
      cancel: () => {
        isCancelled = true;
      },
    });
    return { stream, isCancelled: () => isCancelled };
  },
};
for (const [name, make] of Object.entries(streams)) {
  test(`an upload from ${name} that stands still ends by its signal`, { timeout: 60_000 }, async () => {
    const stop = new AbortController();
    const { stream, isCancelled } = make();
    const source = streamSource(stream, CONTENT.size);
    const sending = sendParts(
      connectionBy(async () => new Response("{}")),
      source,
      MISSING,
      {
        partsAtOnce: 2,
        signal: stop.signal,
        onSent: () => stop.abort(new Error("enough")),
      },
    );
    await assert.rejects(sending, /enough/);
    await source.close();
    assert.ok(isCancelled());
  });

  test(`an upload from ${name} that stands still ends by a refused part`, { timeout: 60_000 }, async () => {
    const source = streamSource(make().stream, CONTENT.size);
    const connection = connectionBy(async () => new Response("Forbidden", { status: 403 }));
    const options = { partsAtOnce: 2, signal: undefined, onSent: () => undefined };
    await assert.rejects(sendParts(connection, source, MISSING, options), { status: 403 });
    await source.close();
  });
}
