// Checks that a job's source may be used by this account before anything is charged: an address that the network
// rules allow, or an upload of the account's own that is complete.

import type { Sql } from "../../../shared/db/connect.ts";
import { AppError } from "../../../shared/errors.ts";
import { checkPublicUrl, type NetworkPolicy } from "../../../shared/network/network-safety.ts";
import { invalidRequest } from "../../../shared/schemas/validate.ts";
import type { ObjectStorage } from "../../../shared/storage/object-storage.ts";
import type { MediaSource } from "../../../shared/tasks/clip-job.ts";
import { selectUploadByStorageKey } from "../../db/uploads.ts";
import { settleUpload } from "../uploads/settle-upload.ts";

export interface SourceServices {
  readonly sql: Sql;
  readonly storage: ObjectStorage;
  readonly networkPolicy: NetworkPolicy;
}

/** Checks an address that a client named in a field of its body. @throws AppError INVALID_REQUEST naming the field */
export function checkClientUrl(url: string, path: string, policy: NetworkPolicy): void {
  try {
    checkPublicUrl(url, policy);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError("INVALID_REQUEST", error.message, {
      details: [{ path, message: error.message }],
      cause: error,
    });
  }
}

/**
 * Checks a job's source.
 * @param urlPath JSON Pointer to the field that an address came from
 * @param uploadPath JSON Pointer to the field that an upload came from
 * @throws AppError INVALID_REQUEST when the source may not be used; a foreign upload is told like an unknown one
 */
export async function checkSource(
  { sql, storage, networkPolicy }: SourceServices,
  accountId: string,
  source: MediaSource,
  urlPath: string,
  uploadPath = "/s3_key",
): Promise<void> {
  if (source.kind === "url") return checkClientUrl(source.url, urlPath, networkPolicy);
  const upload = await selectUploadByStorageKey(sql, source.storageKey);
  if (upload === undefined || upload.account_id !== accountId) {
    throw invalidRequest([{ path: uploadPath, message: "is not an upload of this account" }]);
  }
  if ((await settleUpload({ sql, storage }, upload)) === undefined) {
    const message =
      upload.parts_handle === null
        ? "is announced, but its content has not been uploaded yet"
        : `is an upload in parts that is not complete yet: send what is missing, then POST /api/v1/uploads/${upload.id}/complete`;
    throw invalidRequest([{ path: uploadPath, message }]);
  }
}
