// Uploads: a client announces a file, gets a signed address to PUT it to, and may then name it as a job's source. What
// is announced has its room set aside until it comes or expires, of the account's quota and of the storage.
import type { Readable } from "node:stream";
import type { Sql } from "../../shared/db/connect.ts";
import { AppError } from "../../shared/errors.ts";
import { newId } from "../../shared/ids.ts";
import { inTime } from "../../shared/in-time.ts";
import { HTTP_LIMITS } from "../../shared/limits/requests.ts";
import { STORAGE_LIMITS } from "../../shared/limits/storage.ts";
import type { UploadRequest } from "../../shared/schemas/upload-request.ts";
import type { ObjectStorage } from "../../shared/storage/object-storage.ts";
import type { StorageRoom } from "../../shared/storage/room.ts";
import {
  type Announcement,
  announceUploadRow,
  markUploadStored,
  selectUploadByStorageKey,
  type UploadRow,
} from "../db/uploads.ts";

/** What one account may have, where its own row does not say otherwise. */
export interface UploadQuotas {
  /** Of uploads that are kept or announced. */
  readonly bytes: number;
  /** Announced uploads that wait for their content. */
  readonly open: number;
}

export interface UploadServices {
  readonly sql: Sql;
  readonly storage: ObjectStorage;
  readonly room: StorageRoom;
  readonly quotas: UploadQuotas;
}

export interface AnnouncedUpload {
  readonly storageKey: string;
  readonly expiresAt: Date;
}

/** A file's extension where it is plain, so that people recognise stored files; nothing relies on it. */
function plainExtension(filename: string): string {
  return /\.([A-Za-z0-9]{1,8})$/.exec(filename)?.[0]?.toLowerCase() ?? "";
}

function noRoom(sizeBytes: number): AppError {
  return new AppError(
    "INSUFFICIENT_STORAGE",
    `The storage has no room for a file of ${sizeBytes} bytes now: try again later.`,
  );
}

function refusalOf(outcome: Exclude<Announcement, "announced">, sizeBytes: number): AppError {
  if (outcome === "room") return noRoom(sizeBytes);
  const message =
    outcome === "quota"
      ? `A file of ${sizeBytes} bytes exceeds this account's quota of bytes that are uploaded or announced.`
      : "This account has as many announced uploads without content as it may: send them, or wait until they expire.";
  return new AppError("INSUFFICIENT_STORAGE", message);
}

/** Announces an upload of this account. @throws AppError INSUFFICIENT_STORAGE where it cannot fit */
export async function announceUpload(
  { sql, room, quotas }: UploadServices,
  accountId: string,
  request: UploadRequest,
): Promise<AnnouncedUpload> {
  const id = newId("upload");
  const storageKey = `uploads/${accountId}/${id}${plainExtension(request.filename)}`;
  const { roomBytes } = await room.check();
  if (room.isLow()) throw noRoom(request.size_bytes);
  const expiresAt = new Date(Date.now() + STORAGE_LIMITS.uploadUrlTtlMs);
  const outcome = await announceUploadRow(sql, {
    id,
    accountId,
    storageKey,
    filename: request.filename,
    contentType: request.content_type,
    sizeBytes: request.size_bytes,
    keptMs: STORAGE_LIMITS.uploadUrlTtlMs,
    roomBytes,
    quotaBytes: quotas.bytes,
    openUploads: quotas.open,
  });
  if (outcome !== "announced") throw refusalOf(outcome, request.size_bytes);
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
 * @throws AppError NOT_FOUND, INVALID_REQUEST when it is there already or its size is not the announced one,
 * INSUFFICIENT_STORAGE where it does not fit, REQUEST_TIMEOUT
 */
export async function storeUpload(services: UploadServices, upload: UploadContent): Promise<void> {
  const { sql, storage } = services;
  // The database answers in time or not at all; the content has hours.
  const row = await inTime(HTTP_LIMITS.replyTimeoutMs, findAnnounced(services, upload));
  const isOurs = await putInTime(storage, row, upload);
  // What lies there now stays for good, whoever put it there: another request, or one that died before this line.
  if (!(await inTime(HTTP_LIMITS.replyTimeoutMs, markUploadStored(sql, row.id)))) {
    await storage.remove(upload.storageKey);
    throw new AppError("NOT_FOUND");
  }
  if (!isOurs) throw new AppError("INVALID_REQUEST", "This upload was stored with other content meanwhile.");
}

/** The announcement of content that may be stored now. */
async function findAnnounced({ sql, room }: UploadServices, upload: UploadContent): Promise<UploadRow> {
  const row = await selectUploadByStorageKey(sql, upload.storageKey);
  if (row === undefined || row.left_ms <= 0) throw new AppError("NOT_FOUND");
  if (row.stored_at !== null) throw new AppError("INVALID_REQUEST", "This upload is complete already.");
  const sizeBytes = Number(row.size_bytes);
  if (upload.declaredBytes !== undefined && upload.declaredBytes !== sizeBytes) {
    throw new AppError(
      "INVALID_REQUEST",
      `The upload was announced with ${sizeBytes} bytes, not ${upload.declaredBytes}.`,
    );
  }
  const { roomBytes } = await room.check();
  if (room.isLow() || sizeBytes > roomBytes) throw noRoom(sizeBytes);
  return row;
}

/** Takes the content in, unless that goes on until announcements that were not stored are removed. */
async function putInTime(storage: ObjectStorage, row: UploadRow, upload: UploadContent): Promise<boolean> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new AppError("REQUEST_TIMEOUT")), row.left_ms);
  try {
    const signal = AbortSignal.any([upload.signal, late.signal]);
    return await storage.putStream(upload.storageKey, upload.content, Number(row.size_bytes), signal);
  } finally {
    clearTimeout(timer);
  }
}
