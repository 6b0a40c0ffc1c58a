// Reading objects: a connection that breaks in the midst of one is followed by another that asks for the rest, as long as
// the object is still the same, which its tag says.
import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { extname } from "node:path/posix";
import type { GetObjectCommandOutput } from "@aws-sdk/client-s3";
import { AppError, hasErrorCode } from "../../errors.ts";
import { S3_LIMITS } from "../../limits/storage.ts";
import { requireRoom } from "../../node-lack.ts";
import { ObjectReplaced } from "../object-replaced.ts";
import type { ByteRange, ObjectInfo } from "../object-storage.ts";
import { partsOf } from "../part-uploads.ts";
import { FILE_MODE, undefinedIfAbsent } from "../real-path.ts";
import { StorageUnavailable } from "../storage-unavailable.ts";
import { writeWhole } from "../write-exactly.ts";
import { moveParts, partSizeOf } from "./move-parts.ts";
import type { S3Connection } from "./s3-connection.ts";
import { hasChanged } from "./s3-errors.ts";
import { StallRetries } from "./stall-retries.ts";

/** A weak tag promises no bytes, and is what some proxies make of a strong one. */
function strongTag(tag: string | undefined): string | null {
  return tag === undefined || tag === "" || tag.startsWith("W/") ? null : tag;
}

/**
 * Size, time and strong tag of an object; undefined where there is none.
 * @throws as `S3Connection.call`
 */
export async function statObject(
  connection: S3Connection,
  key: string,
  signal?: AbortSignal,
): Promise<ObjectInfo | undefined> {
  try {
    const head = await connection.call(
      (client, abortSignal) => client.headObject(connection.at(key), { abortSignal }),
      { signal },
    );
    return {
      sizeBytes: head.ContentLength ?? 0,
      modifiedAt: head.LastModified ?? new Date(0),
      tag: strongTag(head.ETag),
    };
  } catch (error) {
    if (hasErrorCode(error, "NOT_FOUND")) return undefined;
    throw error;
  }
}

/** What a read of an object that is there needs. */
export interface RangeToRead {
  readonly key: string;
  /** Of the only content that is wanted. */
  readonly tag: string | null;
  readonly range: ByteRange;
}

/** A body of one answer; given up where nothing comes for a while. */
async function* readBody(body: unknown): AsyncGenerator<Buffer> {
  const stream = body as NodeJS.ReadableStream & { destroy(error?: Error): void };
  const giveUp = (): void => stream.destroy(new Error("The service stopped sending."));
  let timer = setTimeout(giveUp, S3_LIMITS.idleTimeoutMs);
  try {
    for await (const chunk of stream) {
      // A slow reader is no fault of the service.
      clearTimeout(timer);
      yield chunk as Buffer;
      timer = setTimeout(giveUp, S3_LIMITS.idleTimeoutMs);
    }
  } finally {
    clearTimeout(timer);
    stream.destroy();
  }
}

/** The body of an answer. */
async function openRange(
  connection: S3Connection,
  { key, tag, range }: RangeToRead,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const condition = tag === null ? {} : { IfMatch: tag };
  const input = { ...connection.at(key), ...condition, Range: `bytes=${range.first}-${range.last}` };
  const answer = await connection.call(
    async (client, abortSignal) => {
      try {
        return await client.getObject(input, { abortSignal });
      } catch (error) {
        throw hasChanged(error) ? new ObjectReplaced({ cause: error }) : error;
      }
    },
    { signal },
  );
  return answer.Body;
}

/**
 * The bytes of a range, over as many connections as it takes.
 * @param opened the body of an answer to this very question, where it has been asked already
 * @throws ObjectReplaced
 */
export async function* readRange(
  connection: S3Connection,
  read: RangeToRead,
  signal?: AbortSignal,
  opened?: unknown,
): AsyncGenerator<Buffer> {
  const { last } = read.range;
  const retries = new StallRetries();
  let next = opened;
  // Also a body without a byte is read to its end, which frees its connection.
  for (let { first } = read.range; first <= last || next !== undefined; ) {
    try {
      const body = next ?? (await openRange(connection, { ...read, range: { first, last } }, signal));
      next = undefined;
      for await (const chunk of readBody(body)) {
        signal?.throwIfAborted();
        first += chunk.length;
        retries.noteProgress();
        yield chunk;
      }
      if (first <= last) throw new Error("The service sent less than was asked for.");
    } catch (error) {
      const failure = error instanceof AppError ? error : new StorageUnavailable({ cause: error });
      await retries.afterFailure(failure, signal);
    }
  }
}

/** Reads what an answer has begun to bring, over further connections where its own breaks. */
async function readRest(
  connection: S3Connection,
  key: string,
  { Body, ContentLength: sizeBytes, ETag }: GetObjectCommandOutput,
  signal: AbortSignal,
): Promise<Buffer> {
  if (sizeBytes === undefined)
    throw new StorageUnavailable({ cause: new Error("An answer does not say its length.") });
  const read = { key, tag: strongTag(ETag), range: { first: 0, last: sizeBytes - 1 } };
  const chunks: Buffer[] = [];
  for await (const chunk of readRange(connection, read, signal, Body)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * The whole of a small object; undefined where there is none. Its content may take as long as its writing may.
 * @throws ObjectReplaced where it changes meanwhile
 */
export async function readObject(
  connection: S3Connection,
  key: string,
  signal?: AbortSignal,
): Promise<Buffer | undefined> {
  const answer = await connection
    .call((client, abortSignal) => client.getObject(connection.at(key), { abortSignal }), { signal })
    .catch((error: unknown) => {
      if (hasErrorCode(error, "NOT_FOUND")) return undefined;
      throw error;
    });
  if (answer === undefined) return undefined;
  const late = new AbortController();
  const isLate = new StorageUnavailable({ cause: new Error("An object came too slowly.") });
  const timer = setTimeout(() => late.abort(isLate), S3_LIMITS.partTimeoutMs);
  try {
    const stop = signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]);
    return await readRest(connection, key, answer, stop);
  } finally {
    clearTimeout(timer);
  }
}

async function writePart(
  connection: S3Connection,
  handle: FileHandle,
  read: RangeToRead,
  signal: AbortSignal,
): Promise<void> {
  let position = read.range.first;
  for await (const chunk of readRange(connection, read, signal)) {
    await writeWhole(handle, chunk, position);
    position += chunk.length;
  }
}

export interface CopyToFolder {
  readonly key: string;
  readonly folder: string;
  /** Of the only content that is wanted; undefined for whatever is there. */
  readonly tag: string | undefined;
}

/**
 * Copies an object into a folder, in parts, and returns its path there; what the folder has already is not copied again.
 * @throws AppError NOT_FOUND, ObjectReplaced, NodeLack where the folder's disk has too little room
 */
export async function copyToFolder(
  connection: S3Connection,
  { key, folder, tag: wantedTag }: CopyToFolder,
  signal?: AbortSignal,
): Promise<string> {
  const info = await statObject(connection, key, signal);
  if (info === undefined) throw new AppError("NOT_FOUND");
  const { sizeBytes, tag } = info;
  if (wantedTag !== undefined && wantedTag !== tag) throw new ObjectReplaced();
  const name = createHash("sha256").update(`${key}\n${tag}`).digest("hex").slice(0, 24);
  const path = join(folder, `stored-${name}${extname(key)}`);
  const there = await stat(path).catch(undefinedIfAbsent);
  if (there?.size === sizeBytes) return path;
  await requireRoom(folder, sizeBytes);
  const unfinished = `${path}.${randomUUID()}`;
  try {
    const handle = await open(unfinished, "wx", FILE_MODE);
    try {
      const layout = { sizeBytes, partSizeBytes: partSizeOf(sizeBytes) };
      const move = (part: { offsetBytes: number; sizeBytes: number }, stop: AbortSignal): Promise<void> => {
        const range = { first: part.offsetBytes, last: part.offsetBytes + part.sizeBytes - 1 };
        return writePart(connection, handle, { key, tag, range }, stop);
      };
      await moveParts(partsOf(layout), move, signal);
    } finally {
      await handle.close();
    }
    await rename(unfinished, path);
    return path;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
