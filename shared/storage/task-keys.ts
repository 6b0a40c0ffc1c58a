// Where a task's files are in the storage. Media nodes write there and control planes remove, so both must agree.
//
// Large outputs lie apart from what expires, under `outputs/`, because a task is read for as long as its row is there.
// They are kept for years, so that they have folders by time: one holds the tasks of 2^20 ms (17 minutes), which is
// the beginning of their ids. A search or a removal of a stretch of time names those folders and lists no others.
import { newId, timeDigits } from "../ids.ts";

/** Where the files lie that clients sent, by account. */
export const UPLOADS_FOLDER = "uploads/";

/** All folders of the storage, of tasks and others. */
export const STORED_FOLDERS = [
  UPLOADS_FOLDER,
  "tasks/",
  "outputs/",
  "transcripts/",
  "templates/",
  "assets/",
  "ledger/",
] as const;

/** Everything of a task. */
export function taskPrefix(taskId: string): string {
  return `tasks/${taskId}/`;
}

/** What only unfinished runs need. */
export function workPrefix(taskId: string): string {
  return `${taskPrefix(taskId)}work/`;
}

/** The copy of a task's source that further renders of its clips are made from; kept as long as what lies in `work/`. */
export function sourcePrefix(taskId: string): string {
  return `${taskPrefix(taskId)}source/`;
}

/** A file of a clip, such as `clip.mp4`, among those that expire. */
export function clipKey(taskId: string, clipId: string, file: string): string {
  return `${taskPrefix(taskId)}clips/${clipId}/${file}`;
}

/** Of an id's ten digits of the time, those by which a folder of outputs is named; each of the others is five bits. */
const STRETCH_DIGITS = 6;
const STRETCH_MS = 2 ** 20;

/** The folder of the outputs of tasks that were created in the same 17 minutes. */
export function outputStretchPrefix(taskId: string): string {
  return `outputs/${timeDigits(taskId).slice(0, STRETCH_DIGITS)}/`;
}

/** The folders that hold outputs of tasks from one time on and before another alone, and no others'. */
export function outputStretches(from: Date, to: Date): string[] {
  const first = Math.ceil(from.getTime() / STRETCH_MS);
  const count = Math.max(0, Math.floor(to.getTime() / STRETCH_MS) - first);
  return Array.from({ length: count }, (_, index) =>
    outputStretchPrefix(newId("task", (first + index) * STRETCH_MS)),
  );
}

/** All outputs of a task, those of runs that others have overtaken, too. */
export function outputPrefix(taskId: string): string {
  return `${outputStretchPrefix(taskId)}${taskId}/`;
}

/** The output of a run: gzip of its JSON. A run that was overtaken replaces no other's. */
export function outputKey(taskId: string, runId: string): string {
  return `${outputPrefix(taskId)}${runId}.json.gz`;
}

/** How the names of plans end, of all that lies with the outputs. */
export const PLAN_END = ".plan.json.gz";

/**
 * The plan of a job's clips: gzip of its JSON, named by its hash, so that a run that was overtaken replaces no other's. It
 * lies with the outputs, because it is read for as long.
 */
export function clipPlanKey(taskId: string, hash: string): string {
  return `${outputPrefix(taskId)}${hash}${PLAN_END}`;
}

/** A file that a task has one of, such as `reel.mp4`. */
export function taskFileKey(taskId: string, file: string): string {
  return `${taskPrefix(taskId)}${file}`;
}
