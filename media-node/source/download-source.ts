// A stranger's file over HTTP into a local one. Bounded in size (announced and counted), silence and total time. A
// connection that breaks is resumed behind the bytes that are there, where the server can prove by a validator that
// they belong to the same file (RFC 9110, section 13.1.5), and otherwise begun anew, a few times.
import { type FileHandle, open } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { AppError } from "../../shared/errors.ts";
import type { SOURCE_LIMITS } from "../../shared/limits/sources.ts";
import { createGuardedAgent, type Resolver } from "../../shared/network/guarded-agent.ts";
import type { NetworkPolicy } from "../../shared/network/network-safety.ts";
import { asNodeLack, requireRoom } from "../../shared/node-lack.ts";
import { discard, requestSource, type SourceRequest, type SourceResponse } from "./request-source.ts";
import { asSourceFailure, unreachable, unreachableByStatus } from "./source-failure.ts";

export type SourceLimits = Readonly<Record<keyof typeof SOURCE_LIMITS, number>>;

export interface Download {
  readonly url: string;
  /** The file to write; what stands there is overwritten. On failure it may hold a part. */
  readonly path: string;
  readonly policy: NetworkPolicy;
  readonly limits: SourceLimits;
  readonly signal: AbortSignal;
  /** From 0 to 1; called only where the source announces its size. */
  readonly onProgress: (fraction: number) => void;
  readonly resolve?: Resolver | undefined;
}

export type DownloadResult =
  | { readonly kind: "file"; readonly sizeBytes: number }
  | { readonly kind: "web-page" };

/** What is known between two connections of one download. */
interface PartialFile {
  readonly handle: FileHandle;
  /** Whether the source has answered with content, be it lost again with the connection. */
  hasBegun: boolean;
  receivedBytes: number;
  totalBytes: number | undefined;
  /** A strong entity tag or a date: what If-Range takes. */
  validator: string | undefined;
}

const HEADERS = { accept: "*/*", "accept-encoding": "identity", "user-agent": "Clipmill" };
const WEB_PAGE = /^\s*(text\/html|application\/xhtml\+xml)\b/i;

/**
 * Downloads the URL, or stops at its headers where it is a web page.
 * @throws AppError SOURCE_UNREACHABLE, SOURCE_TOO_LARGE, SOURCE_UNSUPPORTED; NodeLack, before it begins where the source
 *   says its size and the disk has not that room; `signal.reason` on abort.
 */
export async function downloadSource(download: Download): Promise<DownloadResult> {
  const { limits } = download;
  const deadline = new AbortController();
  const overdue = unreachable("The download took too long.", true);
  const timer = setTimeout(() => deadline.abort(overdue), limits.downloadTimeoutMs);
  const signal = AbortSignal.any([download.signal, deadline.signal]);
  const dispatcher = createGuardedAgent(download.policy, {
    connectTimeoutMs: limits.connectTimeoutMs,
    idleTimeoutMs: limits.idleTimeoutMs,
    ...(download.resolve === undefined ? {} : { resolve: download.resolve }),
  });
  const handle = await open(download.path, "w");
  try {
    const file = { handle, hasBegun: false, receivedBytes: 0, totalBytes: undefined, validator: undefined };
    const { url, policy } = download;
    const request = { url, policy, dispatcher, signal, maxRedirects: limits.redirects, headers: HEADERS };
    return await downloadWithResumes(download, request, file);
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    clearTimeout(timer);
    await handle.close();
    await dispatcher.destroy();
  }
}

async function downloadWithResumes(
  download: Download,
  request: SourceRequest,
  file: PartialFile,
): Promise<DownloadResult> {
  const { limits } = download;
  for (let resumes = 0; ; resumes += 1) {
    try {
      return await downloadPart(download, request, file);
    } catch (error) {
      const failure = asSourceFailure(error);
      const isBroken = failure.code === "SOURCE_UNREACHABLE" && failure.retryable && file.hasBegun;
      if (!isBroken || resumes >= limits.resumes || request.signal.aborted) throw failure;
      await pause(limits.firstResumePauseMs * 2 ** resumes, undefined, { signal: request.signal });
    }
  }
}

/** One connection: from where the file stands to its end. */
async function downloadPart(
  download: Download,
  request: SourceRequest,
  file: PartialFile,
): Promise<DownloadResult> {
  const isResume = file.receivedBytes > 0 && file.validator !== undefined;
  const rangeHeaders = isResume
    ? { range: `bytes=${file.receivedBytes}-`, "if-range": file.validator ?? "" }
    : {};
  const response = await requestSource({ ...request, headers: { ...request.headers, ...rangeHeaders } });
  try {
    if (WEB_PAGE.test(response.header("content-type") ?? "") && response.status === 200) {
      return { kind: "web-page" };
    }
    if (isResume && response.status === 206) continueAt(file, response);
    else await startOver(file, response);
    if ((file.totalBytes ?? 0) > download.limits.bytes) throw tooLarge(download.limits);
    await requireRoom(dirname(download.path), (file.totalBytes ?? 0) - file.receivedBytes);
    await receive(download, response, file);
  } finally {
    discard(response.body);
  }
  if (file.receivedBytes === 0) throw new AppError("SOURCE_UNSUPPORTED", "The source is empty.");
  return { kind: "file", sizeBytes: file.receivedBytes };
}

/** Takes a 206 only where it begins at the byte that is missing. */
function continueAt(file: PartialFile, response: SourceResponse): void {
  const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(response.header("content-range") ?? "");
  if (Number(range?.[1]) !== file.receivedBytes) {
    throw unreachable("The source answered with another part than the one asked for.", true);
  }
  const total = Number(range?.[2]);
  if (!Number.isNaN(total)) file.totalBytes = total;
}

async function startOver(file: PartialFile, response: SourceResponse): Promise<void> {
  if (response.status !== 200 && response.status !== 203) throw unreachableByStatus(response.status);
  const length = response.header("content-length");
  const entityTag = response.header("etag");
  file.totalBytes = length === undefined ? undefined : Number(length);
  // A weak tag promises the same meaning, not the same bytes.
  file.validator = entityTag?.startsWith('"') === true ? entityTag : response.header("last-modified");
  file.hasBegun = true;
  file.receivedBytes = 0;
  await file.handle.truncate(0);
}

async function receive(download: Download, response: SourceResponse, file: PartialFile): Promise<void> {
  let reportedPercent = -1;
  for await (const chunk of response.body as AsyncIterable<Buffer>) {
    if (file.receivedBytes + chunk.length > download.limits.bytes) throw tooLarge(download.limits);
    await writeAll(file.handle, chunk, file.receivedBytes);
    file.receivedBytes += chunk.length;
    if (file.totalBytes === undefined) continue;
    const fraction = Math.min(1, file.receivedBytes / file.totalBytes);
    const percent = Math.floor(fraction * 100);
    if (percent > reportedPercent) download.onProgress(fraction);
    reportedPercent = percent;
  }
  if (file.totalBytes !== undefined && file.receivedBytes !== file.totalBytes) {
    throw unreachable("The source sent less than it announced.", true);
  }
}

async function writeAll(handle: FileHandle, chunk: Buffer, position: number): Promise<void> {
  let writtenBytes = 0;
  while (writtenBytes < chunk.length) {
    const write = handle.write(chunk, writtenBytes, chunk.length - writtenBytes, position + writtenBytes);
    // A full disk must not look like a broken connection, which would be tried again.
    const { bytesWritten } = await write.catch((cause: unknown) => {
      throw asNodeLack(cause) ?? new AppError("INTERNAL", undefined, { cause });
    });
    writtenBytes += bytesWritten;
  }
}

function tooLarge(limits: SourceLimits): AppError {
  const mebibytes = Math.floor(limits.bytes / 2 ** 20);
  return new AppError("SOURCE_TOO_LARGE", `The source is larger than ${mebibytes} MiB.`);
}
