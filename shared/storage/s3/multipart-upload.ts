// One multipart upload of the service from its beginning to its end, whoever sends its parts. What is joined never replaces
// what stands under the key by then: services that know `If-None-Match` at the join are asked to see to it, and for the
// others (Ceph 16 joins over it, Alibaba's OSS answers 501) the key is looked at just before. Which content stands there is
// told by its tag: of an object that was joined of the same parts, services make the same one. Where they encrypt with keys
// of their own (SSE-KMS) it says only how many parts there were; then the upload tells, which is gone once its parts are
// joined. An object that is written over may have had as many, and had another tag.
import { createHash } from "node:crypto";
import { AppError, hasErrorCode } from "../../errors.ts";
import { S3_LIMITS } from "../../limits/storage.ts";
import type { ObjectInfo } from "../object-storage.ts";
import { StorageUnavailable } from "../storage-unavailable.ts";
import type { S3Connection } from "./s3-connection.ts";
import { isNotImplemented, isTaken } from "./s3-errors.ts";
import { statObject } from "./s3-reads.ts";

export interface SentPart {
  readonly number: number;
  readonly tag: string;
}

export interface MultipartUpload {
  readonly key: string;
  readonly uploadId: string;
}

/** Quotation marks are part of a tag, and some services leave them out of some answers. */
function bare(tag: string): string {
  return tag.replaceAll('"', "");
}

/** The tag of the object that these parts make: the MD5 of their MD5s, and how many they are. */
function joinedTag(parts: readonly SentPart[]): string {
  const digest = createHash("md5");
  for (const { tag } of parts) digest.update(Buffer.from(bare(tag), "hex"));
  return `${digest.digest("hex")}-${parts.length}`;
}

/**
 * Begins a multipart upload, of which nothing is seen at the key before it is joined. One that is neither
 * joined nor abandoned takes room until `removeOldMultipartUploads`.
 * @throws AppError UNAVAILABLE where the service gives it no name; as `S3Connection.call`
 */
export async function beginMultipartUpload(
  connection: S3Connection,
  key: string,
  contentType: string,
  signal?: AbortSignal,
): Promise<MultipartUpload> {
  const { UploadId } = await connection.call(
    (client, abortSignal) =>
      client.createMultipartUpload({ ...connection.at(key), ContentType: contentType }, { abortSignal }),
    { signal },
  );
  if (UploadId === undefined)
    throw new AppError("UNAVAILABLE", "The storage began an upload without a name.");
  return { key, uploadId: UploadId };
}

/** Sends a part that is in memory, so that the SDK can send it again. */
export async function sendPart(
  connection: S3Connection,
  { key, uploadId }: MultipartUpload,
  part: { readonly number: number; readonly content: Buffer },
  signal?: AbortSignal,
): Promise<SentPart> {
  const { ETag = "" } = await connection.call(
    (client, abortSignal) =>
      client.uploadPart(
        { ...connection.at(key), UploadId: uploadId, PartNumber: part.number, Body: part.content },
        { abortSignal },
      ),
    { signal, timeoutMs: S3_LIMITS.partTimeoutMs, client: connection.sender },
  );
  return { number: part.number, tag: ETag };
}

export interface JoinOptions {
  readonly signal?: AbortSignal | undefined;
  /** What is written over, as it was seen before. False leaves what stands under the key, and the join is not done. */
  readonly replaces: false | { readonly tag: string | null | undefined };
}

/**
 * Asks the service for the join, which stops before an object that is not to be replaced.
 * @throws AppError INVALID_REQUEST where there is one; as `S3Connection.call`
 */
async function requestJoin(
  connection: S3Connection,
  { key, uploadId }: MultipartUpload,
  parts: readonly SentPart[],
  { signal, replaces }: JoinOptions,
): Promise<void> {
  const joining = {
    ...connection.at(key),
    UploadId: uploadId,
    MultipartUpload: { Parts: parts.map(({ number, tag }) => ({ PartNumber: number, ETag: tag })) },
  };
  await connection.call(
    async (joiner, abortSignal) => {
      try {
        const condition = replaces ? {} : { IfNoneMatch: "*" };
        await joiner.completeMultipartUpload({ ...joining, ...condition }, { abortSignal });
      } catch (error) {
        if (replaces) throw error;
        if (isTaken(error)) throw new AppError("INVALID_REQUEST", "The key is taken.", { cause: error });
        // That nothing stands there was seen a moment ago.
        if (!isNotImplemented(error)) throw error;
        await joiner.completeMultipartUpload(joining, { abortSignal });
      }
    },
    { signal, timeoutMs: S3_LIMITS.joinTimeoutMs, client: connection.joiner },
  );
}

/**
 * Joins the parts. Returns whether the key names their content now, also where it did before.
 * @throws AppError NOT_FOUND where the upload is gone and the key names nothing that could be its content; StorageUnavailable
 * also where the service refuses for another operation on the key, which names nothing yet
 */
export async function joinParts(
  connection: S3Connection,
  upload: MultipartUpload,
  parts: readonly SentPart[],
  options: JoinOptions,
): Promise<boolean> {
  const { signal, replaces } = options;
  const tag = joinedTag(parts);
  const look = (): Promise<ObjectInfo | undefined> => statObject(connection, upload.key, signal);
  const isOurs = async (there: ObjectInfo | undefined, foundGone = false): Promise<boolean> => {
    const found = bare(there?.tag ?? "");
    if (found === tag) return true;
    const stoodThere = replaces !== false && found === bare(replaces.tag ?? "");
    if (!found.endsWith(`-${parts.length}`) || stoodThere) return false;
    return foundGone || (await isGone(connection, upload, signal));
  };
  if (!replaces) {
    const there = await look();
    if (there !== undefined) return isOurs(there);
  }
  try {
    await requestJoin(connection, upload, parts, options);
    return true;
  } catch (error) {
    const isNamed = error instanceof AppError && ["NOT_FOUND", "INVALID_REQUEST"].includes(error.code);
    if (!isNamed) throw error;
    // The answer to a join that was done may have been lost; then the SDK's next try finds no upload.
    const there = await look();
    if (await isOurs(there, error.code === "NOT_FOUND")) return true;
    if (error.code === "NOT_FOUND") throw error;
    // What is under way at the key may be another join of these very parts, which are not to be removed then.
    if (there === undefined) throw new StorageUnavailable({ cause: error });
    return false;
  }
}

/** Whether the service knows the upload no more: its parts were joined or removed. */
async function isGone(
  connection: S3Connection,
  { key, uploadId }: MultipartUpload,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  try {
    await connection.call(
      (client, abortSignal) =>
        client.listParts({ ...connection.at(key), UploadId: uploadId, MaxParts: 1 }, { abortSignal }),
      { signal },
    );
    return false;
  } catch (error) {
    if (hasErrorCode(error, "NOT_FOUND")) return true;
    throw error;
  }
}

/** Removes what was sent of it; what is gone already is no error. */
export async function abandonMultipartUpload(
  connection: S3Connection,
  { key, uploadId }: MultipartUpload,
  timeoutMs: number = S3_LIMITS.callTimeoutMs,
): Promise<void> {
  try {
    await connection.call(
      (client, abortSignal) =>
        client.abortMultipartUpload({ ...connection.at(key), UploadId: uploadId }, { abortSignal }),
      { timeoutMs },
    );
  } catch (error) {
    if (!hasErrorCode(error, "NOT_FOUND")) throw error;
  }
}

/**
 * Removes what a failed write has sent. Soon, since whoever was called off is waited for; what cannot be removed now is found
 * by removeLeftovers.
 */
export async function abandonFailedUpload(connection: S3Connection, upload: MultipartUpload): Promise<void> {
  await abandonMultipartUpload(connection, upload, S3_LIMITS.abandonTimeoutMs).catch(() => undefined);
}
