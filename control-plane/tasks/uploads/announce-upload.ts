// Uploads: a client announces a file, gets signed addresses to PUT it to, whole or in parts, and may then name it as a
// job's source. What is announced has its room set aside until it comes or expires, of the account's quota and of the
// storage.
import type { Sql } from "../../../shared/db/connect.ts";
import { AppError } from "../../../shared/errors.ts";
import { newId } from "../../../shared/ids.ts";
import { STORAGE_LIMITS } from "../../../shared/limits/storage.ts";
import type { UploadRequest } from "../../../shared/schemas/requests/upload-request.ts";
import { invalidRequest } from "../../../shared/schemas/validate.ts";
import type { ObjectStorage } from "../../../shared/storage/object-storage.ts";
import { type PartLayout, partsOf } from "../../../shared/storage/part-uploads.ts";
import type { StorageRoom } from "../../../shared/storage/room.ts";
import { type Announcement, announceUploadRow, type NewUpload } from "../../db/uploads.ts";
import { type PartAddress, type SignUpload, signParts } from "./part-addresses.ts";
import { settleUploads } from "./settle-upload.ts";
import { type StorageLanes, StorageWait } from "./storage-wait.ts";
import { noRoom } from "./upload-checks.ts";

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
  readonly lanes: StorageLanes;
  readonly room: StorageRoom;
  readonly quotas: UploadQuotas;
  readonly signUpload: SignUpload;
  /** How long a complete upload is kept. */
  readonly keptMs: number;
}

export interface AnnouncedUpload {
  readonly id: string;
  readonly storageKey: string;
  /** By the database's clock. */
  readonly expiresAt: Date;
  /** From now. */
  readonly leftMs: number;
  /** Undefined of an upload in one piece. */
  readonly parts: readonly PartAddress[] | undefined;
}

/** A file's extension where it is plain: people recognize stored files by it, and links to them say by it what they are. */
function plainExtension(filename: string): string {
  return /\.([A-Za-z0-9]{1,8})$/.exec(filename)?.[0]?.toLowerCase() ?? "";
}

function refusalOf(outcome: Exclude<Announcement["outcome"], "announced">, sizeBytes: number): AppError {
  if (outcome === "room") return noRoom(sizeBytes);
  const message =
    outcome === "quota"
      ? `A file of ${sizeBytes} bytes exceeds this account's quota of bytes that are uploaded or announced.`
      : "This account has as many announced uploads without content as it may: send them, or wait until they expire.";
  return new AppError("INSUFFICIENT_STORAGE", message);
}

function refuseTooManyParts({ size_bytes, part_size_bytes }: UploadRequest): void {
  if (part_size_bytes === undefined || size_bytes <= part_size_bytes * STORAGE_LIMITS.parts) return;
  const message = `makes more than ${STORAGE_LIMITS.parts} parts of ${size_bytes} bytes`;
  throw invalidRequest([{ path: "/part_size_bytes", message }]);
}

/** Some of what waits for content may have got it at the storage itself. */
async function announceRow(
  services: UploadServices,
  upload: NewUpload,
  wait: StorageWait,
): Promise<Announcement> {
  const { sql, storage, lanes } = services;
  const { accountId } = upload;
  const announcement = await announceUploadRow(sql, upload);
  if (announcement.outcome !== "open-uploads" || !storage.servesClients) return announcement;
  const settled = await wait.for(lanes.looks.run(accountId, () => settleUploads(services, accountId)));
  return settled === 0 ? announcement : await announceUploadRow(sql, upload);
}

/** Begins an upload in parts. One that the storage begins too late is nobody's, and goes again. */
function beginParts(
  { storage, lanes }: UploadServices,
  { accountId, storageKey, layout }: { accountId: string; storageKey: string; layout: PartLayout },
  wait: StorageWait,
): Promise<string> {
  const begun = lanes.looks.run(accountId, () => storage.parts.begin(storageKey, layout));
  return wait.for(begun, (late) => {
    // What stays all the same is swept with what other uploads left behind.
    lanes.looks.run(accountId, () => storage.parts.abandon(storageKey, late)).catch(() => undefined);
  });
}

/** Announces an upload of this account. @throws AppError INSUFFICIENT_STORAGE where it cannot fit, INVALID_REQUEST */
export async function announceUpload(
  services: UploadServices,
  accountId: string,
  request: UploadRequest,
): Promise<AnnouncedUpload> {
  refuseTooManyParts(request);
  const { storage, lanes, room, quotas } = services;
  const wait = new StorageWait();
  const { size_bytes: sizeBytes, part_size_bytes: partSizeBytes = null, content_type: contentType } = request;
  const id = newId("upload");
  const storageKey = `uploads/${accountId}/${id}${plainExtension(request.filename)}`;
  const { roomBytes } = await wait.for(room.check());
  if (room.isLow()) throw noRoom(sizeBytes);
  const layout = partSizeBytes === null ? null : { contentType, sizeBytes, partSizeBytes };
  const partsHandle =
    layout === null ? null : await beginParts(services, { accountId, storageKey, layout }, wait);
  const keptMs = layout === null ? STORAGE_LIMITS.uploadUrlTtlMs : STORAGE_LIMITS.partsUrlTtlMs;
  const row: NewUpload = {
    id,
    accountId,
    storageKey,
    filename: request.filename,
    contentType,
    sizeBytes,
    keptMs,
    partSizeBytes,
    partsHandle,
    roomBytes,
    quotaBytes: quotas.bytes,
    openUploads: quotas.open,
  };
  const { outcome, expiresAt } = await announceRow(services, row, wait);
  if (outcome !== "announced") {
    if (partsHandle !== null) {
      await wait.for(lanes.looks.run(accountId, () => storage.parts.abandon(storageKey, partsHandle)));
    }
    throw refusalOf(outcome, sizeBytes);
  }
  if (layout === null || partsHandle === null)
    return { id, storageKey, expiresAt, leftMs: keptMs, parts: undefined };
  const parts = await signParts(services, { storageKey, partsHandle, leftMs: keptMs }, partsOf(layout));
  return { id, storageKey, expiresAt, leftMs: keptMs, parts };
}
