// A task's source as a local file with all that the work reads. A download is kept in the storage, so that it happens once per
// task; that of clip jobs is kept beyond the task's end, because clips may be rendered again. If a task needs only a stretch
// of a large source, each run reads only that; of clip jobs the stretch is kept, too. All that runs keep must come from one
// version of the source: the first run that reads a part notes the version, and a run that finds another one drops what was
// kept and starts over.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../../shared/errors.ts";
import { SOURCE_LIMITS } from "../../shared/limits/sources.ts";
import { sourcePrefix, workPrefix } from "../../shared/storage/task-keys.ts";
import type { MediaRange, MediaSource } from "../../shared/tasks/media-source.ts";
import { isOutsideRangedCopy, RANGED_COPY_NAME } from "../ffmpeg/inputs/ranged-input.ts";
import type { SourceLimits } from "../source/download-source.ts";
import { fetchRanges } from "../source/fetch-ranges.ts";
import { fetchSource, fetchStored } from "../source/fetch-source.ts";
import { withIndex } from "../source/indexing/with-index.ts";
import type { Bytes } from "../source/ranges/byte-ranges.ts";
import { packCopy, unpackCopy } from "../source/ranges/packed-copy.ts";
import type { YtDlpChoice } from "../source/yt-dlp-arguments.ts";
import { runStage } from "../threads/run-stage.ts";
import { checkpoint, removeWork, storedCheckpoint } from "./checkpoints.ts";
import { liftRunTime } from "./limit-run-time.ts";
import type { RangedRead, RunContext } from "./run-context.ts";

export interface TaskSource {
  readonly source: MediaSource;
  /** What is worked on; nothing outside it is looked at, save for a few seconds around it. */
  readonly range: MediaRange;
  /** Of a page that offers several. */
  readonly choice?: YtDlpChoice;
  /** Whether a download is kept for renders after the task's end; not unless told. */
  readonly isKept?: boolean;
  readonly onProgress: (fraction: number) => void;
}

const VERSION = "source-version";

function limitsOf({ tools }: RunContext): SourceLimits {
  return { ...SOURCE_LIMITS, bytes: tools.bounds.sourceBytes, diskFloorBytes: tools.diskFloorBytes };
}

function downloadKey({ taskId }: RunContext, isKept = false): string {
  return `${isKept ? sourcePrefix(taskId) : workPrefix(taskId)}source.bin`;
}

/** The name of a part of a source that is kept, without its holes. */
const PART_NAME = "part.bin";

function isPart(source: MediaSource): source is Extract<MediaSource, { kind: "upload" }> {
  return source.kind === "upload" && source.storageKey.endsWith(`/${PART_NAME}`);
}

export interface KeptSource {
  readonly source: MediaSource;
  /** Whether only what the job worked on is there. */
  readonly isPart: boolean;
}

/** Where a source that is kept lies after the work on it; undefined where nothing of it is kept. */
export async function keptSource(context: RunContext, source: MediaSource): Promise<KeptSource | undefined> {
  if (source.kind === "upload") return { source, isPart: false };
  for (const storageKey of [downloadKey(context, true), `${sourcePrefix(context.taskId)}${PART_NAME}`]) {
    if ((await context.storage.stat(storageKey)) === undefined) continue;
    const kept: MediaSource = { kind: "upload", storageKey };
    return { source: kept, isPart: isPart(kept) };
  }
  return undefined;
}

/** Keeps the part of a URL's film that was copied, where renders may want it. */
async function keepPart(
  { storage, taskId, scratchFolder, signal }: RunContext,
  { source, isKept }: TaskSource,
  path: string,
  pieces: readonly Bytes[],
): Promise<void> {
  if (isKept !== true || source.kind === "upload") return;
  const packedPath = join(scratchFolder, PART_NAME);
  await packCopy(path, pieces, packedPath, signal);
  await storage.putFile(`${sourcePrefix(taskId)}${PART_NAME}`, packedPath);
}

/** The part of a film that an earlier job has kept. @throws AppError RANGE_OUTSIDE_SOURCE, from work that reads more */
async function withPart<T>(
  { storage, scratchFolder, signal }: RunContext,
  part: Extract<MediaSource, { kind: "upload" }>,
  work: (sourcePath: string) => Promise<T>,
): Promise<T> {
  const path = join(scratchFolder, RANGED_COPY_NAME);
  await runStage("fetch", null, async () => {
    const { path: packedPath } = await fetchStored({ source: part, storage, scratchFolder, signal });
    await unpackCopy(packedPath, path, signal);
  });
  try {
    return await work(path);
  } catch (error) {
    signal.throwIfAborted();
    if (!isOutsideRangedCopy(error)) throw error;
    const message = "Only what the job was asked to read of the source was kept, and this needs more of it.";
    throw new AppError("RANGE_OUTSIDE_SOURCE", message, { retryable: false, cause: error });
  }
}

/** Notes which version of the source the task's checkpoints are of; those of another version are removed. */
async function keepToVersion(context: RunContext, version: string): Promise<void> {
  const known = await storedCheckpoint<string>(context, VERSION);
  if (known === version) return;
  if (known !== undefined) {
    context.logger.warn("the source has changed since an earlier run of the task, which starts over");
    await removeWork(context.storage, context.taskId);
  }
  await checkpoint(context, VERSION, async () => version);
}

/** The source where it lies already; undefined for one that has yet to be downloaded. */
async function storedSource(
  context: RunContext,
  { source, isKept }: TaskSource,
): Promise<MediaSource | undefined> {
  if (source.kind === "upload") return source;
  const storageKey = downloadKey(context, isKept);
  return (await context.storage.stat(storageKey)) === undefined ? undefined : { kind: "upload", storageKey };
}

/** A copy of the part that is worked on. */
interface CopiedPart {
  readonly path: string;
  readonly read: Omit<RangedRead, "outcome">;
}

/** A copy of the part that is worked on, or undefined where the source is to be read whole. */
async function rangedSource(context: RunContext, wanted: TaskSource): Promise<CopiedPart | undefined> {
  const { source, range, onProgress } = wanted;
  const { storage, scratchFolder, policy, signal, logger, tools } = context;
  if (range.startS === 0 && range.endS === null) return undefined;
  const stored = await storedSource(context, wanted);
  if (stored !== undefined && storage.hasLocalFiles) return undefined;
  const fetched = await fetchRanges({
    source: stored ?? source,
    span: { startS: range.startS, endS: range.endS ?? Number.POSITIVE_INFINITY },
    storage,
    scratchFolder,
    policy,
    limits: limitsOf(context),
    signal,
    onProgress,
  });
  if (!fetched.isCopied) {
    const { reason, readBytes, requests } = fetched;
    logger.info({ reason, readBytes }, "the source is read whole");
    tools.onRangedRead({ outcome: "whole", readBytes, requests, sparedBytes: 0 });
    return undefined;
  }
  const { path, version, readBytes, requests, sourceBytes, ranges, pieces } = fetched;
  logger.info({ readBytes, sourceBytes, ranges }, "a part of the source was read");
  if (version !== null) await keepToVersion(context, version);
  await keepPart(context, wanted, path, pieces);
  return { path, read: { readBytes, requests, sparedBytes: Math.max(0, sourceBytes - readBytes) } };
}

/** The whole source. */
async function wholeSource(context: RunContext, wanted: TaskSource): Promise<string> {
  const { source, choice, onProgress, isKept } = wanted;
  const { storage, scratchFolder, policy, signal, tools } = context;
  const { ffmpeg, ytdlp } = tools;
  const options = {
    storage,
    scratchFolder,
    policy,
    limits: limitsOf(context),
    signal,
    onProgress,
    ffmpeg,
    choice,
    ...(ytdlp === null ? {} : { ytdlp }),
  };
  if (source.kind === "upload") return (await fetchSource({ ...options, source })).path;
  const key = downloadKey(context, isKept);
  if ((await storage.stat(key)) === undefined) {
    // Whether a download is of the version that runs before have read a part of, nobody can say.
    if ((await storedCheckpoint(context, VERSION)) !== undefined) await removeWork(storage, context.taskId);
    const { path } = await fetchSource({ ...options, source });
    return await storage.putFileInUse(key, path);
  }
  return await storage.localPath(key, scratchFolder, signal);
}

/** The source with an index where it is a recording without one. */
async function indexedSource(
  { scratchFolder, signal, logger }: RunContext,
  sourcePath: string,
): Promise<string> {
  const { path, refusal } = await withIndex(sourcePath, scratchFolder, signal);
  if (refusal !== undefined) logger.info({ refusal }, "the source has no index, and is read as it is");
  return path;
}

/**
 * Works on a local file of the task's source. If the work turns out to read more than was copied, it is repeated on the whole
 * source.
 * @throws AppError RANGE_OUTSIDE_SOURCE where no more was kept; as fetching does, and what `work` throws
 */
export async function withTaskSource<T>(
  context: RunContext,
  wanted: TaskSource,
  work: (sourcePath: string) => Promise<T>,
): Promise<T> {
  if (isPart(wanted.source)) return withPart(context, wanted.source, work);
  const whole = async (): Promise<string> => indexedSource(context, await wholeSource(context, wanted));
  const { part, path } = await runStage("fetch", null, async () => {
    const copied = await rangedSource(context, wanted);
    return { part: copied, path: copied?.path ?? (await whole()) };
  });
  if (part === undefined) return work(path);
  const { onRangedRead } = context.tools;
  try {
    const done = await work(path);
    onRangedRead({ ...part.read, outcome: "copied" });
    return done;
  } catch (error) {
    context.signal.throwIfAborted();
    const isEnough = !isOutsideRangedCopy(error);
    const { read } = part;
    onRangedRead(isEnough ? { ...read, outcome: "copied" } : { ...read, outcome: "whole", sparedBytes: 0 });
    if (isEnough) throw error;
    context.logger.warn(
      { err: error },
      "more of the source is needed than was expected, so it is read whole",
    );
    await rm(path, { force: true });
    liftRunTime();
    return work(await runStage("fetch", null, whole));
  }
}
