// Checks that a job's source may be used by this account before anything is charged: an address that the network
// rules allow, or an upload of the account's own that is complete.

import type { Sql } from "../../../shared/db/connect.ts";
import { type AppError, hasErrorCode } from "../../../shared/errors.ts";
import type { RequestBounds } from "../../../shared/limits/request-bounds.ts";
import { MIB } from "../../../shared/limits/units.ts";
import { describeUrlFault, type NetworkPolicy } from "../../../shared/network/network-safety.ts";
import { invalidRequest } from "../../../shared/schemas/validate.ts";
import type { ObjectStorage } from "../../../shared/storage/object-storage.ts";
import type { MediaSource } from "../../../shared/tasks/media-source.ts";
import { hashSource } from "../../../shared/tasks/source-hash.ts";
import type { FileRetention } from "../../db/expired-files.ts";
import { endTranscripts } from "../../db/transcripts.ts";
import {
  holdUpload,
  type StoredUpload,
  selectUploadByStorageKey,
  type UploadRow,
  updateUploadTag,
} from "../../db/uploads.ts";
import { isTimeUp } from "../uploads/read-upload.ts";
import { settleUpload } from "../uploads/settle-upload.ts";
import { StorageWait } from "../uploads/storage-wait.ts";
import { nameOfText, nameOfUrl } from "./task-name.ts";

export interface SourceServices {
  readonly sql: Sql;
  readonly storage: ObjectStorage;
  readonly networkPolicy: NetworkPolicy;
  /** How long complete uploads are kept. */
  readonly fileRetention: Pick<FileRetention, "uploadsMs">;
  readonly bounds: Pick<RequestBounds, "sourceBytes">;
}

/**
 * What a parser of URLs drops without a word. An address with it is refused: its client may have meant another one, and the
 * database, which tells receivers of webhooks apart by the text of their URLs, would find another host in it.
 */
const IGNORED_IN_URLS = /^\s|\s$|\p{Cc}/u;

/** Checks an address that a client gave. @throws AppError INVALID_REQUEST naming the field that it stands in */
function checkClientUrl(url: string, path: string, policy: NetworkPolicy): void {
  const message = IGNORED_IN_URLS.test(url)
    ? "must not contain control characters, nor begin or end with blanks"
    : describeUrlFault(url, policy);
  if (message !== undefined) throw invalidRequest([{ path, message }]);
}

/** Checks the address of a task's webhooks. @throws AppError INVALID_REQUEST naming the field */
export function checkCallbackUrl(url: string, policy: NetworkPolicy): void {
  checkClientUrl(url, "/callback_url", policy);
}

function noUpload(path: string): AppError {
  return invalidRequest([{ path, message: "is not an upload of this account" }]);
}

/**
 * The tag of the upload's content. Once its address has expired, whatever lies there is the upload, and its present tag
 * counts: objects get other tags when an operator moves a bucket. If the storage is away, the tag stays as it was.
 */
async function tagOf(
  { sql, storage }: SourceServices,
  upload: UploadRow,
  stored: StoredUpload,
  wait: StorageWait,
) {
  if (stored.tag === null || upload.left_ms > 0) return stored.tag;
  const there = await wait.for(storage.stat(upload.storage_key)).catch((error: unknown) => {
    if (hasErrorCode(error, "UNAVAILABLE")) return undefined;
    throw error;
  });
  if (there === undefined || there.tag === stored.tag) return stored.tag;
  await sql.begin(async (transaction) => {
    await updateUploadTag(transaction, upload.id, there.tag);
    // What was kept may have been made of other content.
    const sourceHash = hashSource({ kind: "upload", storageKey: upload.storage_key });
    await endTranscripts(transaction, upload.account_id, sourceHash);
  });
  return there.tag;
}

export interface CheckedSource {
  /** With the tag of its content where that could be replaced. */
  readonly source: MediaSource;
  /** What people call it. */
  readonly name: string | null;
}

/**
 * Checks a job's source.
 * @param path JSON Pointer to the body's field that names it
 * @throws AppError INVALID_REQUEST when the source may not be used; a foreign upload is told like an unknown one
 */
export async function checkSource(
  services: SourceServices,
  accountId: string,
  source: MediaSource,
  path: string,
): Promise<CheckedSource> {
  const { sql, networkPolicy, fileRetention, bounds } = services;
  if (source.kind === "url") {
    checkClientUrl(source.url, path, networkPolicy);
    return { source, name: nameOfUrl(source.url) };
  }
  const upload = await selectUploadByStorageKey(sql, source.storageKey);
  const isTheirs = upload?.account_id === accountId;
  if (upload === undefined || !isTheirs || isTimeUp(upload, fileRetention.uploadsMs)) throw noUpload(path);
  // It may have been announced before an operator lowered the bound.
  if (Number(upload.size_bytes) > bounds.sourceBytes) {
    const message = `has more than ${bounds.sourceBytes / MIB} MiB, the most that a source may have`;
    throw invalidRequest([{ path, message }]);
  }
  const wait = new StorageWait();
  const stored = await wait.for(settleUpload(services, upload));
  if (stored === undefined) {
    const message =
      upload.parts_handle === null
        ? "is announced, but its content has not been uploaded yet"
        : `is an upload in parts that is not complete yet: send what is missing, then POST /api/v1/uploads/${upload.id}/complete`;
    throw invalidRequest([{ path, message }]);
  }
  const tag = await tagOf(services, upload, stored, wait);
  return { source: tag === null ? source : { ...source, tag }, name: nameOfText(upload.filename) };
}

/**
 * Checks a source again once its task is there: from then on its removal is refused, and before that its account may have
 * had it removed.
 * @param path as of checkSource
 * @throws AppError INVALID_REQUEST, by which the task is withdrawn
 */
export async function confirmSource(
  { sql }: SourceServices,
  source: MediaSource,
  path: string,
): Promise<void> {
  if (source.kind === "upload" && !(await holdUpload(sql, source.storageKey))) throw noUpload(path);
}
