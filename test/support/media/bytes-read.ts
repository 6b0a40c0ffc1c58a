// How many bytes a test has files and pipes read for it, by what the system counts of this process and its ended children.
import { readFile } from "node:fs/promises";

async function countedBytes(): Promise<number> {
  return Number(/^rchar: (\d+)$/m.exec(await readFile("/proc/self/io", "latin1"))?.[1]);
}

/** The bytes that are read while something is done. */
export async function bytesRead(work: () => Promise<unknown>): Promise<number> {
  const before = await countedBytes();
  await work();
  return (await countedBytes()) - before;
}
