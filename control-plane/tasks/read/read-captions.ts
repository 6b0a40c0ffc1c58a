// The captions of a finished transcription as a subtitle file, for its owner. Those of hours are many: they are read and
// written a few at a time, and others have their turn in between. Those of large outputs are kept: on a busy machine one of
// hours may take longer than a client is let wait, and is there when it asks again.
import {
  type ShownCaption,
  SubtitleFile,
  type SubtitleFormat,
} from "../../../shared/captions/subtitle-files.ts";
import type { Sql } from "../../../shared/db/connect.ts";
import { AppError } from "../../../shared/errors.ts";
import { OUTPUT_LIMITS } from "../../../shared/limits/storage.ts";
import { runInTimeSlices } from "../../../shared/process/time-slices.ts";
import { taskKind } from "../../../shared/tasks/task-kinds.ts";
import { TERMINAL_STATES } from "../../../shared/tasks/task-states.ts";
import type { Caption, TranscriptionJobOutput } from "../../../shared/tasks/transcription-job.ts";
import { CONTROL_KINDS } from "../kinds.ts";
import { cacheReads } from "./cached-reads.ts";
import { listElements } from "./list-elements.ts";
import { readTask } from "./read-task.ts";
import type { ReadOutput } from "./stored-outputs.ts";

const PROPERTY = "captions" satisfies keyof TranscriptionJobOutput;
const WORDS = "words" satisfies keyof Caption;

/** Writes captions, in their order, as a subtitle file. */
function* writeFile(captions: Iterable<ShownCaption>, format: SubtitleFormat): Generator<void, string> {
  const file = new SubtitleFile(format);
  for (const caption of captions) {
    file.add(caption);
    yield;
  }
  return file.toString();
}

/**
 * A transcription's captions as a subtitle file.
 * @throws AppError NOT_FOUND for another kind of job or one that failed; NOT_TERMINAL before the end; UNAVAILABLE or
 * INTERNAL where its output cannot be read
 */
export type ReadCaptions = (job: { readonly accountId: string; readonly id: string }) => Promise<string>;

/**
 * A reader of captions in one format, with what it keeps of the files that it has written; it throws as
 * ReadCaptions says.
 */
export function createCaptionReader(
  { sql, readOutput }: { readonly sql: Sql; readonly readOutput: ReadOutput },
  format: SubtitleFormat,
): ReadCaptions {
  const writeStored = cacheReads(OUTPUT_LIMITS.captionCacheBytes, async (outputKey) => {
    const captions = listElements(await readOutput(outputKey), PROPERTY, WORDS) as Iterable<ShownCaption>;
    return Buffer.from(await runInTimeSlices(writeFile(captions, format)));
  });
  return async ({ accountId, id }) => {
    const task = await readTask(sql, accountId, "jobs", id);
    if (!CONTROL_KINDS[taskKind(task.kind)].hasCaptions)
      throw new AppError("NOT_FOUND", "Only transcriptions have captions.");
    if (!TERMINAL_STATES.includes(task.state)) throw new AppError("NOT_TERMINAL");
    if (task.deleted_at !== null) throw new AppError("NOT_FOUND", "This transcription was removed.");
    if (task.output_key !== null) return (await writeStored(task.output_key)).toString();
    if (task.output === null)
      throw new AppError("NOT_FOUND", "This transcription failed: it has no captions.");
    return runInTimeSlices(writeFile((task.output as unknown as TranscriptionJobOutput)[PROPERTY], format));
  };
}
