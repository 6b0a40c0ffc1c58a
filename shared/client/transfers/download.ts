// Reads a file behind a signed link. A connection that breaks or stands still is taken up again where it was.
import { joinSignals } from "../../join-signals.ts";
import { CLIENT_LIMITS } from "../../limits/client.ts";
import type { CallOptions, Connection } from "../call-api.ts";
import { ClipmillError } from "../client-error.ts";
import { pause } from "../pause.ts";
import { isPassing, retryDelayMs } from "../retry.ts";
import { asClientError, openAnswer } from "../send-request.ts";

export interface DownloadProgress {
  readonly receivedBytes: number;
  /** Undefined where the service does not say. */
  readonly totalBytes: number | undefined;
}

export interface DownloadOptions extends CallOptions {
  readonly onProgress?: ((progress: DownloadProgress) => void) | undefined;
}

/** How far a download is. */
interface Place {
  offset: number;
  totalBytes: number | undefined;
  etag: string | undefined;
}

function rangeHeaders({ offset, etag }: Place): Record<string, string> {
  if (offset === 0) return {};
  return { range: `bytes=${offset}-`, ...(etag === undefined ? {} : { "if-range": etag }) };
}

/** Whether an answer goes on at the place; notes the file's size and tag. */
function matchAnswer({ status, headers }: Response, place: Place): void {
  const etag = headers.get("etag") ?? undefined;
  const [, start, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers.get("content-range") ?? "") ?? [];
  const isThere = place.offset === 0 || (status === 206 && Number(start) === place.offset);
  if (!isThere || (place.offset > 0 && etag !== place.etag)) {
    throw new ClipmillError("FILE_CHANGED", "The file became another while it was read. Read it again.");
  }
  const length = headers.get("content-length");
  place.etag = etag;
  place.totalBytes = total === undefined ? (length === null ? undefined : Number(length)) : Number(total);
}

/** One connection's bytes. @throws ClipmillError NO_CONNECTION where it ends before the file's end */
async function* readConnection(
  { fetch }: Connection,
  url: string,
  place: Place,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const ended = new AbortController();
  const both = joinSignals(signal, ended.signal);
  const stalled = (): void => ended.abort(new ClipmillError("NO_ANSWER", "The download stands still."));
  let timer = setTimeout(stalled, CLIENT_LIMITS.download.stallMs);
  try {
    const request = { method: "GET", url, headers: rangeHeaders(place), signal: both.signal };
    const response = await openAnswer(fetch, request, CLIENT_LIMITS.answerBytes);
    matchAnswer(response, place);
    const reader = response.body?.getReader();
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      clearTimeout(timer);
      if (done || value === undefined) break;
      place.offset += value.byteLength;
      yield value;
      timer = setTimeout(stalled, CLIENT_LIMITS.download.stallMs);
    }
    if (place.totalBytes === undefined || place.offset >= place.totalBytes) return;
    throw new ClipmillError("NO_CONNECTION", "The download broke off.");
  } catch (error) {
    throw asClientError(error, signal);
  } finally {
    clearTimeout(timer);
    ended.abort();
    both.release();
  }
}

/**
 * The bytes of a file, in order. Links hold for 24 hours: read the task again for a fresh one.
 * @throws ClipmillError UNAUTHENTICATED or NOT_FOUND for a link that has ended or a file that is gone; FILE_CHANGED
 */
export async function* readFile(
  connection: Connection,
  url: string,
  { signal, onProgress }: DownloadOptions = {},
): AsyncGenerator<Uint8Array> {
  const place: Place = { offset: 0, totalBytes: undefined, etag: undefined };
  for (let failures = 0; ; ) {
    const before = place.offset;
    try {
      for await (const bytes of readConnection(connection, url, place, signal)) {
        yield bytes;
        onProgress?.({ receivedBytes: place.offset, totalBytes: place.totalBytes });
      }
      return;
    } catch (error) {
      failures = place.offset > before ? 1 : failures + 1;
      if (failures >= CLIENT_LIMITS.download.tries || !isPassing(error, { repeat: true })) throw error;
      await pause(retryDelayMs(connection.policy, failures, Math.random()), signal);
    }
  }
}
