// Takes in the content of an announced upload by its signed addresses alone: in one piece, or a part of it. Each connection
// that sends a whole file fills one of its own, while room was set aside for one: so the latest takes over from the one
// before. Having it wait was rejected: who sends again after a broken connection would wait until that is noticed.
import type { Readable } from "node:stream";
import { AppError } from "../../../shared/errors.ts";
import { HTTP_LIMITS } from "../../../shared/limits/requests.ts";
import { countParts, type PartToStore, partOf } from "../../../shared/storage/part-uploads.ts";
import { withTimeout } from "../../../shared/with-timeout.ts";
import {
  noteUploadProgress,
  partSizesOf,
  selectUploadByStorageKey,
  type UploadRow,
} from "../../db/uploads.ts";
import type { UploadServices } from "./announce-upload.ts";
import { markPlaced } from "./settle-upload.ts";
import { deadlineOf, findAnnounced, refuseOtherSize, requireRoom } from "./upload-checks.ts";

export interface UploadContent {
  readonly storageKey: string;
  readonly content: Readable;
  readonly declaredBytes: number | undefined;
  readonly signal: AbortSignal;
}

/**
 * Stores the content of an announced upload, once: what a job may have been made of is never replaced.
 * @throws AppError NOT_FOUND, INVALID_REQUEST when it is there already, its size is not the announced one, or another
 * connection sends it, INSUFFICIENT_STORAGE where it does not fit, REQUEST_TIMEOUT
 */
export async function storeUpload(services: UploadServices, upload: UploadContent): Promise<void> {
  const { storage } = services;
  // The database answers in time or not at all; the content has hours.
  const row = await withTimeout(HTTP_LIMITS.replyTimeoutMs, findWhole(services, upload));
  const isOurs = await putInTime(services, row, upload);
  // What lies there now stays for good, whoever put it there: another request, or one that died before this line.
  if ((await withTimeout(HTTP_LIMITS.replyTimeoutMs, markPlaced(services, row))) === undefined) {
    await storage.remove(upload.storageKey);
    throw new AppError("NOT_FOUND");
  }
  const { parts_handle: partsHandle } = row;
  if (partsHandle !== null) await storage.parts.abandon(upload.storageKey, partsHandle);
  if (!isOurs) throw new AppError("INVALID_REQUEST", "This upload was stored with other content meanwhile.");
}

/** The announcement of a whole file that may be stored now. */
async function findWhole(services: UploadServices, upload: UploadContent): Promise<UploadRow> {
  const row = await findAnnounced(services, upload.storageKey);
  const sizeBytes = Number(row.size_bytes);
  refuseOtherSize("upload", sizeBytes, upload.declaredBytes);
  await requireRoom(services, sizeBytes);
  return row;
}

/** What ends the connection that sends a whole file to this process now, by storage key. */
const senders = new Map<string, AbortController>();

function takeOver(storageKey: string): AbortController {
  const message = "Another connection has begun to send this upload again.";
  senders.get(storageKey)?.abort(new AppError("INVALID_REQUEST", message));
  const sender = new AbortController();
  senders.set(storageKey, sender);
  return sender;
}

/** Takes the content in, unless that goes on until announcements that were not stored are removed. */
async function putInTime(
  { storage }: UploadServices,
  row: UploadRow,
  { storageKey, content, signal }: UploadContent,
): Promise<boolean> {
  const deadline = deadlineOf(row, signal);
  const sender = takeOver(storageKey);
  const ended = AbortSignal.any([deadline.signal, sender.signal]);
  try {
    return await storage.putStream(storageKey, content, Number(row.size_bytes), ended);
  } finally {
    deadline.clear();
    if (senders.get(storageKey) === sender) senders.delete(storageKey);
  }
}

export interface PartContent extends UploadContent {
  readonly partNumber: number;
}

/** The part of an upload that a number names. @throws AppError NOT_FOUND */
function layoutPart(row: UploadRow, number: number): { part: PartToStore; partsHandle: string } {
  const { parts_handle: partsHandle } = row;
  if (partsHandle === null) throw new AppError("NOT_FOUND");
  const sizes = partSizesOf(row);
  if (!(number >= 1 && number <= countParts(sizes))) throw new AppError("NOT_FOUND");
  return { part: partOf(sizes, number), partsHandle };
}

async function findPart(
  services: UploadServices,
  upload: PartContent,
): Promise<{ row: UploadRow; part: PartToStore; partsHandle: string }> {
  const row = await findAnnounced(services, upload.storageKey);
  const { part, partsHandle } = layoutPart(row, upload.partNumber);
  refuseOtherSize("part", part.sizeBytes, upload.declaredBytes);
  await requireRoom(services, part.sizeBytes);
  return { row, part, partsHandle };
}

/**
 * Stores one part of an announced upload; one that came before under its number is replaced. Returns its size.
 * @throws AppError as storeUpload, and UNAVAILABLE where another connection sends it
 */
export async function storePart(services: UploadServices, upload: PartContent): Promise<number> {
  const { sql, storage } = services;
  const { storageKey } = upload;
  const found = await withTimeout(HTTP_LIMITS.replyTimeoutMs, findPart(services, upload));
  const { row, part, partsHandle } = found;
  const deadline = deadlineOf(row, upload.signal);
  try {
    await storage.parts.putPart(storageKey, partsHandle, part, upload.content, deadline.signal);
  } finally {
    deadline.clear();
  }
  const received = await storage.parts.listParts(storageKey, partsHandle);
  const receivedBytes = received.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  await withTimeout(HTTP_LIMITS.replyTimeoutMs, noteUploadProgress(sql, row.id, receivedBytes));
  return part.sizeBytes;
}

/** How many bytes lie at a signed address: the whole file's, or a part's. @throws AppError NOT_FOUND where none do */
export async function sizeAt(
  { sql, storage }: UploadServices,
  storageKey: string,
  partNumber: number | undefined,
): Promise<number> {
  const row = await selectUploadByStorageKey(sql, storageKey);
  if (row === undefined) throw new AppError("NOT_FOUND");
  if (row.stored_at !== null && partNumber === undefined) return Number(row.size_bytes);
  if (partNumber === undefined) throw new AppError("NOT_FOUND", "This file has not come yet.");
  const { part, partsHandle } = layoutPart(row, partNumber);
  if (row.stored_at !== null) return part.sizeBytes;
  const parts = await storage.parts.listParts(storageKey, partsHandle);
  if (!parts.some(({ number }) => number === partNumber))
    throw new AppError("NOT_FOUND", "This part has not come yet.");
  return part.sizeBytes;
}
