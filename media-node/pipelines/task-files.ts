// A task's files as its runs use them: the checkpoints by which a run goes on where another was cut off, and the local
// source. What lies below `work/` is removed when the task has ended; clips stay for their time.

import type { ObjectStorage } from "../../shared/storage/object-storage.ts";
import { workPrefix } from "../../shared/storage/task-keys.ts";
import type { MediaSource } from "../../shared/tasks/clip-job.ts";
import { fetchSource } from "../source/fetch-source.ts";
import type { YtDlpChoice } from "../source/yt-dlp-arguments.ts";
import type { RunContext } from "./run-context.ts";

function checkpointKey(taskId: string, name: string): string {
  return `${workPrefix(taskId)}${name}.json`;
}

/** The stored result of a stage, or undefined. */
export async function storedCheckpoint<T>(context: RunContext, name: string): Promise<T | undefined> {
  const stored = await context.storage.read(checkpointKey(context.taskId, name));
  return stored === undefined ? undefined : (JSON.parse(stored.toString("utf8")) as T);
}

/** The stored result of a stage, made and stored first where there is none. */
export async function checkpoint<T>(context: RunContext, name: string, make: () => Promise<T>): Promise<T> {
  const stored = await storedCheckpoint<T>(context, name);
  if (stored !== undefined) return stored;
  const result = await make();
  await context.storage.write(checkpointKey(context.taskId, name), JSON.stringify(result));
  return result;
}

/** Has a stage run again although its result is stored. */
export async function forgetCheckpoint(context: RunContext, name: string): Promise<void> {
  await context.storage.remove(checkpointKey(context.taskId, name));
}

/** A local path of the task's source; a download is kept in the storage, so that it happens once per task. */
export async function localSource(
  context: RunContext,
  source: MediaSource,
  onProgress: (fraction: number) => void,
  choice?: YtDlpChoice,
): Promise<string> {
  const { storage, scratchFolder, policy, signal, tools } = context;
  const { ffmpeg, ytdlp } = tools;
  const options = {
    storage,
    scratchFolder,
    policy,
    signal,
    onProgress,
    ffmpeg,
    choice,
    ...(ytdlp === null ? {} : { ytdlp }),
  };
  if (source.kind === "upload") return (await fetchSource({ ...options, source })).path;
  const key = `${workPrefix(context.taskId)}source.bin`;
  if ((await storage.stat(key)) === undefined) {
    const { path } = await fetchSource({ ...options, source });
    await storage.putFile(key, path);
  }
  return storage.localPath(key, scratchFolder, signal);
}

/** Removes what only unfinished runs need. */
export async function removeWork(storage: ObjectStorage, taskId: string): Promise<void> {
  await storage.remove(workPrefix(taskId));
}
