// The checkpoints by which a run goes on where another was cut off, and the end of a task's files. What lies below `work/` is
// removed when the task has ended; clips, and the source that they can be rendered from again, stay for their time.

import type { ObjectStorage } from "../../shared/storage/object-storage.ts";
import { sourcePrefix, workPrefix } from "../../shared/storage/task-keys.ts";
import type { RunContext } from "./run-context.ts";

function checkpointKey(taskId: string, name: string): string {
  return `${workPrefix(taskId)}${name}.json`;
}

/**
 * What runs have kept as JSON; undefined also of what is damaged, as by a failing disk: it can be made again, and would end
 * every run that reads it.
 */
export async function readKept<T>({ storage, logger }: RunContext, key: string): Promise<T | undefined> {
  const stored = await storage.read(key);
  if (stored === undefined) return undefined;
  try {
    return JSON.parse(stored.toString("utf8")) as T;
  } catch {
    // Without the error, which quotes what is there.
    logger.warn({ storageKey: key }, "what was kept is damaged, and is made again");
    return undefined;
  }
}

/** The stored result of a stage, or undefined. */
export async function storedCheckpoint<T>(context: RunContext, name: string): Promise<T | undefined> {
  return readKept<T>(context, checkpointKey(context.taskId, name));
}

/** The stored result of a stage, made and stored first where there is none. */
export async function checkpoint<T>(context: RunContext, name: string, make: () => Promise<T>): Promise<T> {
  const stored = await storedCheckpoint<T>(context, name);
  if (stored !== undefined) return stored;
  const result = await make();
  await keepCheckpoint(context, name, result);
  return result;
}

/** Stores the result of a stage, whatever was stored before. */
export async function keepCheckpoint(context: RunContext, name: string, result: unknown): Promise<void> {
  await context.storage.write(checkpointKey(context.taskId, name), JSON.stringify(result));
}

/** Has a stage run again although its result is stored. */
export async function forgetCheckpoint(context: RunContext, name: string): Promise<void> {
  await context.storage.remove(checkpointKey(context.taskId, name));
}

/** Removes what only unfinished runs need. */
export async function removeWork(storage: ObjectStorage, taskId: string): Promise<void> {
  await storage.remove(workPrefix(taskId));
}

/** Removes what further renders of a task's clips would be made from: of a task that has none. */
export async function removeKeptSource(storage: ObjectStorage, taskId: string): Promise<void> {
  await storage.remove(sourcePrefix(taskId));
}
