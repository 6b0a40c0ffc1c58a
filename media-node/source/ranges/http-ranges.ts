// A stranger's file over HTTP, range by range. Each request goes the whole way from the URL that the client named, every
// hop checked and dialled through the guarded agent, as downloads do. Only a validator proves that two answers are of one
// file (RFC 9110, section 13.1.5): without one, and where the server does not keep to ranges, the file is read whole.
import { AppError } from "../../../shared/errors.ts";
import { RANGED_READ_LIMITS } from "../../../shared/limits/sources.ts";
import { createGuardedAgent } from "../../../shared/network/guarded-agent.ts";
import type { NetworkPolicy } from "../../../shared/network/network-safety.ts";
import type { Resolver } from "../../../shared/network/resolve-name.ts";
import { discard, type FileRequest, type FileResponse, requestFile } from "../../downloads/request-file.ts";
import { judgeUrl, type SourceLimits } from "../download-source.ts";
import { SOURCE_FAILURES } from "../source-failure.ts";
import type { Bytes } from "./byte-ranges.ts";
import { NotReadableInRanges, refuse } from "./iso-boxes.ts";
import type { RangeSource } from "./range-source.ts";

export interface HttpRanges {
  readonly url: string;
  readonly policy: NetworkPolicy;
  readonly limits: SourceLimits;
  readonly resolve?: Resolver | undefined;
}

interface ContentRange extends Bytes {
  readonly totalBytes: number;
}

/** The range that an answer says it has; undefined for any other answer. */
function contentRange({ status, header }: FileResponse): ContentRange | undefined {
  const match = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(header("content-range") ?? "");
  if (status !== 206 || match === null) return undefined;
  return { start: Number(match[1]), end: Number(match[2]) + 1, totalBytes: Number(match[3]) };
}

/** What If-Range takes: a strong tag, which promises the same bytes, or else a date. */
function validatorOf({ header }: FileResponse): string | undefined {
  const tag = header("etag");
  return tag?.startsWith('"') === true ? tag : header("last-modified");
}

function rangeHeader({ start, end }: Bytes): string {
  return `bytes=${start}-${end - 1}`;
}

/** Reads one range of one version. */
async function* readRange(
  request: Omit<FileRequest, "headers" | "signal">,
  validator: string,
  totalBytes: number,
  range: Bytes,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const headers = { range: rangeHeader(range), "if-range": validator };
  const response = await requestFile({ ...request, headers, signal });
  try {
    const { status } = response;
    if (status === 200) refuse("the file has changed, or its server does not keep to ranges");
    const sent = contentRange(response);
    if (status !== 206) throw SOURCE_FAILURES.status(request.url, status);
    if (sent?.start !== range.start || sent.end !== range.end || sent.totalBytes !== totalBytes) {
      refuse("the server sends other ranges than were asked for");
    }
    if (validatorOf(response) !== validator) refuse("the file has changed");
    yield* response.body as AsyncIterable<Buffer>;
  } catch (error) {
    const isTold = error instanceof AppError || error instanceof NotReadableInRanges;
    throw signal.aborted || isTold ? error : SOURCE_FAILURES.connection(request.url, error);
  } finally {
    discard(response.body);
  }
}

/**
 * Opens a URL for `use`, with its first bytes; undefined where it cannot be read in ranges, whatever the reason: whoever
 * reads it whole will meet it again and name it.
 * @throws what `use` throws; `signal.reason` on abort
 */
export async function withHttpRanges<T>(
  { url, policy, limits, resolve }: HttpRanges,
  signal: AbortSignal,
  use: (source: RangeSource) => Promise<T>,
): Promise<T | undefined> {
  const { connectTimeoutMs, idleTimeoutMs } = limits;
  const dispatcher = createGuardedAgent(policy, { connectTimeoutMs, idleTimeoutMs, resolve });
  const request = {
    url,
    dispatcher,
    maxRedirects: limits.redirects,
    judge: (location: string, from: URL | undefined) => judgeUrl(location, from, policy),
    failures: SOURCE_FAILURES,
  };
  try {
    const opened = await openRanges({ ...request, signal });
    if (opened === undefined || opened.totalBytes > limits.bytes) return undefined;
    const { validator, totalBytes } = opened;
    return await use({
      sizeBytes: totalBytes,
      version: `${validator} ${totalBytes}`,
      read: (range, reading) => readRange(request, validator, totalBytes, range, reading),
    });
  } finally {
    await dispatcher.destroy();
  }
}

/** Asks for the first byte: whether ranges are kept to, of how many bytes, and of which version. */
async function openRanges(
  request: FileRequest,
): Promise<{ readonly validator: string; readonly totalBytes: number } | undefined> {
  const first = { start: 0, end: 1 };
  try {
    const response = await requestFile({ ...request, headers: { range: rangeHeader(first) } });
    discard(response.body);
    const sent = contentRange(response);
    const validator = validatorOf(response);
    const isKept = sent?.start === first.start && sent.end === first.end;
    if (!isKept || validator === undefined || sent.totalBytes < RANGED_READ_LIMITS.minSourceBytes) {
      return undefined;
    }
    return { validator, totalBytes: sent.totalBytes };
  } catch (error) {
    request.signal.throwIfAborted();
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
