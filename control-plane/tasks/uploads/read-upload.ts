// What has come of an upload, for its account: which parts are there, and fresh addresses for what is missing.
import { AppError } from "../../../shared/errors.ts";
import { isId } from "../../../shared/ids.ts";
import { STORAGE_LIMITS } from "../../../shared/limits/storage.ts";
import { partsOf } from "../../../shared/storage/part-uploads.ts";
import { noteUploadProgress, partSizesOf, selectUpload, type UploadRow } from "../../db/uploads.ts";
import type { UploadServices } from "./announce-upload.ts";
import { type PartAddress, signParts } from "./part-addresses.ts";
import { settleUpload } from "./settle-upload.ts";
import { StorageWait } from "./storage-wait.ts";

export interface UploadState {
  readonly row: UploadRow;
  readonly isComplete: boolean;
  /** Numbers of the parts that are there. */
  readonly received: readonly number[];
  /** Undefined where the upload comes in one piece, or is complete. */
  readonly missing: readonly PartAddress[] | undefined;
  /** Until when content may come, or the file is kept. */
  readonly expiresAt: Date;
  /** How long content may still begin to come; 0 where all of it has. */
  readonly leftMs: number;
}

const UNKNOWN = "This account has no such upload.";

/** Whether an upload's time is up: it is about to be removed, and nothing may begin with it any more. */
export function isTimeUp({ age_ms: ageMs }: UploadRow, keptMs: number): boolean {
  return ageMs !== null && ageMs > keptMs;
}

/** A malformed, unknown, foreign, expired or removed one is answered alike. @throws AppError NOT_FOUND */
export async function findUpload(
  { sql, keptMs }: UploadServices,
  accountId: string,
  uploadId: string,
): Promise<UploadRow> {
  const row = isId("upload", uploadId) ? await selectUpload(sql, accountId, uploadId) : undefined;
  const isExpired = row?.stored_at === null && row.left_ms <= STORAGE_LIMITS.lateUploadMs;
  if (row === undefined || isExpired || isTimeUp(row, keptMs)) throw new AppError("NOT_FOUND", UNKNOWN);
  return row;
}

/** An upload that is stored. */
export function completeState({ keptMs }: UploadServices, row: UploadRow, storedAt: Date): UploadState {
  const parts = row.part_size_bytes === null ? [] : partsOf(partSizesOf(row));
  const received = parts.map(({ number }) => number);
  const expiresAt = new Date(storedAt.getTime() + keptMs);
  return { row, isComplete: true, received, missing: undefined, expiresAt, leftMs: 0 };
}

/** What has come of an upload of this account. @throws AppError NOT_FOUND, UNAVAILABLE where the storage is slow */
export async function readUpload(
  services: UploadServices,
  accountId: string,
  uploadId: string,
): Promise<UploadState> {
  const { storage, lanes } = services;
  const row = await findUpload(services, accountId, uploadId);
  const { parts_handle: partsHandle, expires_at: expiresAt } = row;
  const leftMs = Math.max(0, row.left_ms - STORAGE_LIMITS.lateUploadMs);
  const wait = new StorageWait();
  const stored = await wait.for(lanes.looks.run(accountId, () => settleUpload(services, row)));
  if (stored !== undefined) return completeState(services, row, stored.stored_at);
  if (partsHandle === null)
    return { row, isComplete: false, received: [], missing: undefined, expiresAt, leftMs };
  const list = () => storage.parts.listParts(row.storage_key, partsHandle);
  const there = await wait.for(lanes.looks.run(accountId, list));
  const received = there.map(({ number }) => number);
  const receivedBytes = there.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  // Parts that go to the storage itself are seen here alone.
  const noted = await noteUploadProgress(services.sql, row.id, receivedBytes);
  const isThere = new Set(received);
  const lacking = partsOf(partSizesOf(row)).filter(({ number }) => !isThere.has(number));
  const until = noted ?? { expiresAt, leftMs };
  const upload = { storageKey: row.storage_key, partsHandle, leftMs: until.leftMs };
  const missing = await signParts(services, upload, lacking);
  return { row, isComplete: false, received, missing, expiresAt: until.expiresAt, leftMs: until.leftMs };
}
