// Objects as files below one folder. A write goes to `<root>/.tmp` on the same file system, is flushed to the disk,
// and only then put into place, so that a reader or a crash sees the whole object or none. No symbolic link below
// the root is ever followed: every path must be its own real path. Opening first and checking afterwards through
// /proc was rejected because it works on Linux only. Files and folders are readable by their owner alone.
import { randomUUID } from "node:crypto";
import { accessSync, chownSync, mkdirSync, realpathSync, statSync } from "node:fs";
import { constants, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { errorCode } from "../error-message.ts";
import { AppError } from "../errors.ts";
import { HTTP_LIMITS } from "../limits/requests.ts";
import { STORAGE_LIMITS } from "../limits/storage.ts";
import { copyFile, lstat, open, readdir, rm, stat } from "../process/disk-calls.ts";
import { removeTree } from "../process/remove-tree.ts";
import { BoundStorage } from "./bound-storage.ts";
import { FilePartUploads, PARTS_FOLDER } from "./file-part-uploads.ts";
import { type DiskSpace, diskTimeMs, freeSpace } from "./free-space.ts";
import type { ByteRange, ListedObject, ObjectInfo, ObjectStorage } from "./object-storage.ts";
import { CONTENDED_ATTEMPTS, placeNew, placeOver } from "./place-file.ts";
import {
  FILE_MODE,
  FOLDER_MODE,
  giveToOwnerOf,
  openRealFile,
  pathOf,
  realFolder,
  undefinedIfAbsent,
} from "./real-path.ts";
import { assertStorageKey, assertStoragePrefix, isStorageKey, isStoragePrefix } from "./storage-key.ts";
import { StorageUnavailable } from "./storage-unavailable.ts";
import { writeExactly } from "./write-exactly.ts";

const TEMPORARY_FOLDER = ".tmp";

export interface FileStorageOptions {
  /** A stream that brings no byte for this long is given up. */
  readonly idleTimeoutMs?: number;
}

/**
 * Opens the folder as a storage, making it where it is missing.
 * @throws the file system's error where the folder cannot be made, or is another user's or read-only
 */
export function createFileStorage(root: string, options: FileStorageOptions = {}): ObjectStorage {
  for (const name of [TEMPORARY_FOLDER, PARTS_FOLDER]) {
    const folder = join(root, name);
    const isNew = mkdirSync(folder, { recursive: true, mode: FOLDER_MODE }) !== undefined;
    const { uid, gid } = statSync(root);
    if (isNew && process.getuid?.() === 0) chownSync(folder, uid, gid);
    // A storage that another user made cannot be read: better to fail now than in every job.
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  }
  const realRoot = realpathSync(root);
  return new FileStorage(realRoot, options.idleTimeoutMs ?? HTTP_LIMITS.idleStreamTimeoutMs);
}

class FileStorage implements ObjectStorage {
  readonly servesClients = false;
  readonly hasLocalFiles = true;
  readonly parts: FilePartUploads;
  readonly #root: string;
  readonly #idleTimeoutMs: number;
  /** Once it has fired, no file is put into place any more. */
  readonly #signal: AbortSignal | undefined;

  constructor(root: string, idleTimeoutMs: number, signal?: AbortSignal) {
    this.#root = root;
    this.#idleTimeoutMs = idleTimeoutMs;
    this.#signal = signal;
    this.parts = new FilePartUploads(root, idleTimeoutMs);
  }

  boundTo(signal: AbortSignal): ObjectStorage {
    return new BoundStorage(new FileStorage(this.#root, this.#idleTimeoutMs, signal), signal);
  }

  async stat(key: string): Promise<ObjectInfo | undefined> {
    const handle = await this.#openForReading(key);
    if (handle === undefined) return undefined;
    try {
      const { size, mtime } = await handle.stat();
      return { sizeBytes: size, modifiedAt: mtime, tag: null };
    } finally {
      await handle.close();
    }
  }

  async read(key: string): Promise<Buffer | undefined> {
    const handle = await this.#openForReading(key);
    if (handle === undefined) return undefined;
    try {
      return await handle.readFile();
    } finally {
      await handle.close();
    }
  }

  async write(key: string, content: Uint8Array | string): Promise<void> {
    await this.#withTemporary(key, async (temporary) => {
      await this.#fill(temporary, (handle) => handle.writeFile(content));
      await this.#placeOver(key, temporary);
    });
  }

  async putFile(key: string, localPath: string): Promise<void> {
    assertStorageKey(key);
    if (!(await lstat(localPath)).isFile()) {
      throw new AppError("INVALID_REQUEST", "Only a regular file can be stored.");
    }
    await this.#finish(localPath);
    try {
      await this.#placeOver(key, localPath);
    } catch (error) {
      if (errorCode(error) !== "EXDEV") throw error;
      await this.#withTemporary(key, async (temporary) => {
        await copyFile(localPath, temporary, constants.COPYFILE_EXCL);
        await this.#finish(temporary);
        await this.#placeOver(key, temporary);
      });
      await rm(localPath);
    }
  }

  async putFileInUse(key: string, localPath: string): Promise<string> {
    await this.putFile(key, localPath);
    return pathOf(this.#root, key);
  }

  async putStream(key: string, content: Readable, sizeBytes: number, signal?: AbortSignal): Promise<boolean> {
    const write = { offsetBytes: 0, sizeBytes, idleTimeoutMs: this.#idleTimeoutMs, signal };
    try {
      return await this.#withTemporary(key, async (temporary) => {
        await this.#fill(temporary, (handle) => writeExactly(handle, content, write));
        this.#signal?.throwIfAborted();
        return await placeNew(this.#root, key, temporary);
      });
    } catch (error) {
      content.destroy();
      throw error;
    }
  }

  async open(key: string, range?: ByteRange): Promise<Readable> {
    const handle = await this.#openForReading(key);
    if (handle === undefined) throw new AppError("NOT_FOUND");
    if (range === undefined) return handle.createReadStream({ highWaterMark: STORAGE_LIMITS.readChunkBytes });
    try {
      const { size } = await handle.stat();
      if (range.first < 0 || range.last < range.first || range.last >= size)
        throw new AppError("RANGE_NOT_SATISFIABLE");
    } catch (error) {
      await handle.close();
      throw error;
    }
    return handle.createReadStream({
      start: range.first,
      end: range.last,
      highWaterMark: STORAGE_LIMITS.readChunkBytes,
    });
  }

  async localPath(key: string, _scratchFolder: string, signal?: AbortSignal): Promise<string> {
    signal?.throwIfAborted();
    const handle = await this.#openForReading(key);
    if (handle === undefined) throw new AppError("NOT_FOUND");
    await handle.close();
    return pathOf(this.#root, key);
  }

  async remove(keyOrPrefix: string): Promise<void> {
    if (!isStoragePrefix(keyOrPrefix)) assertStorageKey(keyOrPrefix);
    const isPrefix = keyOrPrefix.endsWith("/");
    const key = isPrefix ? keyOrPrefix.slice(0, -1) : keyOrPrefix;
    const path = pathOf(this.#root, key);
    const info = await lstat(path).catch(undefinedIfAbsent);
    if (info === undefined || (await realFolder(this.#root, key)) === undefined)
      return this.#requireStorage();
    // A key names a file and a prefix a folder: neither call may take away what only the other one names.
    if (info.isDirectory() === isPrefix) {
      await removeTree(path, CONTENDED_ATTEMPTS);
    }
  }

  async *list(prefix: string, after = ""): AsyncIterable<ListedObject> {
    assertStoragePrefix(prefix);
    // The folder of any key below the prefix; one that is reached through a link has none.
    const folder = await realFolder(this.#root, `${prefix}any`);
    const entries =
      folder === undefined ? [] : await readdir(folder, { withFileTypes: true }).catch(undefinedIfAbsent);
    const keys = (entries ?? []).flatMap((entry) => {
      if (!isStorageKey(prefix + entry.name)) return [];
      if (entry.isDirectory()) return [`${prefix}${entry.name}/`];
      return entry.isFile() ? [prefix + entry.name] : [];
    });
    for (const key of keys.sort()) {
      if (key.endsWith("/")) {
        if (key > after || after.startsWith(key)) yield* this.list(key, after);
      } else if (key > after) {
        const info = await lstat(pathOf(this.#root, key)).catch(undefinedIfAbsent);
        if (info !== undefined) yield { key, sizeBytes: info.size, modifiedAt: info.mtime };
      }
    }
  }

  space(): Promise<DiskSpace> {
    return freeSpace(this.#root);
  }

  async removeLeftovers(): Promise<number> {
    const folder = join(this.#root, TEMPORARY_FOLDER);
    const nowMs = await diskTimeMs(folder);
    const oldestMs = nowMs - STORAGE_LIMITS.temporaryKeptMs;
    let count = await this.parts.removeLeftovers(nowMs);
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      // Another process on the same storage may end its write, and so remove the file, at this very moment.
      const info = await stat(path).catch(undefinedIfAbsent);
      if (info === undefined || info.mtimeMs >= oldestMs) continue;
      await removeTree(path);
      count += 1;
    }
    return count;
  }

  downloadUrl(): undefined {
    return undefined;
  }

  uploadUrl(): undefined {
    return undefined;
  }

  /** Where the whole storage is away, such as a disk that is not mounted, nothing is known to be missing. */
  async #requireStorage(): Promise<void> {
    await lstat(join(this.#root, TEMPORARY_FOLDER)).catch((cause: unknown) => {
      throw new StorageUnavailable({ cause });
    });
  }

  /** Undefined where there is no such object. @throws StorageUnavailable */
  async #openForReading(key: string): Promise<FileHandle | undefined> {
    if (!isStorageKey(key)) throw new AppError("NOT_FOUND");
    const handle = await openRealFile(this.#root, key);
    if (handle === undefined) await this.#requireStorage();
    return handle;
  }

  /** Hands out the path of a temporary file for a key, and leaves nothing there, however that ends. */
  async #withTemporary<T>(key: string, use: (temporary: string) => Promise<T>): Promise<T> {
    assertStorageKey(key);
    const temporary = join(this.#root, TEMPORARY_FOLDER, randomUUID());
    try {
      return await use(temporary);
    } finally {
      await rm(temporary, { force: true });
    }
  }

  async #placeOver(key: string, path: string): Promise<void> {
    this.#signal?.throwIfAborted();
    await placeOver(this.#root, key, path);
  }

  /** Makes a file, fills it, and flushes it to the disk. */
  async #fill(path: string, fill: (handle: FileHandle) => Promise<void>): Promise<void> {
    const handle = await open(path, "wx", FILE_MODE);
    try {
      await giveToOwnerOf(this.#root, handle);
      await fill(handle);
      await handle.sync();
    } finally {
      await handle.close();
    }
  }

  /** Flushes a file of somebody else's making to the disk, and takes it from all but the storage's owner. */
  async #finish(path: string): Promise<void> {
    const handle = await open(path, "r");
    try {
      await giveToOwnerOf(this.#root, handle);
      await handle.chmod(FILE_MODE);
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
}
