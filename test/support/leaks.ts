// Fails tests that leave something behind: temporary files in a folder that only they use, child processes, and failures
// that nobody awaited.
import assert from "node:assert/strict";
import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { cleanUp } from "./clean-up.ts";
import { listProcesses } from "./list-processes.ts";

const CHILD_END_TIMEOUT_MS = 20_000;

/**
 * Sends everything that uses the temporary folder, in this process and its children, to an empty one for the rest of
 * the test; at the test's end it must be empty again. Returns its path.
 */
export async function trackTemporaryFolder(t: TestContext): Promise<string> {
  const before = process.env.TMPDIR;
  const folder = await mkdtemp(join(tmpdir(), "clipmill-test-"));
  // As the system's own: under root, an appliance's planes write there as another user.
  await chmod(folder, 0o1777);
  process.env.TMPDIR = folder;
  cleanUp(t, async () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    // tsx keeps its compiled files there, whoever runs it.
    const left = (await readdir(folder)).filter((name) => !name.startsWith("tsx-"));
    await rm(folder, { recursive: true, force: true });
    assert.deepEqual(left, [], "the test left temporary files");
  });
  return folder;
}

/** Living children of this process, without the compiler that tsx keeps. */
async function listChildren(): Promise<string[]> {
  const rows = await listProcesses();
  const own = rows.filter(
    (row) => row.parentPid === process.pid && row.state !== "Z" && row.command !== "esbuild",
  );
  return own.map((row) => `${row.pid} ${row.command}`);
}

/**
 * Fails where a child process outlives this call by 20 s. Call it last: in a test after its own clean-up, or in a
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

/** What nobody awaited, from here to the test's end: any of it ends a process of ours. */
export function unhandledRejections(t: TestContext): unknown[] {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on("unhandledRejection", note);
  t.after(() => process.off("unhandledRejection", note));
  return unhandled;
}
