// What a task's runs read of sources in a bucket of a real S3 server, and what becomes of them while requests fail, or
// the service is away.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { probeSource } from "../../../media-node/source/probe-source.ts";
import type { S3Storage } from "../../../shared/storage/s3/s3-storage.ts";
import type { MediaSource } from "../../../shared/tasks/media-source.ts";
import { localServer } from "../../support/local-server.ts";
import { BUNDLED } from "../../support/media-node/media-tools.ts";
import {
  addressed,
  askedBytes,
  bucketFilm,
  comparedBytes,
  fetched,
  isGet,
  newContext,
} from "../../support/media-node/sources/film-in-bucket.ts";
import type { Fault, SeenRequest } from "../../support/s3/faulty-proxy.ts";
import { NO_S3_SERVER } from "../../support/s3/s3-server.ts";
import { until } from "../../support/until.ts";

const skip = NO_S3_SERVER;

test("of a film in a bucket a part is read, by one request a range, of the content that the job named", {
  skip,
}, async (t) => {
  const made = await bucketFilm(t);
  await fetched(made, async (path) => {
    assert.equal((await probeSource(BUNDLED, path, made.context.signal)).video?.width, 128);
    assert.ok((await comparedBytes(path, made)) > 0);
  });
  const gets = made.proxy.requests.filter(isGet);
  const asked = askedBytes(made.proxy);
  assert.ok(asked < 0.05 * made.film.length, `${asked} of ${made.film.length}`);
  const [told] = made.said().filter(({ msg }) => msg === "a part of the source was read");
  assert.deepEqual([told?.readBytes, told?.sourceBytes], [asked, made.film.length]);
  assert.ok(gets.every(({ headers }) => headers["if-match"] === (made.source as { tag?: string }).tag));
  assert.equal(made.proxy.requests.length - gets.length, 1, "one look, and no other requests");
});

/** Strikes once at each range, at most so often in all. */
function onceEach(fault: Fault, count: number) {
  const struck = new Set<unknown>();
  return (seen: SeenRequest): Fault | undefined => {
    const { range } = seen.headers;
    if (!isGet(seen) || struck.size === count || struck.has(range)) return undefined;
    struck.add(range);
    return fault;
  };
}

const FAULTS: readonly (readonly [string, Fault, number])[] = [
  ["are answered 503", { kind: "answer", status: 503, code: "SlowDown" }, 8],
  ["are answered 500", { kind: "answer", status: 500, code: "InternalError" }, 8],
  ["break off before an answer", { kind: "lost answer" }, 8],
  ["break off in the middle", { kind: "cut", afterBytes: 20_000 }, 8],
  ["stand still", { kind: "stall", afterBytes: 20_000 }, 1],
];

for (const [what, fault, count] of FAULTS) {
  test(`ranges whose requests ${what} are read all the same`, { skip }, async (t) => {
    const made = await bucketFilm(t);
    made.proxy.fail(onceEach(fault, count));
    await fetched(made, async (path) => {
      assert.match(path, /source-ranges\.mp4$/);
      await comparedBytes(path, made);
      assert.equal((await probeSource(BUNDLED, path, made.context.signal)).video?.width, 128);
    });
  });
}

test("a part is read to its end after the service was away in the midst of it", { skip }, async (t) => {
  const made = await bucketFilm(t);
  let away: Promise<void> | undefined;
  made.proxy.fail(() => {
    if (made.proxy.requests.filter(isGet).length === 4) away ??= made.proxy.goAway();
    return undefined;
  });
  const read = fetched(made, (path) => comparedBytes(path, made));
  await until("the service to go away", () => away !== undefined);
  await away;
  await made.proxy.comeBack();
  assert.ok((await read) > 0);
});

test("what a run has downloaded is stored, and worked on where it lies", { skip }, async (t) => {
  const made = await bucketFilm(t);
  // Without ranges or validators, so that the file is downloaded whole.
  const server = await localServer(t, (_request, response) => {
    response.writeHead(200, { "content-length": made.film.length }).end(made.film);
  });
  const source: MediaSource = { kind: "url", url: `${server.url}/film.mp4` };
  const stored = "tasks/task_parts/work/source.bin";
  await fetched({ ...made, source }, async (path) => {
    assert.ok((await readFile(path)).equals(made.film));
    assert.ok(path.startsWith(made.context.scratchFolder));
    assert.equal((await made.storage.stat(stored))?.sizeBytes, made.film.length);
  });
  const reads = (): number =>
    made.proxy.requests.filter(({ method, url }) => method === "GET" && url.includes("source.bin")).length;
  assert.equal(reads(), 0, "nothing came back from the bucket");
  const next = await newContext(t, made.context.storage as S3Storage);
  const connections = server.connections();
  await fetched({ ...next, source }, async (path) => {
    assert.equal((await probeSource(BUNDLED, path, next.context.signal)).video?.width, 128);
  });
  assert.ok(reads() > 0, "the next run reads what is stored");
  assert.equal(server.connections(), connections);
});

test("of a film at an address of a bucket a part is read, also while requests fail", { skip }, async (t) => {
  const made = addressed(await bucketFilm(t));
  const strike = [
    onceEach({ kind: "answer", status: 503, code: "SlowDown" }, 3),
    onceEach({ kind: "cut", afterBytes: 20_000 }, 3),
  ];
  // What is asked for first decides whether there are ranges at all.
  made.proxy.fail((seen) =>
    seen.headers["if-range"] === undefined ? undefined : (strike[0]?.(seen) ?? strike[1]?.(seen)),
  );
  await fetched(made, async (path) => {
    assert.match(path, /source-ranges\.mp4$/);
    assert.ok((await comparedBytes(path, made)) > 0);
  });
  const asked = askedBytes(made.proxy);
  assert.ok(asked < 0.1 * made.film.length, `${asked} of ${made.film.length}`);
});
