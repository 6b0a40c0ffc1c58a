// A film in a bucket of a real S3 server, behind a proxy that fails as it is told, and what a run asks for of it.
import assert from "node:assert/strict";
import { open } from "node:fs/promises";
import type { TestContext } from "node:test";
import type { RunContext } from "../../../../media-node/pipelines/run-context.ts";
import { withTaskSource } from "../../../../media-node/pipelines/task-source.ts";
import { DEFAULT_BOUNDS } from "../../../../shared/limits/request-bounds.ts";
import { readNetworkPolicy } from "../../../../shared/network/network-safety.ts";
import type { S3Storage } from "../../../../shared/storage/s3/s3-storage.ts";
import type { MediaSource } from "../../../../shared/tasks/media-source.ts";
import { keptLog } from "../../kept-log.ts";
import { type FaultyProxy, faultyProxy, type SeenRequest } from "../../s3/faulty-proxy.ts";
import { bucketWith, type TestBucket, testBucket } from "../../s3/test-bucket.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { BUNDLED } from "../media-tools.ts";
import { paddedFilm } from "./ranged-films.ts";

export const KEY = "uploads/acct_1/film.mp4";
export const RANGE = { startS: 200, endS: 212 };
export interface BucketFilm extends TestBucket {
  /** What was uploaded. */
  readonly film: Buffer;
  readonly proxy: FaultyProxy;
  readonly context: RunContext;
  /** The upload, as a job names it. */
  readonly source: MediaSource;
  readonly said: () => Record<string, unknown>[];
}

export async function newContext(t: TestContext, storage: S3Storage) {
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

let uploaded: Promise<{ film: Buffer; bucket: string }> | undefined;

/** Uploads the film for the copies of all tests of a file, and tells in which bucket it lies. */
async function uploadFilm(t: TestContext): Promise<{ film: Buffer; bucket: string }> {
  const film = await paddedFilm(await temporaryFolder(t));
  const { storage, settings } = await testBucket();
  await storage.write(KEY, film);
  return { film, bucket: settings.bucket };
}

/** A copy of the film in a bucket, behind a proxy that can fail. */
export async function bucketFilm(t: TestContext): Promise<BucketFilm> {
  const bucket = await testBucket();
  uploaded ??= uploadFilm(t);
  const original = await uploaded;
  const CopySource = `${original.bucket}/${KEY}`;
  await bucket.connection.client.copyObject({ Bucket: bucket.settings.bucket, Key: KEY, CopySource });
  const proxy = await faultyProxy(t, { target: bucket.server.url });
  const { storage } = await bucketWith({ ...bucket.settings, endpoint: proxy.url });
  const tag = (await bucket.storage.stat(KEY))?.tag ?? undefined;
  assert.ok(tag !== undefined);
  const source: MediaSource = { kind: "upload", storageKey: KEY, tag };
  return { ...bucket, film: original.film, proxy, source, ...(await newContext(t, storage)) };
}

export function fetched<T>(
  { context, source }: Pick<BucketFilm, "context" | "source">,
  work: (path: string) => Promise<T>,
  range: { startS: number; endS: number | null } = RANGE,
): Promise<T> {
  return withTaskSource(context, { source, range, onProgress: () => undefined }, work);
}

export const isGet = ({ method, url }: SeenRequest): boolean => method === "GET" && url.includes("film.mp4");

function rangeOf({ headers }: SeenRequest): { start: number; end: number } {
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(String(headers.range)) ?? [];
  return { start: Number(start), end: Number(end) + 1 };
}

export function askedBytes({ requests }: FaultyProxy): number {
  return requests
    .filter(isGet)
    .map(rangeOf)
    .reduce((sum, { start, end }) => sum + end - start, 0);
}

/** Compares what was asked for of the film's samples with what the copy has, and returns how many bytes those are. */
export async function comparedBytes(
  path: string,
  { film, proxy: { requests } }: BucketFilm,
): Promise<number> {
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

/** The bucket's object by an address, as somebody else's bucket would be named. */
export function addressed(made: BucketFilm): BucketFilm {
  const link = { expiresInS: 600, contentType: "video/mp4", filename: "film.mp4" };
  const url = made.context.storage.downloadUrl(KEY, link);
  assert.ok(url !== undefined);
  return { ...made, source: { kind: "url", url } };
}
