// A bucket of an S3-compatible service, or the part of it below a prefix, as the storage of an appliance.
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { AppError } from "../../errors.ts";
import { HTTP_LIMITS } from "../../limits/requests.ts";
import { S3_LIMITS, STORAGE_LIMITS } from "../../limits/storage.ts";
import type { DiskSpace } from "../free-space.ts";
import { ObjectReplaced } from "../object-replaced.ts";
import type {
  ByteRange,
  DownloadLink,
  ListedObject,
  ObjectInfo,
  ObjectStorage,
  UploadLink,
} from "../object-storage.ts";
import { assertStorageKey, assertStoragePrefix, isStorageKey, isStoragePrefix } from "../storage-key.ts";
import { UPLOADS_FOLDER } from "../task-keys.ts";
import { putNewStream } from "./put-new-stream.ts";
import type { S3Connection } from "./s3-connection.ts";
import { S3PartUploads } from "./s3-part-uploads.ts";
import { copyToFolder, type RangeToRead, readObject, readRange, statObject } from "./s3-reads.ts";
import { listPages, removeBelow, removeObject, removeOldMultipartUploads } from "./s3-removal.ts";
import { putLocalFile, writeObject } from "./s3-writes.ts";

/** A bucket does not say what it may still take: as much as any count of ours holds. */
const UNBOUNDED_BYTES = Number.MAX_SAFE_INTEGER;

export class S3Storage implements ObjectStorage {
  readonly servesClients = true;
  readonly hasLocalFiles = false;
  readonly parts: S3PartUploads;
  readonly #connection: S3Connection;
  readonly #idleTimeoutMs: number;
  /** What all calls end with. */
  readonly #signal: AbortSignal | undefined;

  /** @param connection whose keys have been got */
  constructor(
    connection: S3Connection,
    idleTimeoutMs: number = HTTP_LIMITS.idleStreamTimeoutMs,
    signal?: AbortSignal,
  ) {
    this.#connection = connection;
    this.#idleTimeoutMs = idleTimeoutMs;
    this.#signal = signal;
    this.parts = new S3PartUploads(connection, idleTimeoutMs);
  }

  boundTo(signal: AbortSignal): S3Storage {
    return new S3Storage(this.#connection, this.#idleTimeoutMs, this.#with(signal));
  }

  /** With that of one call. */
  #with(signal: AbortSignal | undefined): AbortSignal | undefined {
    if (signal === undefined || this.#signal === undefined) return signal ?? this.#signal;
    return AbortSignal.any([signal, this.#signal]);
  }

  async stat(key: string): Promise<ObjectInfo | undefined> {
    assertReadable(key);
    return await statObject(this.#connection, key, this.#signal);
  }

  async read(key: string): Promise<Buffer | undefined> {
    assertReadable(key);
    return await readObject(this.#connection, key, this.#signal);
  }

  async write(key: string, content: Uint8Array | string): Promise<void> {
    assertStorageKey(key);
    await writeObject(this.#connection, key, Buffer.from(content), this.#signal);
  }

  async putFile(key: string, localPath: string): Promise<void> {
    assertStorageKey(key);
    await putLocalFile(this.#connection, key, localPath, this.#signal);
    await rm(localPath);
  }

  async putFileInUse(key: string, localPath: string): Promise<string> {
    assertStorageKey(key);
    await putLocalFile(this.#connection, key, localPath, this.#signal);
    return localPath;
  }

  async putStream(key: string, content: Readable, sizeBytes: number, signal?: AbortSignal): Promise<boolean> {
    try {
      assertStorageKey(key);
      const stream = { sizeBytes, idleTimeoutMs: this.#idleTimeoutMs, signal: this.#with(signal) };
      return await putNewStream(this.#connection, key, content, stream);
    } catch (error) {
      content.destroy();
      throw error;
    }
  }

  async open(key: string, range?: ByteRange, tag?: string): Promise<Readable> {
    assertReadable(key);
    if (range !== undefined && (range.first < 0 || range.last < range.first)) {
      throw new AppError("RANGE_NOT_SATISFIABLE");
    }
    const read =
      range !== undefined && tag !== undefined ? { range, tag } : await this.#find(key, range, tag);
    const content = readRange(this.#connection, { key, ...read }, this.#signal);
    return Readable.from(content, { objectMode: false, highWaterMark: STORAGE_LIMITS.readChunkBytes });
  }

  async localPath(key: string, scratchFolder: string, signal?: AbortSignal, tag?: string): Promise<string> {
    assertReadable(key);
    return await copyToFolder(this.#connection, { key, folder: scratchFolder, tag }, this.#with(signal));
  }

  async remove(keyOrPrefix: string): Promise<void> {
    if (isStoragePrefix(keyOrPrefix)) await removeBelow(this.#connection, keyOrPrefix, this.#signal);
    else {
      assertStorageKey(keyOrPrefix);
      await removeObject(this.#connection, keyOrPrefix, this.#signal);
    }
  }

  async *list(prefix: string, after?: string): AsyncIterable<ListedObject> {
    assertStoragePrefix(prefix);
    for await (const page of listPages(this.#connection, { prefix, after }, this.#signal)) yield* page;
  }

  /** Whether the bucket can be reached is found out; its quota, if it has one, is told by the write that meets it. */
  async space(): Promise<DiskSpace> {
    const { bucket } = this.#connection.settings;
    await this.#connection.call((client, abortSignal) =>
      client.headBucket({ Bucket: bucket }, { abortSignal }),
    );
    return { freeBytes: UNBOUNDED_BYTES, totalBytes: UNBOUNDED_BYTES };
  }

  async removeLeftovers(now = Date.now()): Promise<number> {
    const keptMs = (key: string): number =>
      key.startsWith(UPLOADS_FOLDER) ? STORAGE_LIMITS.partsKeptMs : S3_LIMITS.leftoverKeptMs;
    return await removeOldMultipartUploads(
      this.#connection,
      (key, begunAt) => now - begunAt.getTime() > keptMs(key),
    );
  }

  /** What to read of an object that has to be looked for. */
  async #find(
    key: string,
    range: ByteRange | undefined,
    tag: string | undefined,
  ): Promise<Omit<RangeToRead, "key">> {
    const info = await statObject(this.#connection, key, this.#signal);
    if (info === undefined) throw new AppError("NOT_FOUND");
    if (tag !== undefined && info.tag !== tag) throw new ObjectReplaced();
    const whole = { first: 0, last: info.sizeBytes - 1 };
    if (range !== undefined && range.last > whole.last) throw new AppError("RANGE_NOT_SATISFIABLE");
    return { range: range ?? whole, tag: info.tag };
  }

  downloadUrl(key: string, { expiresInS, contentType, filename }: DownloadLink): string {
    const query = {
      "response-content-type": contentType,
      "response-content-disposition": `inline; filename="${filename}"`,
    };
    return this.#connection.presign({ method: "GET", key, query, expiresInS });
  }

  uploadUrl(key: string, { sizeBytes, expiresInS }: UploadLink): string {
    const headers = { "content-length": String(sizeBytes) };
    return this.#connection.presign({ method: "PUT", key, headers, expiresInS });
  }
}

function assertReadable(key: string): void {
  if (!isStorageKey(key)) throw new AppError("NOT_FOUND");
}
