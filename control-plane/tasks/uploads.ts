// Uploads: a client announces a file, gets a signed address to PUT it to, and may then name it as a job's source.
import type { Readable } from "node:stream";
import type { Sql } from "../../shared/db/connect.ts";
import { AppError } from "../../shared/errors.ts";
import { newId } from "../../shared/ids.ts";
import { STORAGE_LIMITS } from "../../shared/limits.ts";
import type { UploadRequest } from "../../shared/schemas/upload-request.ts";
import type { ObjectStorage } from "../../shared/storage/object-storage.ts";
import { insertUpload, markUploadStored, selectUploadByStorageKey } from "../db/uploads.ts";

export interface AnnouncedUpload {
  readonly storageKey: string;
  readonly expiresAt: Date;
}

/** A file's extension where it is plain, so that people recognise stored files; nothing relies on it. */
function plainExtension(filename: string): string {
  return /\.([A-Za-z0-9]{1,8})$/.exec(filename)?.[0]?.toLowerCase() ?? "";
}

/** Announces an upload of this account. */
export async function announceUpload(
  sql: Sql,
  accountId: string,
  request: UploadRequest,
): Promise<AnnouncedUpload> {
  const id = newId("upload");
  const storageKey = `uploads/${accountId}/${id}${plainExtension(request.filename)}`;
  const expiresAt = new Date(Date.now() + STORAGE_LIMITS.uploadUrlTtlMs);
  await insertUpload(sql, {
    id,
    accountId,
    storageKey,
    filename: request.filename,
    contentType: request.content_type,
    sizeBytes: request.size_bytes,
    expiresAt,
  });
  return { storageKey, expiresAt };
}

export interface UploadContent {
  readonly storageKey: string;
  readonly content: Readable;
  readonly declaredBytes: number | undefined;
  readonly signal: AbortSignal;
}

/**
 * Stores the content of an announced upload, once: what a job may have been made of is never replaced.
 * @throws AppError NOT_FOUND, INVALID_REQUEST when it is there already or its size is not the announced one
 */
export async function storeUpload(sql: Sql, storage: ObjectStorage, upload: UploadContent): Promise<void> {
  const row = await selectUploadByStorageKey(sql, upload.storageKey);
  if (row === undefined) throw new AppError("NOT_FOUND");
  if (row.stored_at !== null) throw new AppError("INVALID_REQUEST", "This upload is complete already.");
  const sizeBytes = Number(row.size_bytes);
  if (upload.declaredBytes !== undefined && upload.declaredBytes !== sizeBytes) {
    throw new AppError(
      "INVALID_REQUEST",
      `The upload was announced with ${sizeBytes} bytes, not ${upload.declaredBytes}.`,
    );
  }
  const isOurs = await storage.putStream(upload.storageKey, upload.content, sizeBytes, upload.signal);
  // What lies there now stays for good, whoever put it there: another request, or one that died before this line.
  if (!(await markUploadStored(sql, row.id))) {
    await storage.remove(upload.storageKey);
    throw new AppError("NOT_FOUND");
  }
  if (!isOurs) throw new AppError("INVALID_REQUEST", "This upload was stored with other content meanwhile.");
}
