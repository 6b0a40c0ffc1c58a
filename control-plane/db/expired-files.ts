// SQL that chooses whose files are due for removal. The mark is set before the files go: a file that is left behind by
// a crash in between costs room, while one that is looked for again for ever would cost time.
import type { Queryable } from "../../shared/db/connect.ts";

/** Marks ended tasks whose intermediate files may go, oldest first, and returns their ids. */
export async function markWorkRemoved(sql: Queryable, afterMs: number, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    update tasks set work_removed_at = now() where id in (
      select id from tasks
      where completed_at < now() - ${afterMs} * interval '1 millisecond' and work_removed_at is null
      order by completed_at limit ${limit} for update skip locked
    ) returning id`;
  return rows.map((row) => row.id);
}

/** Marks ended tasks whose results have been kept long enough, oldest first, and returns their ids. */
export async function markFilesRemoved(sql: Queryable, afterMs: number, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    update tasks set files_removed_at = now() where id in (
      select id from tasks
      where completed_at < now() - ${afterMs} * interval '1 millisecond' and files_removed_at is null
      order by completed_at limit ${limit} for update skip locked
    ) returning id`;
  return rows.map((row) => row.id);
}

/** Marks uploads that have been kept long enough and that no open task needs, and returns their storage keys. */
export async function markUploadsRemoved(sql: Queryable, afterMs: number, limit: number): Promise<string[]> {
  const rows = await sql<{ storage_key: string }[]>`
    update uploads set removed_at = now() where id in (
      select u.id from uploads u
      where u.created_at < now() - ${afterMs} * interval '1 millisecond' and u.removed_at is null
        and not exists (select from tasks t where t.account_id = u.account_id and t.state in ('queued', 'running')
          and (t.request -> 'source' ->> 'storageKey' = u.storage_key
            or exists (select from jsonb_each(t.request -> 'sources') s where s.value ->> 'storageKey' = u.storage_key)))
      order by u.created_at limit ${limit} for update skip locked
    ) returning storage_key`;
  return rows.map((row) => row.storage_key);
}

/** Removes the rows of transcripts that have been kept long enough, and returns their storage keys. */
export async function deleteExpiredTranscripts(sql: Queryable, limit: number): Promise<string[]> {
  const rows = await sql<{ storage_key: string }[]>`
    delete from transcripts where id in (
      select id from transcripts where expires_at < now() order by expires_at limit ${limit} for update skip locked
    ) returning storage_key`;
  return rows.map((row) => row.storage_key);
}
