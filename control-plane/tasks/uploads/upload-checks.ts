// What is asked before content of an announced upload is taken in, whole or a part of it.
import type { Sql } from "../../../shared/db/connect.ts";
import { AppError } from "../../../shared/errors.ts";
import type { StorageRoom } from "../../../shared/storage/room.ts";
import { selectUploadByStorageKey, type UploadRow } from "../../db/uploads.ts";

/** The refusal of content for want of space on the storage, to be thrown; the client may try later. */
export function noRoom(sizeBytes: number): AppError {
  return new AppError(
    "INSUFFICIENT_STORAGE",
    `The storage has no room for a file of ${sizeBytes} bytes now: try again later.`,
  );
}

/** An upload whose content may come now. @throws AppError NOT_FOUND, INVALID_REQUEST where it is complete */
export async function findAnnounced({ sql }: { readonly sql: Sql }, storageKey: string): Promise<UploadRow> {
  const row = await selectUploadByStorageKey(sql, storageKey);
  if (row === undefined || row.left_ms <= 0) throw new AppError("NOT_FOUND");
  if (row.stored_at !== null) throw new AppError("INVALID_REQUEST", "This upload is complete already.");
  return row;
}

/** @throws AppError INVALID_REQUEST where a request says that it is of another size */
export function refuseOtherSize(what: string, sizeBytes: number, declaredBytes: number | undefined): void {
  if (declaredBytes === undefined || declaredBytes === sizeBytes) return;
  throw new AppError(
    "INVALID_REQUEST",
    `The ${what} was announced with ${sizeBytes} bytes, not ${declaredBytes}.`,
  );
}

/**
 * Requires that the storage has room for so many bytes more, above the floor that is kept free.
 * @throws AppError INSUFFICIENT_STORAGE
 */
export async function requireRoom(
  { room }: { readonly room: StorageRoom },
  sizeBytes: number,
): Promise<void> {
  const { roomBytes } = await room.check();
  if (room.isLow() || sizeBytes > roomBytes) throw noRoom(sizeBytes);
}

/** Fires with the client, and when announcements that were not stored may be removed; to be cleared afterwards. */
export function deadlineOf(
  row: UploadRow,
  gone: AbortSignal,
): { readonly signal: AbortSignal; readonly clear: () => void } {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new AppError("REQUEST_TIMEOUT")), row.left_ms);
  return { signal: AbortSignal.any([gone, late.signal]), clear: () => clearTimeout(timer) };
}
