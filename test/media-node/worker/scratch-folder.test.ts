import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { openScratchFolder } from "../../../media-node/worker/scratch-folder.ts";
import { createLogger } from "../../../shared/logger.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const LOGGER = createLogger("test", "silent");
const skip = process.platform === "linux" ? false : "Programs are found by their folder only through /proc.";

/** The id of a process that has ended. */
async function deadPid(): Promise<number> {
  const child = spawn("/bin/true");
  await once(child, "exit");
  return child.pid ?? 0;
}

async function nodeFolder(t: TestContext, pid: number): Promise<{ scratchDir: string; folder: string }> {
  const scratchDir = await temporaryFolder(t);
  const folder = join(scratchDir, "node_before");
  await mkdir(join(folder, "run_1"), { recursive: true });
  await writeFile(join(folder, "run_1", "source.bin"), "x");
  await writeFile(join(folder, "pid"), String(pid));
  return { scratchDir, folder };
}

test("a dead node's files are removed", async (t) => {
  const { scratchDir } = await nodeFolder(t, await deadPid());
  const own = await openScratchFolder(scratchDir, "node_now", LOGGER);
  assert.equal(own, join(scratchDir, "node_now"));
  assert.deepEqual(await readdir(scratchDir), ["node_now"]);
});

test("a living node's files stay", async (t) => {
  const { scratchDir } = await nodeFolder(t, process.pid);
  await openScratchFolder(scratchDir, "node_now", LOGGER);
  assert.deepEqual((await readdir(scratchDir)).sort(), ["node_before", "node_now"]);
});

test("a program that still works in a dead node's folder is ended", { skip, timeout: 20_000 }, async (t) => {
  const { scratchDir, folder } = await nodeFolder(t, await deadPid());
  const orphan = spawn("sleep", ["60"], { cwd: join(folder, "run_1"), stdio: "ignore" });
  const elsewhere = spawn("sleep", ["60"], { cwd: scratchDir, stdio: "ignore" });
  t.after(() => elsewhere.kill("SIGKILL"));
  await Promise.all([once(orphan, "spawn"), once(elsewhere, "spawn")]);
  const ended = once(orphan, "exit");
  await openScratchFolder(scratchDir, "node_now", LOGGER);
  assert.deepEqual(await ended, [null, "SIGKILL"]);
  assert.equal(elsewhere.exitCode, null);
  assert.equal(elsewhere.signalCode, null);
});

test("a folder without the id of its node, and a stray file, are removed", async (t) => {
  const scratchDir = await temporaryFolder(t);
  await mkdir(join(scratchDir, "node_half"));
  await writeFile(join(scratchDir, "stray"), "x");
  await openScratchFolder(scratchDir, "node_now", LOGGER);
  assert.deepEqual(await readdir(scratchDir), ["node_now"]);
});

test("two nodes that start at once keep each other's folders", async (t) => {
  const scratchDir = await temporaryFolder(t);
  await Promise.all(["node_a", "node_b", "node_c"].map((id) => openScratchFolder(scratchDir, id, LOGGER)));
  assert.deepEqual((await readdir(scratchDir)).sort(), ["node_a", "node_b", "node_c"]);
});
