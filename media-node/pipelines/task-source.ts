// A task's source as a local file with all that the work reads. A download is kept in the storage, so that it happens once per
// task. If a task needs only a stretch of a large source, each run reads only that. All that runs keep must come from one
// version of the source: the first run that reads a part notes the version, and a run that finds another one drops what was
// kept and starts over. What clip jobs keep beyond that is in kept-source.ts.
import { rm } from "node:fs/promises";
import { SOURCE_LIMITS } from "../../shared/limits/sources.ts";
import type { MediaRange, MediaSource } from "../../shared/tasks/media-source.ts";
import { isOutsideRangedCopy } from "../ffmpeg/inputs/ranged-input.ts";
import type { SourceLimits } from "../source/download-source.ts";
import { fetchRanges } from "../source/fetch-ranges.ts";
import { fetchSource } from "../source/fetch-source.ts";
import { withIndex } from "../source/indexing/with-index.ts";
import type { YtDlpChoice } from "../source/yt-dlp-arguments.ts";
import { runStage } from "../threads/run-stage.ts";
import { checkpoint, removeWork, storedCheckpoint } from "./checkpoints.ts";
import { downloadKey, isKeptPart, keepPart, withKeptPart } from "./kept-source.ts";
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
  if (wanted.isKept === true && source.kind === "url") await keepPart(context, path, pieces);
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
  if (isKeptPart(wanted.source)) return withKeptPart(context, wanted.source, work);
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
