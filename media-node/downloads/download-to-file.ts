// A file over HTTP into a local one. A connection that breaks is resumed behind the bytes that are there, where the server
// can prove by a validator that they belong to the same version, and otherwise started over, as often as the caller allows.
// Which addresses may be reached, which sizes are believed and what failures are called is the caller's.
import { setTimeout as pause } from "node:timers/promises";
import type { AppError } from "../../shared/errors.ts";
import {
  append,
  type FilePlace,
  openPartialFile,
  type PartialFile,
  restartPartialFile,
} from "./partial-file.ts";
import { discard, type FileRequest, type FileResponse, requestFile } from "./request-file.ts";

export interface FileDownload extends FilePlace, Omit<FileRequest, "method" | "headers"> {
  /** Of the file, announced and counted. */
  readonly maxBytes: number;
  /** Where it is known beforehand. */
  readonly sizeBytes?: number | null;
  /** Whether an answer is what is wanted; any is where it is not given. */
  readonly accepts?: (response: FileResponse) => boolean;
  /** Judges the size that the server announces, before its content is read. */
  readonly checkSize: (totalBytes: number, receivedBytes: number) => Promise<void> | void;
  /** The pause before the next connection, in milliseconds; undefined where the failure is final. */
  readonly nextPauseMs: (lost: LostConnection) => number | undefined;
  /** Sees how much each chunk brings, also of what is begun anew. */
  readonly onBytes?: (bytes: number) => void;
  readonly onProgress: (receivedBytes: number, totalBytes: number | undefined) => void;
}

export interface LostConnection {
  readonly failure: AppError;
  /** Whether any connection of this download has brought the beginning of an answer with content. */
  readonly hasBegun: boolean;
  /** Whether this connection has brought bytes. */
  readonly hasGrown: boolean;
}

/**
 * Downloads the file or the rest of it, and returns its size in bytes; undefined where `accepts` refused the answer.
 * @throws AppError as `failures` and the hooks say; `signal.reason` on abort
 */
export async function downloadToFile(download: FileDownload): Promise<number | undefined> {
  const { url, signal, failures } = download;
  const file = await openPartialFile(download);
  try {
    for (;;) {
      const beforeBytes = file.receivedBytes;
      try {
        return (await downloadRest(download, file)) ? file.receivedBytes : undefined;
      } catch (error) {
        const failure = failures.connection(url, error);
        const hasGrown = file.receivedBytes > beforeBytes;
        const pauseMs = download.nextPauseMs({ failure, hasBegun: file.hasBegun, hasGrown });
        if (pauseMs === undefined) throw failure;
        await pause(pauseMs, undefined, { signal });
      }
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    await file.handle.close();
  }
}

/** One connection: from where the file stands to its end. */
async function downloadRest(download: FileDownload, file: PartialFile): Promise<boolean> {
  const { validator, receivedBytes } = file;
  const isResume = receivedBytes > 0 && validator !== undefined;
  const headers = isResume ? { range: `bytes=${receivedBytes}-`, "if-range": validator } : {};
  const response = await requestFile({ ...download, headers });
  try {
    if (download.accepts?.(response) === false) return false;
    if (isResume && response.status === 416) return await isWhole(download, file, response);
    if (isResume && response.status === 206) continueAt(download, file, response);
    else await startOver(download, file, response);
    const { totalBytes = 0 } = file;
    if (totalBytes > download.maxBytes) throw download.failures.tooLarge(download.url, download.maxBytes);
    if (file.totalBytes !== undefined) await download.checkSize(totalBytes, file.receivedBytes);
    await receive(download, file, response);
    return true;
  } finally {
    discard(response.body);
  }
}

/** No byte is left to send: all have arrived, or those that have are of another version. */
async function isWhole(download: FileDownload, file: PartialFile, response: FileResponse): Promise<true> {
  const total = /^bytes \*\/(\d+)$/.exec(response.header("content-range") ?? "")?.[1];
  if (Number(total) === file.receivedBytes) return true;
  await restartPartialFile(download, file);
  throw download.failures.changed(download.url);
}

/** Takes a 206 only where it begins at the byte that is missing. */
function continueAt({ url, failures }: FileDownload, file: PartialFile, response: FileResponse): void {
  const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(response.header("content-range") ?? "");
  if (Number(range?.[1]) !== file.receivedBytes) throw failures.otherPart(url);
  if (range?.[2] !== "*") file.totalBytes = Number(range?.[2]);
}

async function startOver(download: FileDownload, file: PartialFile, response: FileResponse): Promise<void> {
  const { status, header } = response;
  if (status !== 200 && status !== 203) throw download.failures.status(download.url, status);
  const length = header("content-length");
  const tag = header("etag");
  // A weak tag promises the same meaning, not the same bytes.
  await restartPartialFile(download, file, tag?.startsWith('"') === true ? tag : header("last-modified"));
  file.totalBytes = length === undefined ? undefined : Number(length);
  file.hasBegun = true;
}

async function receive(download: FileDownload, file: PartialFile, response: FileResponse): Promise<void> {
  const { url, failures } = download;
  const maxBytes = Math.min(download.maxBytes, download.sizeBytes ?? download.maxBytes);
  for await (const chunk of response.body as AsyncIterable<Buffer>) {
    if (file.receivedBytes + chunk.length > maxBytes) throw failures.tooLarge(url, maxBytes);
    await append(download, file, chunk);
    download.onBytes?.(chunk.length);
    download.onProgress(file.receivedBytes, file.totalBytes);
  }
  const expectedBytes = file.totalBytes ?? download.sizeBytes ?? file.receivedBytes;
  if (file.receivedBytes !== expectedBytes) throw failures.cutShort(url, file.receivedBytes, expectedBytes);
}
