// SQL that tells when what clips were cut from goes: an upload, or the copy that is kept of a job's download.
import type { Queryable } from "../../../shared/db/connect.ts";

export interface KeptSource {
  /** From when on it is kept for its time; null of an upload that never came, and of a task that has not ended. */
  readonly kept_from: Date | null;
  /** When its removal began, or its owner removed it; null while it is there. */
  readonly gone_at: Date | null;
}

/** An upload, gone ones too. */
export async function selectKeptUpload(sql: Queryable, storageKey: string): Promise<KeptSource | undefined> {
  const [row] = await sql<KeptSource[]>`
    select greatest(created_at, stored_at) as kept_from, least(deleted_at, removed_at) as gone_at
    from uploads where storage_key = ${storageKey} and stored_at is not null`;
  return row;
}

/** The source that is kept for a task. */
export async function selectKeptDownload(sql: Queryable, taskId: string): Promise<KeptSource | undefined> {
  const [row] = await sql<KeptSource[]>`
    select completed_at as kept_from, least(deleted_at, work_removed_at, files_removed_at) as gone_at
    from tasks where id = ${taskId}`;
  return row;
}
