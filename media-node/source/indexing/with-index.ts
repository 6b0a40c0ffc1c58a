// Recordings without an index: ffmpeg reads those from their beginning up to each time that is sought, for 20 clips of 19 GB
// so 0.6 TB. So they are gone through once, and ffmpeg is given the file with an index of ours (see ffmpeg/inputs/indexed-input).
// Copying it into another format was rejected: it takes as much room again, and changes the clocks of what was recorded with
// gaps. Nor would it help AVI with a palette: no format brings the palette with each key frame.
// Half a day has millions of blocks, and a file from a stranger more: they are gone through in a thread, beside the node's own.
import { open } from "node:fs/promises";
import { defineTask } from "../../threads/define-task.ts";
import { runInThread } from "../../threads/run-in-thread.ts";
import { isFlv } from "./flv/key-frames.ts";
import { isMatroska } from "./matroska/matroska-head.ts";
import type { IndexedSource } from "./write-index.ts";
import type { WriteIndexCall } from "./write-index.worker.ts";

/** Goes through a recording, and writes what it finds. */
export const WRITE_INDEX = defineTask<WriteIndexCall, IndexedSource>(
  new URL("./write-index.worker.ts", import.meta.url),
  "decode",
);

async function mayLackIndex(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read({ buffer: Buffer.alloc(4), position: 0 });
    return isFlv(buffer) || isMatroska(buffer);
  } finally {
    await file.close();
  }
}

/**
 * Where a source is to be read from: a path of it with an index where it is a sound recording without one, else its own.
 * @param scratchFolder An existing folder of this run alone.
 * @throws as runInThread; `signal.reason` on abort
 */
export async function withIndex(
  sourcePath: string,
  scratchFolder: string,
  signal: AbortSignal,
): Promise<IndexedSource> {
  if (!(await mayLackIndex(sourcePath))) return { path: sourcePath };
  return await runInThread(WRITE_INDEX, { sourcePath, scratchFolder }, { signal });
}
