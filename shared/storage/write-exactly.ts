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
}

/** Writes the stream to the file. @throws what takeExactly does, and the file system's errors */
export async function writeExactly(handle: FileHandle, content: Readable, write: ExactWrite): Promise<void> {
  await takeExactly(content, write, async (chunks) => {
    let writtenBytes = 0;
    for await (const chunk of chunks) {
      await write.mayWrite?.();
      await writeWhole(handle, chunk, write.offsetBytes + writtenBytes);
      writtenBytes += chunk.length;
    }
  });
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
