// Content that a client sent to the storage itself, past every control plane: nobody is told of it. So the storage is
// asked whenever it matters whether an announced file is there: when a job names it, when its account asks, and before an
// announcement is taken for abandoned. What is there whole is marked from then on as if it had come through here, with
// the tag of its content: whoever holds the address may send other content until it expires, and no job is made of that.
import type { Queryable } from "../../../shared/db/connect.ts";
import { STORAGE_LIMITS } from "../../../shared/limits/storage.ts";
import type { ObjectStorage } from "../../../shared/storage/object-storage.ts";
import { StorageUnavailable } from "../../../shared/storage/storage-unavailable.ts";
import { markUploadStored, type StoredUpload, selectOpenUploads, type UploadRow } from "../../db/uploads.ts";

export interface SettleServices {
  readonly sql: Queryable;
  readonly storage: ObjectStorage;
}

/** An announced upload, whose content may have come. */
export type UploadToSettle = Pick<
  UploadRow,
  "id" | "storage_key" | "size_bytes" | "stored_at" | "tag" | "parts_handle"
>;

/**
 * Marks an upload whose content lies in the storage now. Returns undefined where nobody wants it any more.
 * @throws StorageUnavailable where nothing lies there: a job of it would fail for good
 */
export async function markPlaced(
  { sql, storage }: SettleServices,
  row: Pick<UploadRow, "id" | "storage_key">,
): Promise<StoredUpload | undefined> {
  const there = await storage.stat(row.storage_key);
  if (there === undefined) throw new StorageUnavailable();
  return await markUploadStored(sql, row.id, there.tag);
}

/** What an announced upload was stored as; undefined where its content has not come whole. */
export async function settleUpload(
  { sql, storage }: SettleServices,
  row: UploadToSettle,
): Promise<StoredUpload | undefined> {
  const { stored_at: storedAt, tag } = row;
  if (storedAt !== null) return { stored_at: storedAt, tag };
  if (!storage.servesClients) return undefined;
  const there = await storage.stat(row.storage_key);
  // The service takes no other size at the address that it was given.
  if (there?.sizeBytes !== Number(row.size_bytes)) return undefined;
  const stored = await markUploadStored(sql, row.id, there.tag);
  if (stored === undefined) return undefined;
  if (row.parts_handle !== null) await storage.parts.abandon(row.storage_key, row.parts_handle);
  return stored;
}

/** Looks for the content of what an account has announced, and returns of how many it has come. */
export async function settleUploads(services: SettleServices, accountId: string): Promise<number> {
  const { settledUploads, settledAtOnce } = STORAGE_LIMITS;
  const waiting = (await selectOpenUploads(services.sql, accountId, settledUploads)).values();
  let settled = 0;
  const settle = async (): Promise<void> => {
    for (const upload of waiting) {
      if ((await settleUpload(services, upload)) !== undefined) settled += 1;
    }
  };
  await Promise.all(Array.from({ length: settledAtOnce }, settle));
  return settled;
}
