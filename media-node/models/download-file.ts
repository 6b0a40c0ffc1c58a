// One file of a model over HTTP into a folder. What has arrived stays in `PATH.part`, so that a broken connection, and
// also a later run, goes on where it stopped: with If-Range and the validator kept beside it (RFC 9110, section 13.1.5),
// so that two versions of a file are never mixed. Tries end when several in a row bring nothing new.
import { type FileHandle, open, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { Dispatcher } from "undici";
import { AppError } from "../../shared/errors.ts";
import { connectionFailure, modelFailure, statusFailure, writeFailure } from "./model-failure.ts";
import { discard, type ModelLimits, type ModelResponse, requestModel } from "./request-model.ts";

export interface FileDownload {
  readonly url: string;
  /** Where the whole file stands in the end. */
  readonly path: string;
  /** Null where nobody knows it beforehand. */
  readonly sizeBytes: number | null;
  readonly dispatcher: Dispatcher;
  readonly signal: AbortSignal;
  readonly limits: ModelLimits;
  readonly onProgress: (receivedBytes: number) => void;
}

export interface DownloadedFile {
  /** The SHA-256 that the server says the file has, where it says one. */
  readonly announcedSha256: string | null;
}

interface Part {
  readonly handle: FileHandle;
  receivedBytes: number;
  totalBytes: number | null;
  announcedSha256: string | null;
}

/**
 * Fetches the file, or the rest of it. Its content is the caller's to verify.
 * @throws AppError UNAVAILABLE that says what to do; `signal.reason` on abort. A part stays for the next run.
 */
export async function downloadFile(download: FileDownload): Promise<DownloadedFile> {
  const { path, limits, signal } = download;
  const partPath = `${path}.part`;
  const handle = await open(partPath, "a+").catch((error: unknown) => {
    throw writeFailure(partPath, error);
  });
  const part: Part = { handle, receivedBytes: 0, totalBytes: null, announcedSha256: null };
  try {
    part.receivedBytes = (await handle.stat()).size;
    for (let fruitless = 0; ; ) {
      const before = part.receivedBytes;
      try {
        await downloadRest(download, part);
        break;
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        fruitless = part.receivedBytes > before ? 0 : fruitless + 1;
        if (!(error instanceof AppError && error.retryable) || fruitless >= limits.fruitlessTries)
          throw error;
        await pause(limits.firstRetryPauseMs * 2 ** fruitless, undefined, { signal });
      }
    }
  } finally {
    await handle.close();
  }
  await rename(partPath, path);
  await rm(tagPath(path), { force: true });
  return { announcedSha256: part.announcedSha256 };
}

/** Removes what has arrived of a file that turned out to be another. */
export async function discardPart(path: string): Promise<void> {
  await Promise.all([path, `${path}.part`, tagPath(path)].map((each) => rm(each, { force: true })));
}

function tagPath(path: string): string {
  return `${path}.part.tag`;
}

/** One connection: from where the part stands to its end. */
async function downloadRest(download: FileDownload, part: Part): Promise<void> {
  const { url, dispatcher, signal } = download;
  const validator = await readFile(tagPath(download.path), "utf8").catch(() => "");
  const isResume = part.receivedBytes > 0 && validator !== "";
  const headers = isResume ? { range: `bytes=${part.receivedBytes}-`, "if-range": validator } : {};
  const response = await requestModel({ method: "GET", url, headers, dispatcher, signal });
  try {
    // Everything had arrived, and only the last step was missing.
    if (isResume && response.status === 416) {
      const total = /^bytes \*\/(\d+)$/.exec(response.header("content-range") ?? "")?.[1];
      if (Number(total) === part.receivedBytes) return;
    }
    if (isResume && response.status === 206) continueAt(url, part, response);
    else await startOver(download, part, response);
    part.announcedSha256 = response.announced.sha256 ?? part.announcedSha256;
    checkSize(download, part);
    await receive(download, part, response);
  } finally {
    discard(response.body);
  }
}

/** Takes a 206 only where it begins at the byte that is missing. */
function continueAt(url: string, part: Part, response: ModelResponse): void {
  const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(response.header("content-range") ?? "");
  if (Number(range?.[1]) !== part.receivedBytes) {
    throw modelFailure(`${url} sent another part than the one that was asked for.`, false);
  }
  part.totalBytes = range?.[2] === "*" ? null : Number(range?.[2]);
}

async function startOver(download: FileDownload, part: Part, response: ModelResponse): Promise<void> {
  if (response.status === 416) {
    await forget(download.path, part);
    throw modelFailure(`${download.url} has changed; it is fetched anew.`, true);
  }
  if (response.status !== 200) throw statusFailure(download.url, response.status);
  await forget(download.path, part);
  const length = response.header("content-length");
  part.totalBytes = length === undefined ? null : Number(length);
  const tag = response.header("etag");
  // A weak tag promises the same meaning, not the same bytes.
  const validator = tag?.startsWith('"') === true ? tag : response.header("last-modified");
  if (validator === undefined) return;
  await writeFile(tagPath(download.path), validator).catch((error: unknown) => {
    throw writeFailure(tagPath(download.path), error);
  });
}

/** What has arrived counts no more. */
async function forget(path: string, part: Part): Promise<void> {
  await rm(tagPath(path), { force: true });
  if (part.receivedBytes > 0) await part.handle.truncate(0);
  part.receivedBytes = 0;
}

function checkSize({ url, sizeBytes, limits }: FileDownload, { totalBytes }: Part): void {
  if (totalBytes === null) return;
  if (sizeBytes !== null && totalBytes !== sizeBytes) {
    throw modelFailure(`${url} has ${totalBytes} bytes instead of ${sizeBytes}: it is another file.`, false);
  }
  if (totalBytes > limits.fileBytes) throw tooLarge(url, limits);
}

function tooLarge(url: string, limits: ModelLimits): AppError {
  return modelFailure(`${url} is larger than ${Math.floor(limits.fileBytes / 2 ** 20)} MiB.`, false);
}

async function receive(download: FileDownload, part: Part, response: ModelResponse): Promise<void> {
  const { url, limits, signal } = download;
  const bound = Math.min(limits.fileBytes, download.sizeBytes ?? limits.fileBytes);
  try {
    for await (const chunk of response.body as AsyncIterable<Buffer>) {
      if (part.receivedBytes + chunk.length > bound) throw tooLarge(url, { ...limits, fileBytes: bound });
      await part.handle.appendFile(chunk).catch((error: unknown) => {
        throw writeFailure(`${download.path}.part`, error);
      });
      part.receivedBytes += chunk.length;
      download.onProgress(part.receivedBytes);
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : connectionFailure(url, error);
  }
  const expectedBytes = part.totalBytes ?? download.sizeBytes;
  if (expectedBytes !== null && part.receivedBytes !== expectedBytes) {
    throw modelFailure(`${url} broke off after ${part.receivedBytes} of ${expectedBytes} bytes.`, true);
  }
}

/** The size of a file that is there, else null. */
export async function sizeOf(path: string): Promise<number | null> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ? found.size : null;
}
