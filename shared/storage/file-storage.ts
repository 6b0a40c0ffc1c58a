// Objects as files below one folder. A write goes to `<root>/.tmp` on the same file system, is flushed to the disk,
// and only then renamed into place, so that a reader or a crash sees the whole object or none. No symbolic link below
// the root is ever followed: every path must be its own real path. Opening first and checking afterwards through
// /proc was rejected because it works on Linux only.
import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, realpathSync, rmSync, statSync } from "node:fs";
import { constants, copyFile, type FileHandle, lstat, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { AppError } from "../errors.ts";
import { HTTP_LIMITS, STORAGE_LIMITS } from "../limits.ts";
import type { ByteRange, ObjectInfo, ObjectStorage } from "./object-storage.ts";
import { ensureRealFolder, errorCode, openRealFile, pathOf, realFolder, syncFolder } from "./real-path.ts";
import { isStorageKey, isStoragePrefix } from "./storage-key.ts";
import { writeExactly } from "./write-exactly.ts";

const TEMPORARY_FOLDER = ".tmp";
const READ_CHUNK_BYTES = 256 * 1_024;
/** Writes and removals below one folder that run at the same time disturb each other; each tries again this often. */
const CONTENDED_ATTEMPTS = 10;

export interface FileStorageOptions {
  /** A stream that brings no byte for this long is given up. */
  readonly idleTimeoutMs?: number;
}

/**
 * Opens the folder as a storage, making it where it is missing, and removes temporary files that an earlier process
 * left more than a day ago. @throws the file system's error where the folder cannot be made or written.
 */
export function createFileStorage(root: string, options: FileStorageOptions = {}): ObjectStorage {
  mkdirSync(join(root, TEMPORARY_FOLDER), { recursive: true });
  const realRoot = realpathSync(root);
  removeStaleFiles(join(realRoot, TEMPORARY_FOLDER));
  return new FileStorage(realRoot, options.idleTimeoutMs ?? HTTP_LIMITS.idleStreamTimeoutMs);
}

class FileStorage implements ObjectStorage {
  readonly #root: string;
  readonly #idleTimeoutMs: number;

  constructor(root: string, idleTimeoutMs: number) {
    this.#root = root;
    this.#idleTimeoutMs = idleTimeoutMs;
  }

  async stat(key: string): Promise<ObjectInfo | undefined> {
    const handle = await this.#openForReading(key);
    if (handle === undefined) return undefined;
    try {
      const { size, mtime } = await handle.stat();
      return { sizeBytes: size, modifiedAt: mtime };
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
    await this.#writeThrough(key, (handle) => handle.writeFile(content));
  }

  async putFile(key: string, localPath: string): Promise<void> {
    assertWritable(key);
    if (!(await lstat(localPath)).isFile()) {
      throw new AppError("INVALID_REQUEST", "Only a regular file can be stored.");
    }
    await syncFile(localPath);
    try {
      await this.#place(localPath, key);
    } catch (error) {
      if (errorCode(error) !== "EXDEV") throw error;
      await this.#copyIn(localPath, key);
      await rm(localPath);
    }
  }

  async putStream(key: string, content: Readable, sizeBytes: number, signal?: AbortSignal): Promise<void> {
    try {
      await this.#writeThrough(key, (handle) =>
        writeExactly(handle, content, { sizeBytes, idleTimeoutMs: this.#idleTimeoutMs, signal }),
      );
    } catch (error) {
      content.destroy();
      throw error;
    }
  }

  async open(key: string, range?: ByteRange): Promise<Readable> {
    const handle = await this.#openForReading(key);
    if (handle === undefined) throw new AppError("NOT_FOUND");
    if (range === undefined) return handle.createReadStream({ highWaterMark: READ_CHUNK_BYTES });
    const { size } = await handle.stat();
    if (range.start < 0 || range.end < range.start || range.end >= size) {
      await handle.close();
      throw new AppError("RANGE_NOT_SATISFIABLE");
    }
    return handle.createReadStream({ start: range.start, end: range.end, highWaterMark: READ_CHUNK_BYTES });
  }

  async localPath(key: string, _scratchFolder: string, signal?: AbortSignal): Promise<string> {
    signal?.throwIfAborted();
    const handle = await this.#openForReading(key);
    if (handle === undefined) throw new AppError("NOT_FOUND");
    await handle.close();
    return pathOf(this.#root, key);
  }

  async remove(keyOrPrefix: string): Promise<void> {
    if (!isStorageKey(keyOrPrefix) && !isStoragePrefix(keyOrPrefix)) throw invalidKey();
    const isPrefix = keyOrPrefix.endsWith("/");
    const key = isPrefix ? keyOrPrefix.slice(0, -1) : keyOrPrefix;
    const path = pathOf(this.#root, key);
    if ((await realFolder(this.#root, key)) === undefined) return;
    const info = await lstat(path).catch(() => undefined);
    // A key names a file and a prefix a folder: neither call may take away what only the other one names.
    if (info?.isDirectory() === isPrefix) {
      await rm(path, { recursive: isPrefix, force: true, maxRetries: CONTENDED_ATTEMPTS });
    }
  }

  async #openForReading(key: string): Promise<FileHandle | undefined> {
    if (!isStorageKey(key)) throw new AppError("NOT_FOUND");
    return await openRealFile(this.#root, key);
  }

  #temporaryPath(): string {
    return join(this.#root, TEMPORARY_FOLDER, randomUUID());
  }

  /** Fills a temporary file through `fill`, flushes it, and renames it to the key; leaves nothing on failure. */
  async #writeThrough(key: string, fill: (handle: FileHandle) => Promise<void>): Promise<void> {
    assertWritable(key);
    const temporary = this.#temporaryPath();
    try {
      const handle = await open(temporary, "wx");
      try {
        await fill(handle);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await this.#place(temporary, key);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  async #copyIn(localPath: string, key: string): Promise<void> {
    const temporary = this.#temporaryPath();
    try {
      await copyFile(localPath, temporary, constants.COPYFILE_EXCL);
      await syncFile(temporary);
      await this.#place(temporary, key);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  /** Renames a finished file to its key. Renaming replaces a link that stands there, and never follows it. */
  async #place(path: string, key: string): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const folder = await ensureRealFolder(this.#root, key);
        await rename(path, pathOf(this.#root, key));
        await syncFolder(folder);
        return;
      } catch (error) {
        const code = errorCode(error);
        if (code === "EISDIR" || code === "ENOTEMPTY" || code === "EEXIST") {
          throw new AppError("INVALID_REQUEST", "The key already names a folder.", { cause: error });
        }
        if (code !== "ENOENT" || attempt === CONTENDED_ATTEMPTS) throw error;
      }
    }
  }
}

function invalidKey(): AppError {
  return new AppError("INVALID_REQUEST", "The storage key is not valid.");
}

function assertWritable(key: string): void {
  if (!isStorageKey(key)) throw invalidKey();
}

async function syncFile(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function removeStaleFiles(folder: string): void {
  const oldestMs = Date.now() - STORAGE_LIMITS.temporaryKeptMs;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    // Another process on the same storage may end its write, and so remove the file, at this very moment.
    const info = statSync(path, { throwIfNoEntry: false });
    if (info !== undefined && info.mtimeMs < oldestMs) rmSync(path, { recursive: true, force: true });
  }
}
