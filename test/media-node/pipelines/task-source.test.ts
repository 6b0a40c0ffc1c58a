// What a task's runs read of large sources, against real servers and a storage that has no local files.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { before, type TestContext, test } from "node:test";
import { runFfmpeg, untrustedInput } from "../../../media-node/ffmpeg/ffmpeg.ts";
import { checkpoint, storedCheckpoint } from "../../../media-node/pipelines/checkpoints.ts";
import { keptSource } from "../../../media-node/pipelines/kept-source.ts";
import type { RangedRead, RunContext } from "../../../media-node/pipelines/run-context.ts";
import { withTaskSource } from "../../../media-node/pipelines/task-source.ts";
import { probeSource } from "../../../media-node/source/probe-source.ts";
import { DEFAULT_BOUNDS } from "../../../shared/limits/request-bounds.ts";
import { createLogger } from "../../../shared/logger.ts";
import { readNetworkPolicy } from "../../../shared/network/network-safety.ts";
import { createFileStorage } from "../../../shared/storage/file-storage.ts";
import type { ObjectStorage } from "../../../shared/storage/object-storage.ts";
import type { MediaSource } from "../../../shared/tasks/media-source.ts";
import { localServer } from "../../support/local-server.ts";
import { BUNDLED } from "../../support/media-node/media-tools.ts";
import { type FilmAnswers, serveFilm } from "../../support/media-node/sources/film-server.ts";
import { paddedFilm } from "../../support/media-node/sources/ranged-films.ts";
import { storageWith } from "../../support/storage/storage-with.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const RANGE = { startS: 200, endS: 212 };

let film: Buffer;

before(async (t) => {
  film = await paddedFilm(await temporaryFolder(t as TestContext));
});

async function contextOf(
  t: TestContext,
  storage: ObjectStorage,
  signal?: AbortSignal,
  onRangedRead: (read: RangedRead) => void = () => undefined,
): Promise<RunContext> {
  return {
    taskId: "task_parts",
    storage,
    scratchFolder: await temporaryFolder(t),
    policy: readNetworkPolicy({ CLIPMILL_ALLOW_NETWORKS: "127.0.0.1/32" }),
    logger: createLogger("test", "silent"),
    signal: signal ?? AbortSignal.timeout(120_000),
    tools: { ...BUNDLED, ytdlp: null, bounds: DEFAULT_BOUNDS, onRangedRead },
    report: () => undefined,
  } as unknown as RunContext;
}

const wanted = (source: MediaSource, range: { startS: number; endS: number | null } = RANGE) => ({
  source,
  range,
  onProgress: () => undefined,
});

/** Fetches the source, probes it, and says what lies in the storage then. */
async function probed(
  context: RunContext,
  source: MediaSource,
  range?: { startS: number; endS: number | null },
) {
  const info = await withTaskSource(context, wanted(source, range), async (path) => {
    assert.equal((await probeSource(BUNDLED, path, context.signal)).video?.width, 128);
    return path;
  });
  const isKept = (await context.storage.stat("tasks/task_parts/work/source.bin")) !== undefined;
  return { isPart: info.endsWith("source-ranges.mp4"), isKept };
}

async function fromServer(t: TestContext, answers: FilmAnswers) {
  const served = serveFilm(film, answers);
  const server = await localServer(t, served.listener);
  const storage = createFileStorage(await temporaryFolder(t));
  const source: MediaSource = { kind: "url", url: `${server.url}/film.mp4` };
  const reads: RangedRead[] = [];
  const context = () => contextOf(t, storage, undefined, (read) => void reads.push(read));
  return { served, storage, source, reads, context, run: async () => probed(await context(), source) };
}

test("of a URL only what the range needs is read, and it is not stored", async (t) => {
  const { run, served, reads } = await fromServer(t, { etag: '"a"' });
  assert.deepEqual(await run(), { isPart: true, isKept: false });
  assert.ok(served.sentBytes() < 0.2 * film.length, `${served.sentBytes()} of ${film.length}`);
  // The first request asks whether the server keeps to ranges, by one byte.
  const readBytes = served.sentBytes() - 1;
  const sparedBytes = film.length - readBytes;
  assert.deepEqual(reads, [{ outcome: "copied", readBytes, requests: served.requests() - 1, sparedBytes }]);
});

test("a connection that breaks is begun again behind what came", async (t) => {
  const { run, served, reads } = await fromServer(t, { etag: '"a"', breaksAt: 4 });
  assert.deepEqual(await run(), { isPart: true, isKept: false });
  assert.equal(reads[0]?.requests, served.requests() - 1, "repeated requests count");
  assert.ok(served.sentBytes() < 0.2 * film.length);
});

test("a server without ranges or validators, or that changes the file meanwhile, sends it whole", async (t) => {
  const whole = { isPart: false, isKept: true };
  assert.deepEqual(await (await fromServer(t, { etag: '"a"', wholeFrom: 1 })).run(), whole);
  assert.deepEqual(await (await fromServer(t, {})).run(), whole);
  assert.deepEqual(await (await fromServer(t, { etag: 'W/"a"' })).run(), whole);
  const careless = await fromServer(t, { etag: '"a"', changedFrom: 4 });
  assert.deepEqual(await careless.run(), whole, "it keeps to ranges, and not to If-Range");
  assert.ok(careless.served.requests() < 12);
  const changing = await fromServer(t, { etag: '"a"', wholeFrom: 4 });
  assert.deepEqual(await changing.run(), whole);
  const [changed] = changing.reads;
  assert.deepEqual([changing.reads.length, changed?.outcome, changed?.sparedBytes], [1, "whole", 0]);
  assert.ok(Number(changed?.readBytes) > 0 && Number(changed?.requests) > 0, JSON.stringify(changed));
  assert.ok(changing.served.requests() < 12, "nothing is asked for again that has changed");
});

test("each request of a range is checked for where it leads", async (t) => {
  const secret = await localServer(t, (_request, response) => void response.end("secret"), {
    host: "127.0.0.2",
  });
  const redirects = { at: 3, to: `${secret.url}/film.mp4` };
  const { run } = await fromServer(t, { etag: '"a"', redirects });
  assert.deepEqual(await run(), { isPart: false, isKept: true });
  assert.equal(secret.connections(), 0);
});

test("a run that finds another version than the run before drops what that has kept", async (t) => {
  const { run, served, storage } = await fromServer(t, { etag: '"a"' });
  const context = await contextOf(t, storage);
  await run();
  await checkpoint(context, "selection", async () => "of version a");
  await run();
  assert.equal(await storedCheckpoint(context, "selection"), "of version a");
  served.answers.etag = '"b"';
  assert.deepEqual(await run(), { isPart: true, isKept: false });
  assert.equal(await storedCheckpoint(context, "selection"), undefined);
  await checkpoint(context, "selection", async () => "of version b");
  served.answers.wholeFrom = 0;
  assert.deepEqual(await run(), { isPart: false, isKept: true });
  assert.equal(await storedCheckpoint(context, "selection"), undefined);
});

test("a source beyond the node's bound is refused from a URL and from the storage, whole and in ranges", async (t) => {
  const { context: open, source, storage } = await fromServer(t, { etag: '"a"' });
  await storage.write("uploads/film", film);
  const stored: MediaSource = { kind: "upload", storageKey: "uploads/film" };
  const bucket = storageWith(storage, { hasLocalFiles: false });
  const whole = { startS: 0, endS: null };
  for (const [kept, named, range] of [
    [storage, source, RANGE],
    [storage, source, whole],
    [storage, stored, whole],
    [bucket, stored, RANGE],
  ] as const) {
    const context = await open();
    const bounds = { ...DEFAULT_BOUNDS, sourceBytes: film.length - 1 };
    const bounded = { ...context, storage: kept, tools: { ...context.tools, bounds } };
    await assert.rejects(probed(bounded, named, range), { code: "SOURCE_TOO_LARGE" });
  }
});

test("an object of a storage without local files is read in ranges, and whole where all of it is worked on", async (t) => {
  const files = createFileStorage(await temporaryFolder(t));
  await files.write("uploads/film", film);
  let openedBytes = 0;
  let copies = 0;
  const storage = storageWith(files, {
    hasLocalFiles: false,
    open: async (key, range) => {
      openedBytes += range === undefined ? film.length : range.last + 1 - range.first;
      return await files.open(key, range);
    },
    localPath: async (key, folder) => {
      copies += 1;
      return await files.localPath(key, folder);
    },
  });
  const source: MediaSource = { kind: "upload", storageKey: "uploads/film" };
  assert.equal((await probed(await contextOf(t, storage), source)).isPart, true);
  assert.ok(openedBytes > 0 && openedBytes < 0.2 * film.length, `${openedBytes} of ${film.length}`);
  assert.equal(copies, 0);
  const all = { startS: 0, endS: null };
  assert.equal((await probed(await contextOf(t, storage), source, all)).isPart, false);
  assert.equal(copies, 1);
  assert.equal(
    (await probed(await contextOf(t, files), source)).isPart,
    false,
    "a local file is read where it lies",
  );
});

test("work that reads more than was copied is done again on the whole source", async (t) => {
  const { source, context: open, reads } = await fromServer(t, { etag: '"a"' });
  const context = await open();
  const paths: string[] = [];
  const read = async (path: string): Promise<string> => {
    paths.push(path);
    const args = [...untrustedInput(path, { seekS: 100, durationS: 1 }), "-f", "null", "-"];
    await runFfmpeg(BUNDLED.ffmpeg, { args, timeoutMs: 60_000, signal: context.signal });
    return path;
  };
  const last = await withTaskSource(context, wanted(source), read);
  assert.equal(paths.length, 2);
  assert.match(join(paths[0] ?? ""), /source-ranges\.mp4$/);
  assert.equal(last, paths[1]);
  assert.deepEqual([reads.length, reads[0]?.outcome, reads[0]?.sparedBytes], [1, "whole", 0]);
});

/** All frames of two seconds, as renders read them. */
function frameHash(path: string, seekS: number, signal: AbortSignal): Promise<string> {
  const args = [...untrustedInput(path, { seekS, durationS: 2 }), "-map", "0:v", "-f", "md5", "-"];
  const chunks: Buffer[] = [];
  const onOutput = (chunk: Buffer): void => void chunks.push(chunk);
  return runFfmpeg(BUNDLED.ffmpeg, { args, timeoutMs: 60_000, signal, onOutput }).then(() =>
    Buffer.concat(chunks).toString(),
  );
}

test("of a job of clips the part is kept, and read again for renders within it", async (t) => {
  const { source, context: open, served, storage } = await fromServer(t, { etag: '"a"' });
  const first = await open();
  const hash = await withTaskSource(first, { ...wanted(source), isKept: true }, (path) =>
    frameHash(path, 204, first.signal),
  );
  const kept = await keptSource(first, source);
  assert.ok(kept?.isPart === true && kept.source.kind === "upload");
  const { sizeBytes = 0 } = (await storage.stat(kept.source.storageKey)) ?? {};
  assert.ok(sizeBytes > 0 && sizeBytes < 0.2 * film.length, `${sizeBytes} of ${film.length}`);
  const requests = served.requests();
  const bucket = storageWith(storage, { hasLocalFiles: false });
  for (const place of [storage, bucket]) {
    const later = await contextOf(t, place);
    const again: string = await withTaskSource(
      later,
      wanted(kept.source, { startS: 204, endS: 206 }),
      (path) => frameHash(path, 204, later.signal),
    );
    assert.equal(again, hash);
  }
  const outside = await contextOf(t, storage);
  await assert.rejects(
    withTaskSource(outside, wanted(kept.source), (path) => frameHash(path, 100, outside.signal)),
    { code: "RANGE_OUTSIDE_SOURCE", retryable: false },
  );
  assert.equal(served.requests(), requests, "the address is not asked again");
});

test("a run that is stopped while it reads leaves no file and asks for nothing more", async (t) => {
  const stopped = new AbortController();
  const served = serveFilm(film, { etag: '"a"' });
  const server = await localServer(t, (request, response) => {
    if (served.requests() === 3) return stopped.abort(new Error("stopped"));
    served.listener(request, response);
  });
  const context = await contextOf(t, createFileStorage(await temporaryFolder(t)), stopped.signal);
  const source: MediaSource = { kind: "url", url: `${server.url}/film.mp4` };
  await assert.rejects(
    withTaskSource(context, wanted(source), async () => "never"),
    /stopped/,
  );
  await assert.rejects(readFile(join(context.scratchFolder, "source-ranges.mp4")), { code: "ENOENT" });
});
