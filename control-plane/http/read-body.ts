// Reads a JSON body under a size and a time bound, counting bytes as they come, since a length header may be missing
// or wrong.
import type { Readable } from "node:stream";
import { AppError } from "../../shared/errors.ts";
import { HTTP_LIMITS } from "../../shared/limits/requests.ts";
import { checkStorableJson } from "./storable-json.ts";

function collect(
  stream: Readable,
  maxBytes: number,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let sizeBytes = 0;
    const settle = (outcome: () => void): void => {
      clearTimeout(timer);
      stream.removeListener("data", onData);
      stream.resume();
      outcome();
    };
    const fail = (error: unknown): void => settle(() => reject(error));
    const timer = setTimeout(() => fail(new AppError("REQUEST_TIMEOUT")), timeoutMs);
    const onData = (chunk: Uint8Array): void => {
      sizeBytes += chunk.byteLength;
      if (sizeBytes > maxBytes) fail(new AppError("BODY_TOO_LARGE"));
      else chunks.push(Buffer.from(chunk));
    };
    signal.addEventListener("abort", () => fail(signal.reason), { once: true });
    stream.on("data", onData);
    stream.once("end", () => settle(() => resolve(Buffer.concat(chunks))));
    stream.once("error", fail);
  });
}

/** Whether a body follows the headers; the stream of a request without one never ends. */
export function hasBody(headers: Readonly<Record<string, string>>): boolean {
  return Number(headers["content-length"] ?? 0) > 0 || headers["transfer-encoding"] === "chunked";
}

/**
 * hyper-express knows a chunked body by the word in small letters alone, and would leave out any other.
 * @throws AppError INVALID_REQUEST
 */
export function checkFraming(headers: Readonly<Record<string, string>>): void {
  const coding = headers["transfer-encoding"];
  if (coding === undefined || coding === "chunked") return;
  throw new AppError(
    "INVALID_REQUEST",
    "The only transfer-encoding that is taken is chunked, in small letters.",
  );
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as unknown;
  } catch (error) {
    throw new AppError("INVALID_REQUEST", "The body is not valid JSON.", { cause: error });
  }
}

/** Compressed bodies are not taken: a few bytes would become any number of them. */
function checkEncodings(headers: Readonly<Record<string, string>>): void {
  const mediaType = headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  if (mediaType !== "application/json") throw new AppError("UNSUPPORTED_MEDIA_TYPE");
  const encoding = headers["content-encoding"]?.trim().toLowerCase() ?? "";
  if (encoding === "" || encoding === "identity") return;
  throw new AppError("UNSUPPORTED_MEDIA_TYPE", "Send the body uncompressed, without content-encoding.");
}

/**
 * The JSON value of a request's body.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE, REQUEST_TIMEOUT, INVALID_REQUEST
 */
export async function readJsonBody(
  headers: Readonly<Record<string, string>>,
  stream: Readable,
  signal: AbortSignal,
  {
    timeoutMs = HTTP_LIMITS.bodyTimeoutMs,
    maxBytes = HTTP_LIMITS.bodyBytes,
  }: { readonly timeoutMs?: number; readonly maxBytes?: number } = {},
): Promise<unknown> {
  checkEncodings(headers);
  if (Number(headers["content-length"] ?? 0) > maxBytes) throw new AppError("BODY_TOO_LARGE");
  const bytes = hasBody(headers) ? await collect(stream, maxBytes, timeoutMs, signal) : Buffer.alloc(0);
  const body = parseJson(bytes);
  const share = Math.max(1, maxBytes / HTTP_LIMITS.bodyBytes);
  checkStorableJson(body, Math.floor(HTTP_LIMITS.bodyValues * share));
  return body;
}
