// Storing a stream where nothing stands: small ones whole, large ones in parts as they come. What stands under the key
// already is compared with the stream, and never replaced.
import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { S3_LIMITS } from "../../limits/storage.ts";
import { contentTypeOf } from "../content-types.ts";
import { type ExactStream, takeExactly } from "../exact-stream.ts";
import type { ObjectInfo } from "../object-storage.ts";
import { StorageUnavailable } from "../storage-unavailable.ts";
import { partSizeOf } from "./move-parts.ts";
import {
  abandonFailedUpload,
  beginMultipartUpload,
  joinParts,
  type MultipartUpload,
  type SentPart,
  sendPart,
} from "./multipart-upload.ts";
import type { S3Connection } from "./s3-connection.ts";
import { isNotImplemented, isTaken } from "./s3-errors.ts";
import { readRange, statObject } from "./s3-reads.ts";
import { retryUntilStalled, StallRetries } from "./stall-retries.ts";

/** Writes what is in memory where nothing stands. Returns false, and writes nothing, where something does. */
async function writeNewObject(
  connection: S3Connection,
  key: string,
  content: Buffer,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const input = { ...connection.at(key), Body: content, ContentType: contentTypeOf(key) };
  return await connection.call(
    async (client, abortSignal) => {
      try {
        await client.putObject({ ...input, IfNoneMatch: "*" }, { abortSignal });
      } catch (error) {
        if (isTaken(error)) return false;
        // A service without conditional writes; that nothing stands there was seen a moment ago.
        if (!isNotImplemented(error)) throw error;
        await client.putObject(input, { abortSignal });
      }
      return true;
    },
    { signal, timeoutMs: S3_LIMITS.partTimeoutMs, client: connection.sender },
  );
}

/** Gathers a stream's chunks into parts of one size; the last is what is left, and empty only where all is. */
async function* gatherParts(chunks: AsyncIterable<Buffer>, partSizeBytes: number): AsyncGenerator<Buffer> {
  let gathered: Buffer[] = [];
  let gatheredBytes = 0;
  let hasYielded = false;
  for await (const chunk of chunks) {
    let rest = chunk;
    while (gatheredBytes + rest.length >= partSizeBytes) {
      const fitting = rest.subarray(0, partSizeBytes - gatheredBytes);
      rest = rest.subarray(fitting.length);
      yield Buffer.concat([...gathered, fitting]);
      [gathered, gatheredBytes, hasYielded] = [[], 0, true];
    }
    if (rest.length > 0) gathered.push(rest);
    gatheredBytes += rest.length;
  }
  if (gatheredBytes > 0 || !hasYielded) yield Buffer.concat(gathered);
}

async function digestOf(chunks: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest("hex");
}

function readWhole(
  connection: S3Connection,
  key: string,
  { tag, sizeBytes }: ObjectInfo,
  signal: AbortSignal | undefined,
): AsyncIterable<Buffer> {
  return readRange(connection, { key, tag, range: { first: 0, last: sizeBytes - 1 } }, signal);
}

/** @throws StorageUnavailable where nothing stands there, since the write that refused ours may still be under way */
async function isSameContent(
  connection: S3Connection,
  key: string,
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const ours = await digestOf(chunks);
  const there = await statObject(connection, key, signal);
  if (there === undefined) throw new StorageUnavailable();
  return ours === (await digestOf(readWhole(connection, key, there, signal)));
}

/** Sends parts as they come, a few at once, and returns what was sent. All sending has ended when it settles. */
async function sendAsTheyCome(
  connection: S3Connection,
  upload: MultipartUpload,
  parts: AsyncIterable<Buffer>,
  signal: AbortSignal | undefined,
): Promise<SentPart[]> {
  const failed = new AbortController();
  const stop = signal === undefined ? failed.signal : AbortSignal.any([failed.signal, signal]);
  const retries = new StallRetries();
  const sending = new Set<Promise<void>>();
  const sent: SentPart[] = [];
  let number = 0;
  const send = async (content: Buffer): Promise<void> => {
    number += 1;
    const part = { number, content };
    sent.push(await retryUntilStalled(() => sendPart(connection, upload, part, stop), retries, stop));
  };
  try {
    for await (const content of parts) {
      const each = send(content).finally(() => sending.delete(each));
      sending.add(each);
      // It is waited for below, at the latest.
      each.catch(() => undefined);
      if (sending.size >= S3_LIMITS.partsAtOnce) await Promise.race(sending);
    }
    await Promise.all(sending);
  } catch (error) {
    failed.abort(error);
    throw error;
  } finally {
    await Promise.allSettled(sending);
  }
  return sent.sort((one, other) => one.number - other.number);
}

async function sendChunks(
  connection: S3Connection,
  key: string,
  parts: AsyncIterable<Buffer>,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const upload = await beginMultipartUpload(connection, key, contentTypeOf(key), signal);
  try {
    const sent = await sendAsTheyCome(connection, upload, parts, signal);
    return await joinParts(connection, upload, sent, { signal, replaces: false });
  } finally {
    // Also where the content stood there before.
    await abandonFailedUpload(connection, upload);
  }
}

/** Stores a stream where nothing stands: see ObjectStorage.putStream. */
export async function putNewStream(
  connection: S3Connection,
  key: string,
  content: Readable,
  stream: ExactStream,
): Promise<boolean> {
  const { sizeBytes, signal } = stream;
  const there = await statObject(connection, key, signal);
  let isOurs = false;
  await takeExactly(content, stream, async (chunks) => {
    if (there !== undefined) {
      isOurs = await isSameContent(connection, key, chunks, signal);
    } else if (sizeBytes > S3_LIMITS.partBytes) {
      isOurs = await sendChunks(connection, key, gatherParts(chunks, partSizeOf(sizeBytes)), signal);
    } else {
      for await (const whole of gatherParts(chunks, Number.POSITIVE_INFINITY)) {
        const isNew = await writeNewObject(connection, key, whole, signal);
        isOurs = isNew || (await isSameContent(connection, key, [whole], signal));
      }
    }
  });
  return isOurs;
}
