// The captions of a finished transcription as a subtitle file, for its owner. Those of hours are many: they are read and
// written a few at a time, and others have their turn in between.
import { setImmediate as nextTurn } from "node:timers/promises";
import { SubtitleFile, type SubtitleFormat } from "../../../shared/captions/subtitle-files.ts";
import type { Sql } from "../../../shared/db/connect.ts";
import { AppError } from "../../../shared/errors.ts";
import { OUTPUT_LIMITS } from "../../../shared/limits/storage.ts";
import { taskKind } from "../../../shared/tasks/task-kinds.ts";
import { TERMINAL_STATES } from "../../../shared/tasks/task-states.ts";
import type { Caption, TranscriptionJobOutput } from "../../../shared/tasks/transcription-job.ts";
import type { TaskRow } from "../../db/tasks/tasks.ts";
import { CONTROL_KINDS } from "../kinds.ts";
import { listElements } from "./list-elements.ts";
import { readTask } from "./read-task.ts";
import type { ReadOutput } from "./stored-outputs.ts";

const PROPERTY = "captions" satisfies keyof TranscriptionJobOutput;

/** The captions in order. @throws AppError NOT_FOUND of a task that has no output, UNAVAILABLE or INTERNAL: see ReadOutput */
async function captionsOf(task: TaskRow, readOutput: ReadOutput): Promise<Iterable<Caption>> {
  if (task.output_key !== null) {
    return listElements(await readOutput(task.output_key), PROPERTY) as Iterable<Caption>;
  }
  if (task.output === null) throw new AppError("NOT_FOUND", "This transcription failed: it has no captions.");
  return (task.output as unknown as TranscriptionJobOutput)[PROPERTY];
}

/**
 * A transcription's captions as a subtitle file.
 * @throws AppError NOT_FOUND for another kind of job or one that failed; NOT_TERMINAL before the end; UNAVAILABLE or
 * INTERNAL where its output cannot be read
 */
export async function readCaptions(
  services: { readonly sql: Sql; readonly readOutput: ReadOutput },
  job: { readonly accountId: string; readonly id: string },
  format: SubtitleFormat,
): Promise<string> {
  const task = await readTask(services.sql, job.accountId, "jobs", job.id);
  if (!CONTROL_KINDS[taskKind(task.kind)].hasCaptions)
    throw new AppError("NOT_FOUND", "Only transcriptions have captions.");
  if (!TERMINAL_STATES.includes(task.state)) throw new AppError("NOT_TERMINAL");
  const file = new SubtitleFile(format);
  let turnEndsMs = performance.now() + OUTPUT_LIMITS.captionTurnMs;
  for (const caption of await captionsOf(task, services.readOutput)) {
    file.add(caption);
    if (performance.now() < turnEndsMs) continue;
    await nextTurn();
    turnEndsMs = performance.now() + OUTPUT_LIMITS.captionTurnMs;
  }
  return file.toString();
}
