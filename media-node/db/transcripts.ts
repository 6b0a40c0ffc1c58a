// SQL of the transcripts that are kept. An account finds its own alone: what one has had transcribed is no business of
// another, even where the source is the same.
import type { Queryable } from "../../shared/db/connect.ts";
import type { TranscriptEntry, TranscriptSubject } from "../speech/transcripts/transcript-index.ts";
import type { RunOfTask } from "./runs.ts";

/** Ranges are told in whole seconds or as the container's duration: what lies closer than this is the same. */
const TOLERANCE_S = 0.05;

/**
 * The storage key of the shortest kept transcript that covers the subject, so that a wider one serves a narrower
 * request. One of the best quality serves any, and who asks for the best is served by any: sound differs little. Which of
 * several sound tracks is heard depends on the range: while it is not known, only the same one is sure to be of that track.
 */
export async function findTranscript(
  sql: Queryable,
  accountId: string,
  { sourceHash, quality, model, startS, endS, soundTrack }: TranscriptSubject,
): Promise<string | undefined> {
  const [row] = await sql<{ storage_key: string }[]>`
    select storage_key from transcripts
    where account_id = ${accountId} and source_hash = ${sourceHash} and model = ${model} and expires_at > now()
      and ${startS}::float8 < source_s and start_s <= ${startS}::float8 + ${TOLERANCE_S}::float8
      and end_s >= least(coalesce(${endS}::float8, source_s), source_s) - ${TOLERANCE_S}::float8
      and case when ${soundTrack !== undefined}::boolean then sound_track is not distinct from ${soundTrack ?? null}::smallint
        else sound_track is null or (start_s >= ${startS}::float8 - ${TOLERANCE_S}::float8
          and end_s <= least(coalesce(${endS}::float8, source_s), source_s) + ${TOLERANCE_S}::float8) end
      and (quality is null or ${quality}::integer is null or quality = ${quality}::integer)
    order by end_s - start_s, id desc limit 1`;
  return row?.storage_key;
}

/**
 * Keeps what a run has transcribed, and says whether it did: not where the run is no longer its task's, which may have
 * been cancelled and removed with its source meanwhile. While the task's row is shared nobody ends it, so that whoever
 * removes it afterwards finds the transcript; where another holds the row it is not waited for what only spares time.
 * Another call with the same entry changes nothing, and says the same, also where it has waited for the first to end.
 */
export async function insertTranscript(
  sql: Queryable,
  { taskId, runId }: RunOfTask,
  entry: TranscriptEntry,
): Promise<boolean> {
  const { id, sourceHash, quality, model, startS, endS, sourceS, soundTrack, storageKey, keptMs } = entry;
  const added = await sql`
    with task as materialized (
      select account_id from tasks
      where id = ${taskId} and current_run_id = ${runId} and state = 'running' for share skip locked
    )
    insert into transcripts
      (id, account_id, source_hash, quality, model, start_s, end_s, source_s, sound_track, storage_key, expires_at)
    select ${id}, account_id, ${sourceHash}, ${quality}::integer, ${model}, ${startS}::float8, ${endS}::float8,
      ${sourceS}::float8, ${soundTrack}::smallint, ${storageKey}, now() + ${keptMs} * interval '1 millisecond'
    from task on conflict (id) do nothing returning id`;
  if (added.length > 0) return true;
  // A statement of its own: the one before does not see the row that it has waited for.
  const kept = await sql`select id from transcripts where id = ${id}`;
  return kept.length > 0;
}
