// What has arrived of a file, and the validator of its version (RFC 9110, section 13.1.5), without which no byte of it is
// built upon. Kept in a file beside it, the validator lets a later run go on too.
import { type FileHandle, open, readFile, rm, writeFile } from "node:fs/promises";
import type { DownloadFailures } from "./request-file.ts";

export interface FilePlace {
  /** The file to write. On failure it may hold a part. */
  readonly path: string;
  /** The file that keeps the validator for a later run; without it each run starts over. */
  readonly tagPath?: string;
  readonly failures: DownloadFailures;
}

export interface PartialFile {
  readonly handle: FileHandle;
  receivedBytes: number;
  /** Where the server has said it. */
  totalBytes: number | undefined;
  /** A strong entity tag or a date: what If-Range takes. */
  validator: string | undefined;
  /** Whether the server has answered with content, even if that was lost with the connection. */
  hasBegun: boolean;
}

/** Opens it, with what an earlier run has left. Close its handle after use. */
export async function openPartialFile(place: FilePlace): Promise<PartialFile> {
  const { path, tagPath } = place;
  const handle = await written(place, path, open(path, "a"));
  const { size } = await handle.stat();
  const tag = tagPath === undefined ? "" : await readFile(tagPath, "utf8").catch(() => "");
  return { handle, receivedBytes: size, totalBytes: undefined, validator: tag || undefined, hasBegun: false };
}

/** Appends what was received. */
export async function append(place: FilePlace, file: PartialFile, chunk: Buffer): Promise<void> {
  await written(place, place.path, file.handle.appendFile(chunk));
  file.receivedBytes += chunk.length;
}

/** Drops what has arrived, for the version that `validator` proves, if any. */
export async function restartPartialFile(
  place: FilePlace,
  file: PartialFile,
  validator?: string,
): Promise<void> {
  const { path, tagPath } = place;
  // The tag goes first: bytes of one version never stand beside the tag of another.
  if (tagPath !== undefined) await written(place, tagPath, rm(tagPath, { force: true }));
  if (file.receivedBytes > 0) await written(place, path, file.handle.truncate(0));
  file.receivedBytes = 0;
  file.validator = validator;
  if (tagPath === undefined || validator === undefined) return;
  await written(place, tagPath, writeFile(tagPath, validator));
}

/** A full disk must not look like a broken connection, which would be tried again. */
async function written<T>({ failures }: FilePlace, path: string, step: Promise<T>): Promise<T> {
  return await step.catch((error: unknown) => {
    throw failures.write(path, error);
  });
}
