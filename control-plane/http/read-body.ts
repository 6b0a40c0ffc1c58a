// Reads a JSON body under a size and a time bound, counting bytes as they come, since a length header may be missing
// or wrong.
import type { Readable } from "node:stream";
import type { Request } from "hyper-express";
import { AppError } from "../../shared/errors.ts";
import { HTTP_LIMITS } from "../../shared/limits/requests.ts";
import { checkStorableJson } from "./storable-json.ts";
import type { BodyPlace } from "./wire/body-room.ts";

export interface BodyBounds {
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
  /** Where it lies until it is read; it ends with the reading. */
  readonly place: BodyPlace;
}

function collect(
  stream: Readable,
  signal: AbortSignal,
  { maxBytes, timeoutMs, place }: Required<BodyBounds>,
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
      try {
        if (sizeBytes > maxBytes) throw new AppError("BODY_TOO_LARGE");
        place.take(chunk.byteLength);
        chunks.push(Buffer.from(chunk));
      } catch (error) {
        fail(error);
      }
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

/** A request of which is not clear where its body ends: what comes behind it on its connection is not a request. */
export class UnclearFraming extends AppError {
  constructor(problem: string) {
    super("INVALID_REQUEST", problem);
  }
}

/**
 * What is wrong with how a request tells its body's length. The server below goes by the first line of several and
 * hyper-express by the last, as a proxy in front may too. And hyper-express knows a chunked body by the word in small
 * letters alone, and would leave out any other. Only as long as the request is being handed over: then its lines are gone.
 */
export function framingProblem({ headers, raw }: Request): UnclearFraming | undefined {
  const coding = headers["transfer-encoding"];
  if (coding === undefined && headers["content-length"] === undefined) return undefined;
  if (coding !== undefined && coding !== "chunked") {
    return new UnclearFraming("The only transfer-encoding that is taken is chunked, in small letters.");
  }
  let lines = 0;
  raw.forEach((name: string) => {
    if (name === "content-length" || name === "transfer-encoding") lines += 1;
  });
  if (lines === 1) return undefined;
  return new UnclearFraming("One line must tell the body's length: content-length or transfer-encoding.");
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
 * @throws AppError UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE, REQUEST_TIMEOUT, INVALID_REQUEST, UNAVAILABLE without room for it
 */
export async function readJsonBody(
  headers: Readonly<Record<string, string>>,
  stream: Readable,
  signal: AbortSignal,
  { timeoutMs = HTTP_LIMITS.bodyTimeoutMs, maxBytes = HTTP_LIMITS.bodyBytes, place }: BodyBounds,
): Promise<unknown> {
  checkEncodings(headers);
  if (Number(headers["content-length"] ?? 0) > maxBytes) throw new AppError("BODY_TOO_LARGE");
  try {
    const bounds = { maxBytes, timeoutMs, place };
    const bytes = hasBody(headers) ? await collect(stream, signal, bounds) : Buffer.alloc(0);
    const body = parseJson(bytes);
    const share = Math.max(1, maxBytes / HTTP_LIMITS.bodyBytes);
    checkStorableJson(body, Math.floor(HTTP_LIMITS.bodyValues * share));
    return body;
  } finally {
    place.end();
  }
}
