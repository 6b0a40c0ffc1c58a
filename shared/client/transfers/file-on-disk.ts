// Files by their paths, which only Node has.
import { openAsBlob } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { basename } from "node:path";
import type { Connection } from "../call-api.ts";
import { ClipmillError } from "../client-error.ts";
import { type DownloadOptions, readFile } from "./download.ts";
import { blobSource, type UploadSource } from "./upload-source.ts";

/** A file, of which only what is being sent is in memory. @throws ClipmillError INVALID_ARGUMENT */
export async function fileSource(path: string): Promise<UploadSource> {
  try {
    // A folder would be opened, too.
    if (!(await stat(path)).isFile()) throw new Error("It is no file.");
    return { ...blobSource(await openAsBlob(path)), filename: basename(path) };
  } catch (error) {
    throw new ClipmillError("INVALID_ARGUMENT", `${path} cannot be read.`, { cause: error });
  }
}

/** Writes a file beside its place, and moves it there when it is whole; what stood there is replaced. */
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
