// Fails tests that leave something behind: temporary files in a folder that only they use, and child processes.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";

const CHILD_END_TIMEOUT_MS = 5_000;

/**
 * Sends everything that uses the temporary folder, in this process and its children, to an empty one for the rest of
 * the test; at the test's end it must be empty again. Returns its path.
 */
export async function trackTemporaryFolder(t: TestContext): Promise<string> {
  const before = process.env.TMPDIR;
  const folder = await mkdtemp(join(tmpdir(), "clipmill-test-"));
  // The embedded PostgreSQL of a test that runs as root must pass through it as another user.
  await chmod(folder, 0o711);
  process.env.TMPDIR = folder;
  t.after(async () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    const left = await readdir(folder);
    await rm(folder, { recursive: true, force: true });
    assert.deepEqual(left, [], "the test left temporary files");
  });
  return folder;
}

/** Ids and commands of this process's living children, without the compiler that tsx keeps and ps itself. */
function listChildren(): Promise<string[]> {
  return new Promise((resolve, reject) => {
    execFile("ps", ["-A", "-o", "ppid=,stat=,pid=,comm="], (error, output) => {
      if (error !== null) return reject(error);
      const rows = output.split("\n").map((line) => line.trim().split(/\s+/));
      const own = rows.filter(([parent, state]) => parent === String(process.pid) && !state?.startsWith("Z"));
      resolve(own.map((row) => row.slice(2).join(" ")).filter((row) => !/ (ps|esbuild)$/.test(row)));
    });
  });
}

/**
 * Fails where a child process outlives this call by 5 s. Call it last: in a test after its own clean-up, or in a
 * file-level `after`.
 */
export async function assertNoChildren(): Promise<void> {
  const deadline = performance.now() + CHILD_END_TIMEOUT_MS;
  let children = await listChildren();
  while (children.length > 0 && performance.now() < deadline) {
    await pause(50);
    children = await listChildren();
  }
  assert.deepEqual(children, [], "child processes are left");
}
