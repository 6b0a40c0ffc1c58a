// Removing folders: everything below them, nothing beside them, and a few files at once.
import assert from "node:assert/strict";
import fs, { mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { diskCallsAtOnce } from "../../../shared/process/disk-calls.ts";
import { poolThreads } from "../../../shared/process/pool-threads.ts";
import { removeTree } from "../../../shared/process/remove-tree.ts";
import { createFileStorage } from "../../../shared/storage/file-storage.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

async function fill(folder: string, count: number): Promise<string> {
  await mkdir(folder, { recursive: true });
  await Promise.all(Array.from({ length: count }, (_, index) => writeFile(join(folder, `${index}`), "x")));
  return folder;
}

/** The most calls of files that the process has had under way at once before the work was done. */
async function callsDuring(work: Promise<void>): Promise<number> {
  let isDone = false;
  const ended = work.finally(() => {
    isDone = true;
  });
  let most = 0;
  while (!isDone) {
    const calls = process.getActiveResourcesInfo().filter((name) => name.startsWith("FSReq"));
    most = Math.max(most, calls.length);
    await setImmediate();
  }
  await ended;
  return most;
}

test("the removal of a folder leaves threads to others, however much is in it", async (t) => {
  const root = await temporaryFolder(t);
  const storage = createFileStorage(root);
  await fill(join(root, "tasks", "task_a", "clips"), 300);
  await fill(join(root, "tasks", "task_a", "parts"), 300);
  const most = await callsDuring(storage.remove("tasks/task_a/"));
  // One that has just been answered may count still.
  assert.ok(most > 0 && most <= 2 * diskCallsAtOnce(poolThreads()), `${most} calls at once`);
  assert.deepEqual(await readdir(join(root, "tasks")), []);
});

test("a link is removed and not what it leads to, and nothing need be there", async (t) => {
  const root = await temporaryFolder(t);
  const beside = await fill(join(root, "beside"), 2);
  const folder = await fill(join(root, "folder"), 2);
  await symlink(beside, join(folder, "link"));
  await symlink(beside, join(root, "link"));
  await removeTree(folder);
  await removeTree(join(root, "link"));
  await removeTree(join(root, "none"));
  assert.deepEqual(await readdir(root), ["beside"]);
  assert.deepEqual(await readdir(beside), ["0", "1"]);
});

/** Lets somebody write into a folder each time that it is about to be removed, so often. */
function writeBeforeRemovals(t: TestContext, folder: string, times: number): void {
  const { rmdir } = fs;
  let left = times;
  t.mock.method(fs, "rmdir", async (path: string) => {
    if (path === folder && left > 0) await writeFile(join(folder, `late-${left--}`), "x");
    return rmdir(path);
  });
}

test("what others write below it meanwhile goes as well, where it is tried again", async (t) => {
  const root = await temporaryFolder(t);
  const folder = await fill(join(root, "folder"), 5);
  writeBeforeRemovals(t, folder, 3);
  await assert.rejects(removeTree(folder), { code: "ENOTEMPTY" });
  await removeTree(folder, 3);
  assert.deepEqual(await readdir(root), []);
});
