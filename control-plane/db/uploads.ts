// SQL of uploads: objects that a client announced and then stored. The row decides whose object it is.
import type { Queryable } from "../../shared/db/connect.ts";

export interface UploadRow {
  readonly id: string;
  readonly account_id: string;
  readonly storage_key: string;
  readonly content_type: string;
  readonly size_bytes: string;
  readonly stored_at: Date | null;
  readonly expires_at: Date;
}

export interface NewUpload {
  readonly id: string;
  readonly accountId: string;
  readonly storageKey: string;
  readonly filename: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly expiresAt: Date;
}

export async function insertUpload(sql: Queryable, upload: NewUpload): Promise<void> {
  await sql`
    insert into uploads (id, account_id, storage_key, filename, content_type, size_bytes, expires_at)
    values (${upload.id}, ${upload.accountId}, ${upload.storageKey}, ${upload.filename}, ${upload.contentType},
      ${upload.sizeBytes}, ${upload.expiresAt})`;
}

export async function selectUploadByStorageKey(
  sql: Queryable,
  storageKey: string,
): Promise<UploadRow | undefined> {
  const [row] = await sql<UploadRow[]>`
    select id, account_id, storage_key, content_type, size_bytes, stored_at, expires_at
    from uploads where storage_key = ${storageKey} and removed_at is null`;
  return row;
}

/** Marks an upload as stored where it is not yet. False when it was removed meanwhile. */
export async function markUploadStored(sql: Queryable, uploadId: string): Promise<boolean> {
  const result = await sql`
    update uploads set stored_at = coalesce(stored_at, now()) where id = ${uploadId} and removed_at is null`;
  return result.count === 1;
}
