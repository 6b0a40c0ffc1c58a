// A stream from a stranger into an open file: exactly as many bytes as were announced, never a byte more on the disk,
// and given up when nothing comes. The caller owns the file and removes it on failure.
import type { FileHandle } from "node:fs/promises";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AppError } from "../errors.ts";
import { errorCode } from "./real-path.ts";

export interface ExactWrite {
  readonly sizeBytes: number;
  readonly idleTimeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Writes the stream to the file. @throws AppError INVALID_REQUEST when it is shorter or longer than `sizeBytes`,
 * REQUEST_TIMEOUT when it pauses for longer than `idleTimeoutMs`; rejects with the signal's reason on abort.
 */
export async function writeExactly(handle: FileHandle, content: Readable, write: ExactWrite): Promise<void> {
  const idle = new AbortController();
  const timer = setTimeout(() => idle.abort(new AppError("REQUEST_TIMEOUT")), write.idleTimeoutMs);
  const stop = write.signal === undefined ? idle.signal : AbortSignal.any([idle.signal, write.signal]);
  let receivedBytes = 0;
  try {
    await pipeline(
      content,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          receivedBytes += chunk.length;
          if (receivedBytes > write.sizeBytes) throw wrongSize(write.sizeBytes);
          yield chunk;
          timer.refresh();
        }
      },
      async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) await handle.appendFile(chunk);
      },
      { signal: stop },
    );
  } catch (error) {
    if (stop.aborted) throw stop.reason;
    // A client that hangs up in the middle is no fault of ours: its upload was too short.
    if (errorCode(error) === "ERR_STREAM_PREMATURE_CLOSE") throw wrongSize(write.sizeBytes, error);
    throw error;
  } finally {
    clearTimeout(timer);
  }
  if (receivedBytes !== write.sizeBytes) throw wrongSize(write.sizeBytes);
}

function wrongSize(sizeBytes: number, cause?: unknown): AppError {
  return new AppError("INVALID_REQUEST", `The content must be exactly ${sizeBytes} bytes long.`, { cause });
}
