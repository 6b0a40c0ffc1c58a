// The captions of a finished transcription, for its owner.
import type { Sql } from "../../shared/db/connect.ts";
import { AppError } from "../../shared/errors.ts";
import { TERMINAL_STATES } from "../../shared/task-states.ts";
import type { Caption, TranscriptionJobOutput } from "../../shared/transcription-job.ts";
import { readTask } from "./read-task.ts";

/**
 * A transcription's captions in order.
 * @throws AppError NOT_FOUND for another kind of job or one that failed; NOT_TERMINAL before the end
 */
export async function readCaptions(sql: Sql, accountId: string, jobId: string): Promise<readonly Caption[]> {
  const task = await readTask(sql, accountId, "job", jobId);
  if (task.kind !== "transcription") throw new AppError("NOT_FOUND", "Only transcriptions have captions.");
  if (!TERMINAL_STATES.includes(task.state)) throw new AppError("NOT_TERMINAL");
  if (task.output === null) throw new AppError("NOT_FOUND", "This transcription failed: it has no captions.");
  return (task.output as unknown as TranscriptionJobOutput).captions;
}
