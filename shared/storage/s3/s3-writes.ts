// Writing over whatever stands under a key: small objects whole, large files in parts. Nothing is ever seen of an object that
// is not whole, because a service shows what was sent only at the end of a call.
import { type FileHandle, lstat, open } from "node:fs/promises";
import { AppError } from "../../errors.ts";
import { S3_LIMITS } from "../../limits/storage.ts";
import { contentTypeOf } from "../content-types.ts";
import { type PartToStore, partsOf } from "../part-uploads.ts";
import { moveParts, partSizeOf } from "./move-parts.ts";
import {
  abandonFailedUpload,
  beginMultipartUpload,
  joinParts,
  type MultipartUpload,
  type SentPart,
  sendPart,
} from "./multipart-upload.ts";
import type { S3Connection } from "./s3-connection.ts";
import { statObject } from "./s3-reads.ts";
import { retryUntilStalled, StallRetries } from "./stall-retries.ts";

/** Writes what is in memory, over whatever stands there. */
export async function writeObject(
  connection: S3Connection,
  key: string,
  content: Buffer,
  signal?: AbortSignal,
): Promise<void> {
  await connection.call(
    (client, abortSignal) =>
      client.putObject(
        { ...connection.at(key), Body: content, ContentType: contentTypeOf(key) },
        { abortSignal },
      ),
    { signal, timeoutMs: S3_LIMITS.partTimeoutMs, client: connection.sender },
  );
}

async function readPart(handle: FileHandle, { offsetBytes, sizeBytes }: PartToStore): Promise<Buffer> {
  const content = Buffer.allocUnsafe(sizeBytes);
  for (let filled = 0; filled < sizeBytes; ) {
    const { bytesRead } = await handle.read(content, filled, sizeBytes - filled, offsetBytes + filled);
    if (bytesRead === 0) throw new Error("The file became shorter while it was stored.");
    filled += bytesRead;
  }
  return content;
}

async function sendFile(
  connection: S3Connection,
  key: string,
  handle: FileHandle,
  sizeBytes: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const retries = new StallRetries();
  const before = await retryUntilStalled(() => statObject(connection, key, signal), retries, signal);
  const begin = (): Promise<MultipartUpload> =>
    beginMultipartUpload(connection, key, contentTypeOf(key), signal);
  const upload = await retryUntilStalled(begin, retries, signal);
  try {
    const sent: SentPart[] = [];
    const send = async (part: PartToStore, stop: AbortSignal): Promise<void> => {
      const content = await readPart(handle, part);
      const attempt = (): Promise<SentPart> =>
        sendPart(connection, upload, { number: part.number, content }, stop);
      sent.push(await retryUntilStalled(attempt, retries, stop));
    };
    await moveParts(partsOf({ sizeBytes, partSizeBytes: partSizeOf(sizeBytes) }), send, signal);
    sent.sort((a, b) => a.number - b.number);
    const replaces = { tag: before?.tag };
    await retryUntilStalled(() => joinParts(connection, upload, sent, { signal, replaces }), retries, signal);
  } catch (error) {
    await abandonFailedUpload(connection, upload);
    throw error;
  }
}

/** Stores a local file, over whatever stands there. @throws AppError INVALID_REQUEST; the signal's reason on abort */
export async function putLocalFile(
  connection: S3Connection,
  key: string,
  path: string,
  signal?: AbortSignal,
): Promise<void> {
  if (!(await lstat(path)).isFile()) {
    throw new AppError("INVALID_REQUEST", "Only a regular file can be stored.");
  }
  const handle = await open(path, "r");
  try {
    const { size } = await handle.stat();
    if (size <= S3_LIMITS.partBytes) {
      const content = await readPart(handle, { number: 1, offsetBytes: 0, sizeBytes: size });
      const attempt = (): Promise<void> => writeObject(connection, key, content, signal);
      await retryUntilStalled(attempt, new StallRetries(), signal);
    } else {
      await sendFile(connection, key, handle, size, signal);
    }
  } finally {
    await handle.close();
  }
}
