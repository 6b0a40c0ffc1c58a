// What a task's runs read of sources in a bucket of a real S3 server, and what becomes of them while requests fail, the
// service is away, or somebody replaces the object.
import assert from "node:assert/strict";
import { open, readFile } from "node:fs/promises";
import { before, type TestContext, test } from "node:test";
import type { RunContext } from "../../../media-node/pipelines/run-context.ts";
import { withTaskSource } from "../../../media-node/pipelines/task-source.ts";
import { probeSource } from "../../../media-node/source/probe-source.ts";
import { DEFAULT_BOUNDS } from "../../../shared/limits/request-bounds.ts";
import { readNetworkPolicy } from "../../../shared/network/network-safety.ts";
import type { S3Storage } from "../../../shared/storage/s3/s3-storage.ts";
import type { MediaSource } from "../../../shared/tasks/clip-job.ts";
import { keptLog } from "../../support/kept-log.ts";
import { localServer } from "../../support/local-server.ts";
import { BUNDLED } from "../../support/media-node/media-tools.ts";
import { paddedFilm } from "../../support/media-node/ranged-films.ts";
import {
  type Fault,
  type FaultyProxy,
  faultyProxy,
  type SeenRequest,
} from "../../support/s3/faulty-proxy.ts";
import { NO_S3_SERVER } from "../../support/s3/s3-server.ts";
import { bucketWith, type TestBucket, testBucket } from "../../support/s3/test-bucket.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

const skip = NO_S3_SERVER;
const KEY = "uploads/acct_1/film.mp4";
const RANGE = { startS: 200, endS: 212 };
const REPLACED = {
  code: "SOURCE_UNREACHABLE",
  retryable: false,
  message: "The uploaded file was replaced after the task had been created.",
};

let film: Buffer;

before(async (t) => {
  if (skip === false) film = await paddedFilm(await temporaryFolder(t as TestContext));
});

interface Scene extends TestBucket {
  readonly proxy: FaultyProxy;
  readonly context: RunContext;
  /** The upload, as a job names it. */
  readonly source: MediaSource;
  readonly said: () => Record<string, unknown>[];
}

async function newContext(t: TestContext, storage: S3Storage) {
  const { logger, lines } = keptLog();
  const context = {
    taskId: "task_parts",
    storage,
    scratchFolder: await temporaryFolder(t),
    policy: readNetworkPolicy({ CLIPMILL_ALLOW_NETWORKS: "127.0.0.1/32" }),
    logger,
    signal: AbortSignal.timeout(120_000),
    tools: { ...BUNDLED, ytdlp: null, bounds: DEFAULT_BOUNDS, onRangedRead: () => undefined },
    report: () => undefined,
  } as unknown as RunContext;
  return { context, said: () => lines };
}

let uploaded: Promise<string> | undefined;

/** Uploads the film for the copies of all tests, and tells in which bucket it lies. */
async function uploadFilm(): Promise<string> {
  const { storage, settings } = await testBucket();
  await storage.write(KEY, film);
  return settings.bucket;
}

async function scene(t: TestContext): Promise<Scene> {
  const bucket = await testBucket();
  uploaded ??= uploadFilm();
  const CopySource = `${await uploaded}/${KEY}`;
  await bucket.connection.client.copyObject({ Bucket: bucket.settings.bucket, Key: KEY, CopySource });
  const proxy = await faultyProxy(t, { target: bucket.server.url });
  const { storage } = await bucketWith({ ...bucket.settings, endpoint: proxy.url });
  const tag = (await bucket.storage.stat(KEY))?.tag ?? undefined;
  assert.ok(tag !== undefined);
  const source: MediaSource = { kind: "upload", storageKey: KEY, tag };
  return { ...bucket, proxy, source, ...(await newContext(t, storage)) };
}

function fetched<T>(
  { context, source }: Pick<Scene, "context" | "source">,
  work: (path: string) => Promise<T>,
  range: { startS: number; endS: number | null } = RANGE,
): Promise<T> {
  return withTaskSource(context, { source, range, onProgress: () => undefined }, work);
}

const isGet = ({ method, url }: SeenRequest): boolean => method === "GET" && url.includes("film.mp4");

function rangeOf({ headers }: SeenRequest): { start: number; end: number } {
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(String(headers.range)) ?? [];
  return { start: Number(start), end: Number(end) + 1 };
}

function askedBytes({ requests }: FaultyProxy): number {
  return requests
    .filter(isGet)
    .map(rangeOf)
    .reduce((sum, { start, end }) => sum + end - start, 0);
}

/** Compares what was asked for of the film's samples with what the copy has, and returns how many bytes those are. */
async function comparedBytes(path: string, { requests }: FaultyProxy): Promise<number> {
  const copy = await open(path);
  const tablesAt = film.lastIndexOf("moov") - 4;
  let bytes = 0;
  for (const { start, end: until } of requests.filter(isGet).map(rangeOf)) {
    // The copy's own tables stand at its end; where the film's stood is a gap.
    const end = Math.min(until, tablesAt);
    if (start >= end) continue;
    const { buffer } = await copy.read(Buffer.alloc(end - start), 0, end - start, start);
    assert.ok(buffer.equals(film.subarray(start, end)), `${start} to ${end}`);
    bytes += end - start;
  }
  await copy.close();
  return bytes;
}

test("of a film in a bucket a part is read, by one request a range, of the content that the job named", {
  skip,
}, async (t) => {
  const made = await scene(t);
  await fetched(made, async (path) => {
    assert.equal((await probeSource(BUNDLED, path, made.context.signal)).video?.width, 128);
    assert.ok((await comparedBytes(path, made.proxy)) > 0);
  });
  const gets = made.proxy.requests.filter(isGet);
  const asked = askedBytes(made.proxy);
  assert.ok(asked < 0.05 * film.length, `${asked} of ${film.length}`);
  const [told] = made.said().filter(({ msg }) => msg === "a part of the source was read");
  assert.deepEqual([told?.readBytes, told?.sourceBytes], [asked, film.length]);
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
    const made = await scene(t);
    made.proxy.fail(onceEach(fault, count));
    await fetched(made, async (path) => {
      assert.match(path, /source-ranges\.mp4$/);
      await comparedBytes(path, made.proxy);
      assert.equal((await probeSource(BUNDLED, path, made.context.signal)).video?.width, 128);
    });
  });
}

test("a part is read to its end after the service was away in the midst of it", { skip }, async (t) => {
  const made = await scene(t);
  let away: Promise<void> | undefined;
  made.proxy.fail(() => {
    if (made.proxy.requests.filter(isGet).length === 4) away ??= made.proxy.goAway();
    return undefined;
  });
  const read = fetched(made, (path) => comparedBytes(path, made.proxy));
  await until("the service to go away", () => away !== undefined);
  await away;
  await made.proxy.comeBack();
  assert.ok((await read) > 0);
});

/** The same film with other pictures in it. */
function otherFilm(): Buffer {
  const other = Buffer.from(film);
  other.fill(0, 5_000, 100_000);
  return other;
}

/** Replaces the object before this answer, and lets none come until it is done. */
function replaceAt(count: number, { proxy, storage }: Scene): void {
  let state: "as it was" | "being replaced" | "replaced" = "as it was";
  proxy.fail((seen) => {
    if (!isGet(seen) || state === "replaced" || proxy.requests.filter(isGet).length < count) return undefined;
    if (state === "as it was") {
      state = "being replaced";
      void storage.write(KEY, otherFilm()).then(() => {
        state = "replaced";
      });
    }
    return { kind: "answer", status: 503, code: "SlowDown" };
  });
}

test("an object that is replaced between two ranges ends the job, and nothing is made of the mixture", {
  skip,
}, async (t) => {
  const made = await scene(t);
  replaceAt(3, made);
  await assert.rejects(
    fetched(made, async () => assert.fail("work was done")),
    REPLACED,
  );
});

test("an object that was replaced before its job began ends the job, read in parts or whole", {
  skip,
}, async (t) => {
  const made = await scene(t);
  await made.storage.write(KEY, otherFilm());
  for (const range of [RANGE, { startS: 0, endS: null }]) {
    await assert.rejects(
      fetched(made, async () => assert.fail("work was done"), range),
      REPLACED,
    );
  }
});

test("an object that is gone ends the job too", { skip }, async (t) => {
  const made = await scene(t);
  await made.storage.remove(KEY);
  await assert.rejects(
    fetched(made, async () => assert.fail("work was done")),
    {
      code: "SOURCE_UNREACHABLE",
      retryable: false,
      message: "The uploaded file is not there, or no longer.",
    },
  );
});

test("what a run has downloaded is stored, and worked on where it lies", { skip }, async (t) => {
  const made = await scene(t);
  // Without ranges or validators, so that the file is downloaded whole.
  const server = await localServer(t, (_request, response) => {
    response.writeHead(200, { "content-length": film.length }).end(film);
  });
  const source: MediaSource = { kind: "url", url: `${server.url}/film.mp4` };
  const stored = "tasks/task_parts/work/source.bin";
  await fetched({ ...made, source }, async (path) => {
    assert.ok((await readFile(path)).equals(film));
    assert.ok(path.startsWith(made.context.scratchFolder));
    assert.equal((await made.storage.stat(stored))?.sizeBytes, film.length);
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

/** The bucket's object by an address, as somebody else's bucket would be named. */
function addressed(made: Scene): Scene {
  const link = { expiresInS: 600, contentType: "video/mp4", filename: "film.mp4" };
  const url = made.context.storage.downloadUrl(KEY, link);
  assert.ok(url !== undefined);
  return { ...made, source: { kind: "url", url } };
}

test("of a film at an address of a bucket a part is read, also while requests fail", { skip }, async (t) => {
  const made = addressed(await scene(t));
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
    assert.ok((await comparedBytes(path, made.proxy)) > 0);
  });
  const asked = askedBytes(made.proxy);
  assert.ok(asked < 0.1 * film.length, `${asked} of ${film.length}`);
});

test("a film at an address of a bucket that is replaced between two ranges is read whole", {
  skip,
}, async (t) => {
  const made = addressed(await scene(t));
  replaceAt(3, made);
  await fetched(made, async (path) => {
    assert.ok((await readFile(path)).equals(otherFilm()));
  });
});
