// Listing and removing objects and abandoned uploads, a page at a time.
import type { S3 } from "@aws-sdk/client-s3";
import { hasErrorCode } from "../../errors.ts";
import { S3_LIMITS } from "../../limits/storage.ts";
import type { ListedObject } from "../object-storage.ts";
import { StorageUnavailable } from "../storage-unavailable.ts";
import { abandonMultipartUpload } from "./multipart-upload.ts";
import type { S3Connection } from "./s3-connection.ts";
import { statusOf } from "./s3-errors.ts";

/** Removals at once at a service that does not know removals of many. */
const SINGLE_REMOVALS_AT_ONCE = 16;
const NOT_IMPLEMENTED = 501;
const BAD_REQUEST = 400;
const FORBIDDEN = 403;

/** The objects below a prefix of keys, those behind `after` alone, page by page. */
export async function* listPages(
  connection: S3Connection,
  { prefix, after }: { readonly prefix: string; readonly after?: string | undefined },
  signal?: AbortSignal,
): AsyncGenerator<ListedObject[]> {
  const { Bucket, Key: Prefix } = connection.at(prefix);
  const start = after === undefined ? {} : { StartAfter: connection.at(after).Key };
  let token: string | undefined;
  do {
    const page = await connection.call(
      (client, abortSignal) => {
        const from = token === undefined ? start : { ContinuationToken: token };
        return client.listObjectsV2({ Bucket, Prefix, ...from }, { abortSignal });
      },
      { signal },
    );
    const found = (page.Contents ?? []).flatMap(({ Key, Size, LastModified }) => {
      const key = connection.keyOf(Key);
      return key === undefined
        ? []
        : [{ key, sizeBytes: Size ?? 0, modifiedAt: LastModified ?? new Date(0) }];
    });
    if (found.length > 0) yield found;
    token = page.NextContinuationToken;
  } while (token !== undefined && token !== "");
}

/** Removes one object; a missing one is no error. */
export async function removeObject(
  connection: S3Connection,
  key: string,
  signal?: AbortSignal,
): Promise<void> {
  try {
    await connection.call((client, abortSignal) => client.deleteObject(connection.at(key), { abortSignal }), {
      signal,
    });
  } catch (error) {
    if (!hasErrorCode(error, "NOT_FOUND")) throw error;
  }
}

async function removeOneByOne(
  connection: S3Connection,
  keys: readonly string[],
  signal: AbortSignal | undefined,
): Promise<void> {
  for (let first = 0; first < keys.length; first += SINGLE_REMOVALS_AT_ONCE) {
    const some = keys.slice(first, first + SINGLE_REMOVALS_AT_ONCE);
    await Promise.all(some.map((key) => removeObject(connection, key, signal)));
  }
}

/**
 * Whether a service does not take removals of many: it does not know them, asks for headers that nobody else wants, or
 * wants a right to the whole bucket for them (Ceph 16).
 */
function isRefusedTogether(error: unknown): boolean {
  return [NOT_IMPLEMENTED, BAD_REQUEST, FORBIDDEN].includes(statusOf(error) ?? 0);
}

async function removeTogether(
  connection: S3Connection,
  keys: readonly string[],
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const Objects = keys.map((key) => ({ Key: connection.at(key).Key }));
  const input = { Bucket: connection.settings.bucket, Delete: { Objects, Quiet: true } };
  const remove = async (client: S3, abortSignal: AbortSignal) => {
    try {
      return await client.deleteObjects(input, { abortSignal });
    } catch (error) {
      if (isRefusedTogether(error)) return undefined;
      throw error;
    }
  };
  const answer = await connection.call(remove, { signal });
  const [failed] = answer?.Errors ?? [];
  if (failed !== undefined) {
    throw new StorageUnavailable({ cause: new Error(`${failed.Key}: ${failed.Code} ${failed.Message}`) });
  }
  return answer !== undefined;
}

/** Removes all objects below a prefix. */
export async function removeBelow(
  connection: S3Connection,
  prefix: string,
  signal?: AbortSignal,
): Promise<void> {
  for await (const page of listPages(connection, { prefix }, signal)) {
    const keys = page.map(({ key }) => key);
    if (!(await removeTogether(connection, keys, signal))) await removeOneByOne(connection, keys, signal);
  }
}

/** Ends multipart uploads that are old, and returns how many those were. */
export async function removeOldMultipartUploads(
  connection: S3Connection,
  isOld: (key: string, begunAt: Date) => boolean,
): Promise<number> {
  const { bucket, prefix } = connection.settings;
  let removed = 0;
  let from = {};
  for (;;) {
    const page = await connection.call((client, abortSignal) =>
      client.listMultipartUploads(
        { Bucket: bucket, Prefix: prefix, MaxUploads: S3_LIMITS.pageObjects, ...from },
        { abortSignal },
      ),
    );
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      const key = connection.keyOf(Key);
      if (key === undefined || UploadId === undefined || Initiated === undefined) continue;
      if (!isOld(key, Initiated)) continue;
      await abandonMultipartUpload(connection, { key, uploadId: UploadId });
      removed += 1;
    }
    const { IsTruncated, NextKeyMarker, NextUploadIdMarker } = page;
    if (IsTruncated !== true || NextKeyMarker === undefined) return removed;
    from = { KeyMarker: NextKeyMarker, UploadIdMarker: NextUploadIdMarker };
  }
}
