import assert from "node:assert/strict";
import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { passingFolder } from "./passing-folder.ts";

const GIB = 2 ** 30;

test("a machine with little memory keeps passing files on its disk", async () => {
  assert.equal(await passingFolder(4 * GIB), tmpdir());
});

test("a machine with plenty of memory keeps passing files in it, where its file system has room", async (t) => {
  const memory = await statfs("/dev/shm").catch(() => undefined);
  if (memory === undefined || memory.bavail * memory.bsize < 4 * GIB) {
    t.skip("This machine has no room at /dev/shm.");
    return;
  }
  assert.equal(await passingFolder(16 * GIB), "/dev/shm");
});
