// SQL of uploads: objects that a client announced and then stored. The row decides whose object it is.
import type { Queryable } from "../../shared/db/connect.ts";
import { STORAGE_LIMITS } from "../../shared/limits/storage.ts";

export interface UploadRow {
  readonly id: string;
  readonly account_id: string;
  readonly size_bytes: string;
  readonly stored_at: Date | null;
  /** How long its content may still take to come. */
  readonly left_ms: number;
}

export interface NewUpload {
  readonly id: string;
  readonly accountId: string;
  readonly storageKey: string;
  readonly filename: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly keptMs: number;
  /** Of the storage, for all that is announced and has not come. */
  readonly roomBytes: number;
  /** Of this account, where its row does not say otherwise. */
  readonly quotaBytes: number;
  readonly openUploads: number;
}

/** That an upload is announced, or which bound it would break. */
export type Announcement = "announced" | "open-uploads" | "quota" | "room";

/** Announces an upload where there is room for it: no two announcements, of any processes, take the same room. */
export async function announceUploadRow(sql: Queryable, upload: NewUpload): Promise<Announcement> {
  const [row] = await sql<{ outcome: Announcement }[]>`
    select announce_upload(${upload.id}, ${upload.accountId}, ${upload.storageKey}, ${upload.filename},
      ${upload.contentType}, ${upload.sizeBytes}, ${upload.keptMs}, ${upload.roomBytes}, ${upload.quotaBytes},
      ${upload.openUploads}) as outcome`;
  return row?.outcome ?? "room";
}

/** An upload that may still be stored or named; its files go a little later than it is found for the last time. */
export async function selectUploadByStorageKey(
  sql: Queryable,
  storageKey: string,
): Promise<UploadRow | undefined> {
  const { fileKeptMs, lateUploadMs } = STORAGE_LIMITS;
  const [row] = await sql<UploadRow[]>`
    select id, account_id, size_bytes, stored_at,
      extract(epoch from expires_at - now())::float8 * 1000 + ${lateUploadMs}::float8 as left_ms
    from uploads
    where storage_key = ${storageKey} and removed_at is null
      and created_at > now() - ${fileKeptMs} * interval '1 millisecond'`;
  return row;
}

/** Marks an upload as stored where it is not yet. False when it was removed meanwhile. */
export async function markUploadStored(sql: Queryable, uploadId: string): Promise<boolean> {
  const result = await sql`
    update uploads set stored_at = coalesce(stored_at, now()) where id = ${uploadId} and removed_at is null`;
  return result.count === 1;
}
