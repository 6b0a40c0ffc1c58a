// Files by their paths, which only Node has.
import type { Stats } from "node:fs";
import { type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import { basename } from "node:path";
import type { Connection } from "../call-api.ts";
import { ClipmillError } from "../client-error.ts";
import { fileChanged } from "../send-request.ts";
import { type DownloadOptions, readFile } from "./download.ts";
import type { UploadSource } from "./upload-source.ts";

/** Bytes from `start` to before `end`. @throws ClipmillError FILE_CHANGED for a file that is no longer what it was */
async function readPart(
  file: FileHandle,
  { size, mtimeMs }: Stats,
  start: number,
  end: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const part = new Uint8Array(end - start);
  let filled = 0;
  for (let read = -1; read !== 0 && filled < part.length; filled += read) {
    read = (await file.read(part, filled, part.length - filled, start + filled)).bytesRead;
  }
  const now = await file.stat();
  if (filled === part.length && now.size === size && now.mtimeMs === mtimeMs) return part;
  throw fileChanged();
}

/**
 * A file, of which only what is being sent is in memory. Not a Blob of Node's, which tells sizes modulo 4 GiB
 * (https://github.com/nodejs/node/issues/52585).
 * @throws ClipmillError INVALID_ARGUMENT
 */
export async function fileSource(path: string): Promise<UploadSource> {
  try {
    const stats = await stat(path);
    // A folder would be opened, too, and a pipe waited for.
    if (!stats.isFile()) throw new Error("It is no file.");
    const file = await open(path);
    return {
      sizeBytes: stats.size,
      filename: basename(path),
      contentType: undefined,
      isRepeatable: true,
      read: (start, end) => readPart(file, stats, start, end),
      close: () => file.close(),
    };
  } catch (error) {
    throw new ClipmillError("INVALID_ARGUMENT", `${path} cannot be read.`, { cause: error });
  }
}

/**
 * Writes a file beside its place, and moves it there when it is whole; what stood there is replaced. Nothing
 * is left of a download that fails.
 * @throws as `readFile`; the system's error
 */
export async function downloadTo(
  connection: Connection,
  url: string,
  path: string,
  options?: DownloadOptions,
): Promise<void> {
  const partial = `${path}.${process.pid}.part`;
  try {
    const file = await open(partial, "w");
    try {
      for await (const bytes of readFile(connection, url, options)) await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}
