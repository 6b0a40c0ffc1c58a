// Joins the parts of an upload. However many ask for it, at once or after an answer that never came, it is done once: a
// storage may take longer than a client is let wait, who then asks again and finds it done.
import { AppError } from "../../../shared/errors.ts";
import { partsOf } from "../../../shared/storage/part-uploads.ts";
import { partSizesOf, type UploadRow } from "../../db/uploads.ts";
import type { UploadServices } from "./announce-upload.ts";
import { completeState, findUpload, type UploadState } from "./read-upload.ts";
import { markPlaced, settleUpload } from "./settle-upload.ts";
import { StorageWait } from "./storage-wait.ts";

/**
 * Makes one file of the parts of an upload of this account; that of a complete one changes nothing.
 * @throws AppError NOT_FOUND; PARTS_MISSING with their numbers; INVALID_REQUEST where the file was stored whole
 * meanwhile, with other content; UNAVAILABLE while a part that has come is being sent again, and where it takes long: then
 * it goes on
 */
export type CompleteUpload = (accountId: string, uploadId: string) => Promise<UploadState>;

async function join(services: UploadServices, row: UploadRow, partsHandle: string): Promise<Date> {
  const { storage } = services;
  const isOurs = await storage.parts.join(row.storage_key, partsHandle, partsOf(partSizesOf(row)));
  const stored = await markPlaced(services, row);
  if (stored === undefined) {
    await storage.remove(row.storage_key);
    throw new AppError("NOT_FOUND");
  }
  if (!isOurs) throw new AppError("INVALID_REQUEST", "This upload was stored with other content meanwhile.");
  return stored.stored_at;
}

/**
 * Completes uploads, as CompleteUpload says. Calls of this process for one upload that come while it is
 * completed share its result.
 */
export function createCompleteUpload(services: UploadServices): CompleteUpload {
  const { lanes } = services;
  const underWay = new Map<string, Promise<Date>>();
  return async (accountId, uploadId) => {
    const row = await findUpload(services, accountId, uploadId);
    const wait = new StorageWait();
    const stored = await wait.for(lanes.looks.run(accountId, () => settleUpload(services, row)));
    if (stored !== undefined) return completeState(services, row, stored.stored_at);
    const { parts_handle: partsHandle } = row;
    if (partsHandle === null) {
      const details = [{ path: "/upload_url", message: "has not taken the file yet" }];
      throw new AppError("PARTS_MISSING", "The file has not come yet.", { details });
    }
    let joining = underWay.get(row.id);
    if (joining === undefined) {
      joining = lanes.joins
        .run(accountId, () => join(services, row, partsHandle))
        .finally(() => underWay.delete(row.id));
      underWay.set(row.id, joining);
    }
    return completeState(services, row, await wait.for(joining));
  };
}
