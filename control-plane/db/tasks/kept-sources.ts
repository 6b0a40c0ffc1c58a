// SQL that tells when what clips were cut from goes: an upload, or the copy that is kept of a job's download. Whether it is
// there still is asked as with holdUpload: whoever is about to remove it is waited for.
import type { Queryable } from "../../../shared/db/connect.ts";
import { isUntouched } from "../expiry-kind.ts";

export interface KeptSource {
  /** From when on it is kept for its time; null of an upload that never came, and of a task that has not ended. */
  readonly kept_from: Date | null;
  /** When its removal began, or its owner removed it; null while it is there. */
  readonly gone_at: Date | null;
}

/** An upload that was stored, gone ones too; undefined for others. */
export async function selectKeptUpload(sql: Queryable, storageKey: string): Promise<KeptSource | undefined> {
  const [row] = await sql<KeptSource[]>`
    select greatest(created_at, stored_at) as kept_from, least(deleted_at, removed_at) as gone_at
    from uploads where storage_key = ${storageKey} and stored_at is not null`;
  return row;
}

/** The source that is kept for a task; undefined for an unknown task. */
export async function selectKeptDownload(sql: Queryable, taskId: string): Promise<KeptSource | undefined> {
  const [row] = await sql<KeptSource[]>`
    select completed_at as kept_from, least(deleted_at, work_removed_at, files_removed_at) as gone_at
    from tasks where id = ${taskId}`;
  return row;
}

/**
 * Whether a task has not been removed by its account; its row is shared until the transaction ends, so that
 * it is not removed meanwhile.
 */
export async function holdTask(sql: Queryable, taskId: string): Promise<boolean> {
  const rows = await sql`select from tasks where id = ${taskId} and deleted_at is null for share`;
  return rows.length > 0;
}

/**
 * Whether a task's results are there still, and their removal after their time has not begun; its row is
 * shared until the transaction ends.
 */
export async function holdResults(sql: Queryable, taskId: string): Promise<boolean> {
  const rows = await sql`
    select from tasks where id = ${taskId} and files_removed_at is null
      and ${isUntouched(sql, ["results"], sql`tasks.id`)}
    for share`;
  return rows.length > 0;
}

/**
 * Whether the source that is kept for a task is there still, and its removal has not begun; the task's row is
 * shared until the transaction ends.
 */
export async function holdKeptDownload(sql: Queryable, taskId: string): Promise<boolean> {
  const rows = await sql`
    select from tasks where id = ${taskId}
      and deleted_at is null and work_removed_at is null and files_removed_at is null
      and ${isUntouched(sql, ["work", "results"], sql`tasks.id`)}
    for share`;
  return rows.length > 0;
}
