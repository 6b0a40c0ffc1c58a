// A stream from a stranger: exactly as many bytes as were announced, never a byte more, and given up when nothing comes,
// or when the storage takes nothing of what has come.
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { errorCode } from "../error-message.ts";
import { AppError } from "../errors.ts";
import { StorageUnavailable } from "./storage-unavailable.ts";

export interface ExactStream {
  readonly sizeBytes: number;
  readonly idleTimeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Hands the stream's chunks to `take`, which fails with them. @throws AppError INVALID_REQUEST when it is shorter or
 * longer than `sizeBytes`, REQUEST_TIMEOUT when it pauses for longer than `idleTimeoutMs`, StorageUnavailable when `take` does;
 * rejects with the signal's reason on abort.
 */
export async function takeExactly(
  content: Readable,
  { sizeBytes, idleTimeoutMs, signal }: ExactStream,
  take: (chunks: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const idle = new AbortController();
  let isBeingTaken = false;
  const giveUp = (): void =>
    idle.abort(isBeingTaken ? new StorageUnavailable() : new AppError("REQUEST_TIMEOUT"));
  const timer = setTimeout(giveUp, idleTimeoutMs);
  const stop = signal === undefined ? idle.signal : AbortSignal.any([idle.signal, signal]);
  try {
    await pipeline(
      content,
      async function* (chunks: AsyncIterable<Buffer>) {
        let receivedBytes = 0;
        for await (const chunk of chunks) {
          receivedBytes += chunk.length;
          if (receivedBytes > sizeBytes) throw wrongSize(sizeBytes);
          timer.refresh();
          isBeingTaken = true;
          yield chunk;
          isBeingTaken = false;
          timer.refresh();
        }
        // All has come: what is still to be done with it is bounded by whoever does it.
        clearTimeout(timer);
        if (receivedBytes !== sizeBytes) throw wrongSize(sizeBytes);
      },
      take,
      { signal: stop },
    );
  } catch (error) {
    if (stop.aborted) throw stop.reason;
    // A client that hangs up in the middle is no fault of ours: its upload was too short.
    if (errorCode(error) === "ERR_STREAM_PREMATURE_CLOSE") throw wrongSize(sizeBytes, error);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function wrongSize(sizeBytes: number, cause?: unknown): AppError {
  return new AppError("INVALID_REQUEST", `The content must be exactly ${sizeBytes} bytes long.`, { cause });
}
