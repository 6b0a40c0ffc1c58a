// An exact stream into an open file: never a byte more on the disk than was announced. The caller owns the file and
// removes it on failure.
import type { FileHandle } from "node:fs/promises";
import type { Readable } from "node:stream";
import { type ExactStream, takeExactly } from "./exact-stream.ts";

export interface ExactWrite extends ExactStream {
  /** Where in the file the content begins. */
  readonly offsetBytes: number;
  /** Asked before each chunk is written: rejects where nothing may be written any more. */
  readonly mayWrite?: () => Promise<void>;
  /**
   * For content that lies there already, as far as is known: what is the same is left alone, and this is asked before the
   * first byte that is not. The handle must be open for reading, too.
   */
  readonly beforeChange?: (() => Promise<void>) | undefined;
}

/** Writes the stream to the file. @throws what takeExactly does, and the file system's errors */
export async function writeExactly(handle: FileHandle, content: Readable, write: ExactWrite): Promise<void> {
  await takeExactly(content, write, async (chunks) => {
    let position = write.offsetBytes;
    let isSame = write.beforeChange !== undefined;
    for await (const chunk of chunks) {
      await write.mayWrite?.();
      if (isSame && !(await holds(handle, chunk, position))) {
        isSame = false;
        await write.beforeChange?.();
      }
      if (!isSame) await writeWhole(handle, chunk, position);
      position += chunk.length;
    }
  });
}

/** Whether the file has the chunk at that place. */
async function holds(handle: FileHandle, chunk: Buffer, positionBytes: number): Promise<boolean> {
  const there = Buffer.allocUnsafe(chunk.length);
  for (let readBytes = 0; readBytes < chunk.length; ) {
    const { bytesRead } = await handle.read(
      there,
      readBytes,
      chunk.length - readBytes,
      positionBytes + readBytes,
    );
    if (bytesRead === 0) return false;
    readBytes += bytesRead;
  }
  return there.equals(chunk);
}

/** A write may take less than it was given. */
export async function writeWhole(handle: FileHandle, chunk: Buffer, positionBytes: number): Promise<void> {
  let left = chunk;
  for (let position = positionBytes; left.length > 0; ) {
    const { bytesWritten } = await handle.write(left, 0, left.length, position);
    left = left.subarray(bytesWritten);
    position += bytesWritten;
  }
}
