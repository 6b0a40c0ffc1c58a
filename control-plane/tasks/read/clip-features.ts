// What finished clips were scored from, for fitting the virality model: a command of the operator's, which reads the
// outputs of the tasks that made the clips, wherever those lie, a few at a time.

import type { Queryable } from "../../../shared/db/connect.ts";
import { isId, timeDigits } from "../../../shared/ids.ts";
import { OUTPUT_LIMITS } from "../../../shared/limits/storage.ts";
import type { OpenStorage } from "../../../shared/storage/object-storage.ts";
import type { ClipResult } from "../../../shared/tasks/clip-job.ts";
import { KINDS_WITH_CLIPS } from "../../../shared/tasks/task-kinds.ts";
import { type ClipTask, selectClipTasks } from "../../db/tasks/clip-features.ts";
import { readStoredOutput } from "./stored-outputs.ts";

export interface ClipFeatures {
  readonly clipId: string;
  readonly taskId: string;
  /** Null of clips that were made before features were kept. */
  readonly features: NonNullable<ClipResult["features"]> | null;
}

async function clipsOf(task: ClipTask, storage: OpenStorage): Promise<readonly ClipResult[]> {
  const { output, output_key: key } = task;
  const whole = key === null ? output : JSON.parse((await readStoredOutput(await storage(), key)).toString());
  return Array.isArray(whole?.clips) ? whole.clips : [];
}

/** Those of a few clips that are there. */
async function findSome(
  sql: Queryable,
  storage: OpenStorage,
  clipIds: ReadonlySet<string>,
): Promise<ClipFeatures[]> {
  const tasks = await selectClipTasks(sql, KINDS_WITH_CLIPS, [...new Set([...clipIds].map(timeDigits))]);
  const found: ClipFeatures[] = [];
  const readOn = async (): Promise<void> => {
    for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
      const taskId = task.id;
      const clips = (await clipsOf(task, storage)).filter(({ id }) => clipIds.has(id));
      found.push(...clips.map(({ id, features = null }) => ({ clipId: id, taskId, features })));
    }
  };
  await Promise.all(Array.from({ length: OUTPUT_LIMITS.clipReadsAtOnce }, readOn));
  return found;
}

/**
 * Those of the given clips that are there, by their ids.
 * @param storage opens the storage, which is asked for only where an output lies there
 * @throws AppError INTERNAL, which names the key, where an output is missing or damaged; the storage's error
 */
export async function findClipFeatures(
  sql: Queryable,
  storage: OpenStorage,
  clipIds: readonly string[],
): Promise<ClipFeatures[]> {
  const known = [...new Set(clipIds)].filter((id) => isId("clip", id)).sort();
  const found: ClipFeatures[] = [];
  for (let first = 0; first < known.length; first += OUTPUT_LIMITS.clipsPerStatement) {
    const some = new Set(known.slice(first, first + OUTPUT_LIMITS.clipsPerStatement));
    found.push(...(await findSome(sql, storage, some)));
  }
  return found.sort((a, b) => (a.clipId < b.clipId ? -1 : 1));
}
