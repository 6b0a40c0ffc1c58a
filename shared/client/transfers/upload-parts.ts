// Sends the parts of an upload that are missing, several at once, each again where it fails.
import { joinSignals } from "../../join-signals.ts";
import { CLIENT_LIMITS } from "../../limits/client.ts";
import { unlessAborted } from "../../unless-aborted.ts";
import type { Upload } from "../api-types.ts";
import type { Connection } from "../call-api.ts";
import { ClipmillError } from "../client-error.ts";
import { withRetries } from "../retry.ts";
import { sendRequest } from "../send-request.ts";
import type { PartBody, UploadSource } from "./upload-source.ts";

/** A stretch of the file and the signed address that takes it. */
interface MissingPart {
  readonly start: number;
  readonly end: number;
  readonly url: string;
}

export interface SendingOptions {
  readonly partsAtOnce: number;
  readonly signal: AbortSignal | undefined;
  /** Called with the bytes of each part that has arrived. */
  readonly onSent: (sizeBytes: number) => void;
}

/** What is missing of an upload. One that is sent whole is a single part. */
export function missingParts({ parts, part_size_bytes, upload_url, size_bytes }: Upload): MissingPart[] {
  if (part_size_bytes === null) {
    return upload_url === undefined ? [] : [{ start: 0, end: size_bytes, url: upload_url }];
  }
  return (parts ?? [])
    .map((part) => {
      const start = (part.number - 1) * part_size_bytes;
      return { start, end: start + part.size_bytes, url: part.url };
    })
    .sort((a, b) => a.start - b.start);
}

/** A try that took too long, and how many parts were under way when it began. */
interface LateTry {
  readonly error: ClipmillError;
  readonly underWay: number;
}

/** Sends a part, again where that fails. One that took too long beside others, with which it shared the line, is returned. */
async function sendPart(
  { fetch, policy, onRetry }: Connection,
  { part: { url, start, end }, body }: { part: MissingPart; body: PartBody },
  signal: AbortSignal,
  countUnderWay: () => number,
): Promise<LateTry | undefined> {
  const sizeBytes = end - start;
  const timeoutMs =
    CLIENT_LIMITS.answerTimeoutMs + (1_000 * sizeBytes) / CLIENT_LIMITS.upload.minBytesPerSecond;
  const bounds = { timeoutMs, maxBytes: CLIENT_LIMITS.answerBytes };
  const request = { method: "PUT", url, body, signal };
  const attempt = async (): Promise<LateTry | undefined> => {
    const underWay = countUnderWay();
    try {
      await sendRequest(fetch, request, bounds);
      return undefined;
    } catch (error) {
      const isLate = error instanceof ClipmillError && error.code === "NO_ANSWER";
      if (isLate && underWay > 1 && policy.tries > 1) return { error, underWay };
      throw error;
    }
  };
  return withRetries(attempt, { policy, repeat: true, isTransfer: true, signal, onRetry });
}

/**
 * An address that no longer takes its part, or a part that has come all the same: a look at the upload tells. A service
 * that refuses a body closes the connection behind its answer, which then is not always read.
 */
export function needsLook(error: unknown): boolean {
  if (!(error instanceof ClipmillError)) return false;
  if (error.status === undefined) return error.code === "NO_CONNECTION";
  return [400, 401, 403, 404, 409].includes(error.status);
}

/**
 * Sends parts until all have arrived or one has failed for good, which is thrown when none is under way any more. Where
 * parts take too long beside each other, half as many go on: the line has its speed for all of them together.
 */
export async function sendParts(
  connection: Connection,
  source: UploadSource,
  missing: readonly MissingPart[],
  { partsAtOnce, signal, onSent }: SendingOptions,
): Promise<void> {
  // The bytes of parts that failed are kept, since a stream has them only once.
  const waiting: { part: MissingPart; body?: PartBody }[] = missing.map((part) => ({ part }));
  const failed = new AbortController();
  const { signal: both, release } = joinSignals(signal, failed.signal);
  // A stream is read by one at a time, in its order.
  let lastRead: Promise<unknown> = Promise.resolve();
  const readPart = (part: MissingPart): Promise<PartBody> => {
    const read = lastRead.then(() => {
      both.throwIfAborted();
      // A stream may stand still for ever.
      return unlessAborted(source.read(part.start, part.end), both);
    });
    lastRead = read.catch(() => undefined);
    return read;
  };
  let underWay = Math.min(partsAtOnce, waiting.length);
  let maxUnderWay = underWay;
  const sendOn = async (): Promise<void> => {
    while (underWay <= maxUnderWay) {
      const next = waiting.shift();
      if (next === undefined) break;
      const { part, body = await readPart(part) } = next;
      const late = await sendPart(connection, { part, body }, both, () => underWay);
      if (late === undefined) {
        onSent(part.end - part.start);
      } else {
        maxUnderWay = Math.min(maxUnderWay, Math.floor(late.underWay / 2));
        waiting.unshift({ part, body });
        connection.onRetry?.(late.error);
      }
    }
    underWay -= 1;
  };
  const senders = Array.from({ length: underWay }, () =>
    sendOn().catch((error: unknown) => {
      failed.abort(error);
      throw error;
    }),
  );
  await Promise.allSettled(senders);
  release();
  if (failed.signal.aborted) throw failed.signal.reason;
}
