// A finished clip of an account's job, with the plan of what it was made of.
import type { Sql } from "../../../shared/db/connect.ts";
import { AppError } from "../../../shared/errors.ts";
import { OUTPUT_LIMITS } from "../../../shared/limits/storage.ts";
import { readClipPlan } from "../../../shared/schemas/stored/clip-plan.ts";
import { readClipRequest } from "../../../shared/schemas/stored/stored-requests.ts";
import type { ObjectStorage } from "../../../shared/storage/object-storage.ts";
import type { ClipJobOutput, ClipResult } from "../../../shared/tasks/clip-job.ts";
import type { ClipPlan, PlannedClip } from "../../../shared/tasks/clip-plan.ts";
import { TASK_KINDS, taskKind } from "../../../shared/tasks/task-kinds.ts";
import { TERMINAL_STATES } from "../../../shared/tasks/task-states.ts";
import { withTimeout } from "../../../shared/with-timeout.ts";
import { selectTaskRequest, type TaskRow } from "../../db/tasks/tasks.ts";
import { readTask } from "../read/read-task.ts";
import type { ReadOutput } from "../read/stored-outputs.ts";
import { earlierPlan } from "./earlier-plan.ts";

export interface ClipReads {
  readonly sql: Sql;
  readonly storage: ObjectStorage;
  readonly readOutput: ReadOutput;
}

/** A finished job with clips. */
export interface ClipJob {
  readonly task: TaskRow;
  readonly output: ClipJobOutput;
}

export interface FoundClip extends ClipJob {
  readonly result: ClipResult;
  readonly plan: ClipPlan;
  readonly planned: PlannedClip;
}

const UNKNOWN = "This job has no such clip.";
const WORDY =
  "The subtitles of this job's source have more words than can be shown: its clips are there as files only.";

/**
 * A finished job of this account that has clips.
 * @throws AppError NOT_FOUND, also where it failed or was removed; NOT_TERMINAL; UNAVAILABLE, INTERNAL: see ReadOutput
 */
export async function findClipJob(
  { sql, readOutput }: Omit<ClipReads, "storage">,
  accountId: string,
  jobId: string,
): Promise<ClipJob> {
  const task = await readTask(sql, accountId, "jobs", jobId);
  if (!TASK_KINDS[taskKind(task.kind)].hasClips) throw new AppError("NOT_FOUND", "This job makes no clips.");
  if (!TERMINAL_STATES.includes(task.state)) throw new AppError("NOT_TERMINAL");
  if (task.deleted_at !== null) throw new AppError("NOT_FOUND", "This job was removed.");
  const output: unknown =
    task.output_key === null ? task.output : JSON.parse((await readOutput(task.output_key)).toString());
  if (output === null) throw new AppError("NOT_FOUND", "This job failed: it has no clips.");
  return { task, output: output as ClipJobOutput };
}

/**
 * What the job's clips were made of.
 * @throws AppError NOT_FOUND where it has more words than anybody can have said; UNAVAILABLE, INTERNAL where it cannot be
 * read
 */
export async function readPlan(
  { sql, storage, readOutput }: ClipReads,
  { task, output }: ClipJob,
): Promise<ClipPlan> {
  if (output.planKey !== undefined) {
    const json = await readOutput(output.planKey);
    if (json.length > OUTPUT_LIMITS.planBytes) throw new AppError("NOT_FOUND", WORDY);
    return readClipPlan(JSON.parse(json.toString()));
  }
  const request = readClipRequest(await selectTaskRequest(sql, task.id));
  return earlierPlan(request, output, async ({ captionsKey }) => {
    if (captionsKey === null) return undefined;
    return (await withTimeout(OUTPUT_LIMITS.readTimeoutMs, storage.read(captionsKey)))?.toString();
  });
}

/** @throws AppError NOT_FOUND where a job has no such clip */
export function requireClip({ output }: ClipJob, clipId: string): ClipResult {
  const result = output.clips.find(({ id }) => id === clipId);
  if (result === undefined) throw new AppError("NOT_FOUND", UNKNOWN);
  return result;
}

/** A clip of a job. @throws AppError NOT_FOUND; as readPlan */
export async function findClip(reads: ClipReads, job: ClipJob, clipId: string): Promise<FoundClip> {
  const result = requireClip(job, clipId);
  const plan = await readPlan(reads, job);
  const { start: startS, end: endS } = result;
  const unplanned = { id: clipId, startS, endS, kind: null, pointS: null, cutsS: [], framing: [] };
  return { ...job, result, plan, planned: plan.clips.find(({ id }) => id === clipId) ?? unplanned };
}
