// The sources of clip jobs, which are kept beyond their tasks' end, because clips may be rendered again: a download whole, or
// of a large film only the part that was read.
import { join } from "node:path";
import { AppError } from "../../shared/errors.ts";
import { sourcePrefix, workPrefix } from "../../shared/storage/task-keys.ts";
import type { MediaSource, StoredSource } from "../../shared/tasks/media-source.ts";
import { isOutsideRangedCopy, RANGED_COPY_NAME } from "../ffmpeg/inputs/ranged-input.ts";
import { fetchStored } from "../source/fetch-source.ts";
import type { Bytes } from "../source/ranges/byte-ranges.ts";
import { packCopy, unpackCopy } from "../source/ranges/packed-copy.ts";
import { runStage } from "../threads/run-stage.ts";
import type { RunContext } from "./run-context.ts";

/** Where a task's download is kept, for further runs alone or for renders too. */
export function downloadKey({ taskId }: RunContext, isKept = false): string {
  return `${isKept ? sourcePrefix(taskId) : workPrefix(taskId)}source.bin`;
}

/** The name of a part of a source that is kept, without its holes. */
const PART_NAME = "part.bin";

function partKey({ taskId }: RunContext): string {
  return `${sourcePrefix(taskId)}${PART_NAME}`;
}

/** Whether a source is what an earlier job has kept of a larger one. */
export function isKeptPart(source: MediaSource): source is StoredSource {
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
  const places = [
    { storageKey: downloadKey(context, true), isPart: false },
    { storageKey: partKey(context), isPart: true },
  ];
  for (const { storageKey, isPart } of places) {
    const there = await context.storage.stat(storageKey);
    if (there !== undefined) return { source: { kind: "upload", storageKey }, isPart };
  }
  return undefined;
}

/** Keeps the part of a URL's film that was copied, for renders. @param path of the copy, in which `pieces` are there */
export async function keepPart(context: RunContext, path: string, pieces: readonly Bytes[]): Promise<void> {
  const { storage, scratchFolder, signal } = context;
  const packedPath = join(scratchFolder, PART_NAME);
  await packCopy(path, pieces, packedPath, signal);
  await storage.putFile(partKey(context), packedPath);
}

/** Works on the part of a film that an earlier job has kept. @throws AppError RANGE_OUTSIDE_SOURCE, from work that reads more */
export async function withKeptPart<T>(
  { storage, scratchFolder, signal }: RunContext,
  part: StoredSource,
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
