// What else a process does while its storage's disk answers nothing. Named pipes that nobody writes to stand for the
// disk: a read of one holds its thread, as that of a network disk does whose server is away.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeSync } from "node:fs";
import { constants, type FileHandle, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as pause, setImmediate } from "node:timers/promises";
import { diskCallsAtOnce, open } from "../../../shared/process/disk-calls.ts";
import { poolThreads } from "../../../shared/process/pool-threads.ts";
import { hangDisk } from "../../support/storage/hanging-disk.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/** Long after a file was read on any machine; a timer takes no thread. */
const ANSWER_MS = 15_000;

async function silentFiles(t: TestContext, count: number): Promise<FileHandle[]> {
  const folder = await temporaryFolder(t);
  const paths = Array.from({ length: count }, (_, index) => join(folder, String(index)));
  execFileSync("mkfifo", paths);
  return Promise.all(paths.map((path) => open(path, constants.O_RDWR)));
}

test("reads that a disk does not answer leave threads for other files", async (t) => {
  const files = await silentFiles(t, 3 * poolThreads());
  const reads = files.map((file) => file.read(Buffer.alloc(1), 0, 1, null));
  t.after(() => Promise.all(files.map((file) => file.close())));
  try {
    const other = readFile(import.meta.filename, "utf8");
    const text = await Promise.race([other, pause(ANSWER_MS, "no answer", { ref: false })]);
    assert.match(text, /leave threads for other files/);
  } finally {
    // In this thread: those of the pool may all be held.
    for (const file of files) writeSync(file.fd, "x");
  }
  for (const { bytesRead } of await Promise.all(reads)) assert.equal(bytesRead, 1);
});

test("calls that a disk does not answer are bounded, and all are answered once it is back", async (t) => {
  const folder = await temporaryFolder(t);
  const disk = hangDisk(t, folder);
  const calls = Array.from({ length: 100 }, () => open(folder));
  await setImmediate();
  assert.equal(disk.waiting(), diskCallsAtOnce(poolThreads()));
  disk.comeBack();
  for (const handle of await Promise.all(calls)) await handle.close();
});

test("a quarter of the threads is left to others, and two of few", () => {
  assert.deepEqual([1, 4, 5, 16, 64].map(diskCallsAtOnce), [1, 2, 3, 12, 48]);
});
