// Uploads a file so that nothing that has arrived is sent again: announced in parts, parts sent several at once, joined
// at the end. An upload that broke off goes on by its id, in another process too.
import { CLIENT_LIMITS } from "../../limits/client.ts";
import { announcedType } from "../../media-types.ts";
import type { Upload } from "../api-types.ts";
import { type CallOptions, type Connection, callApi } from "../call-api.ts";
import { ClipmillError } from "../client-error.ts";
import { missingParts, needsLook, sendParts } from "./upload-parts.ts";
import type { UploadSource } from "./upload-source.ts";

export interface UploadProgress {
  /** What has arrived, of an upload that goes on also before. */
  readonly sentBytes: number;
  readonly totalBytes: number;
}

export interface UploadOptions extends CallOptions {
  /** By default a file's own, or `upload`. */
  readonly filename?: string | undefined;
  /** By default a file's own, or by the name's ending, or `application/octet-stream`. */
  readonly contentType?: string | undefined;
  /** `upload_id` of an upload that broke off: what it lacks is sent. The file must be the same. */
  readonly resume?: string | undefined;
  /** Called once, before anything is sent. Keep the id to go on with after a crash. */
  readonly onAnnounced?: ((uploadId: string) => void | Promise<void>) | undefined;
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
  /** Called with each failure that is followed by another try; the next progress says that it goes on. */
  readonly onRetry?: ((error: ClipmillError) => void) | undefined;
  /** From 5 MiB to 1 GiB; 8 MiB by default, more of files above 78 GiB. Each must arrive in 5 minutes in Node. */
  readonly partBytes?: number | undefined;
  /** 4 by default, at most 16, and fewer where the line is too slow. So many parts are in memory, of a Blob none. */
  readonly partsAtOnce?: number | undefined;
}

function partSize(sizeBytes: number, asked: number | undefined): number {
  const { partBytes, parts } = CLIENT_LIMITS.upload;
  return asked ?? Math.min(partBytes.max, Math.max(partBytes.default, Math.ceil(sizeBytes / parts)));
}

async function announce(
  connection: Connection,
  source: UploadSource,
  options: UploadOptions,
): Promise<string> {
  if (source.sizeBytes === 0) throw new ClipmillError("INVALID_ARGUMENT", "The file is empty.");
  const { signal } = options;
  const filename = options.filename ?? source.filename ?? "upload";
  const body = {
    filename,
    content_type: options.contentType ?? source.contentType ?? announcedType(filename),
    size_bytes: source.sizeBytes,
  };
  const part_size_bytes = partSize(source.sizeBytes, options.partBytes);
  // What is no larger than a part is sent whole.
  const parted = source.sizeBytes > part_size_bytes ? { ...body, part_size_bytes } : body;
  return (await callApi(connection, "createUpload", { body: parted, signal })).data.upload_id;
}

async function readUpload(
  connection: Connection,
  uploadId: string,
  signal: AbortSignal | undefined,
): Promise<Upload> {
  return (await callApi(connection, "readUpload", { path: { uploadId }, signal })).data;
}

/** Joined, or as it is where parts have not arrived after all. */
async function complete(
  connection: Connection,
  upload: Upload,
  signal: AbortSignal | undefined,
): Promise<Upload> {
  const path = { uploadId: upload.upload_id };
  if (upload.part_size_bytes === null) return readUpload(connection, upload.upload_id, signal);
  try {
    return (await callApi(connection, "completeUpload", { path, signal })).data;
  } catch (error) {
    if (!(error instanceof ClipmillError) || error.code !== "PARTS_MISSING") throw error;
    return readUpload(connection, upload.upload_id, signal);
  }
}

/** Sends what is missing, and says whether all of it went through. */
async function sendMissing(
  connection: Connection,
  source: UploadSource,
  upload: Upload,
  options: UploadOptions,
): Promise<boolean> {
  const { signal, onProgress, partsAtOnce = CLIENT_LIMITS.upload.partsAtOnce.default } = options;
  const missing = missingParts(upload);
  const totalBytes = source.sizeBytes;
  let sentBytes = totalBytes - missing.reduce((sum, { start, end }) => sum + end - start, 0);
  onProgress?.({ sentBytes, totalBytes });
  const onSent = (sizeBytes: number): void => {
    sentBytes += sizeBytes;
    onProgress?.({ sentBytes, totalBytes });
  };
  try {
    const atOnce = Math.min(CLIENT_LIMITS.upload.partsAtOnce.max, Math.max(1, partsAtOnce));
    await sendParts(connection, source, missing, { partsAtOnce: atOnce, signal, onSent });
    return true;
  } catch (error) {
    if (!needsLook(error) || !source.isRepeatable) throw error;
    return false;
  }
}

function check({ size_bytes }: Upload, source: UploadSource): void {
  if (size_bytes === source.sizeBytes) return;
  throw new ClipmillError(
    "INVALID_ARGUMENT",
    `The upload was announced with ${size_bytes} bytes, and the file has ${source.sizeBytes}.`,
  );
}

/**
 * Uploads a file, or goes on with one, and returns it complete: its `s3_key` is what a job names.
 * @throws ClipmillError INVALID_ARGUMENT for an empty file; INSUFFICIENT_STORAGE; NOT_FOUND for an
 *   upload to go on with that has expired
 */
export async function uploadSource(
  client: Connection,
  source: UploadSource,
  options: UploadOptions = {},
): Promise<Upload> {
  const { signal, resume, onAnnounced, onRetry } = options;
  const connection = { ...client, onRetry };
  try {
    const uploadId = resume ?? (await announce(connection, source, options));
    if (resume === undefined) await onAnnounced?.(uploadId);
    let upload = await readUpload(connection, uploadId, signal);
    check(upload, source);
    for (let round = 0; round < CLIENT_LIMITS.upload.rounds && !upload.complete; round += 1) {
      const hasAll = await sendMissing(connection, source, upload, options);
      upload = await (hasAll
        ? complete(connection, upload, signal)
        : readUpload(connection, uploadId, signal));
    }
    if (upload.complete) return upload;
    throw new ClipmillError("UNEXPECTED_ANSWER", "Parts of the upload have not arrived, however often sent.");
  } finally {
    await source.close();
  }
}
