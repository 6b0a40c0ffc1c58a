import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { openScratchFolder, type ScratchFolder } from "../../../media-node/worker/scratch-folder.ts";
import {
  lastShownMs,
  OWNER_FILE,
  ownScratch,
  type ScratchOwner,
  writeOwner,
} from "../../../media-node/worker/scratch-owner.ts";
import { createLogger } from "../../../shared/logger.ts";
import { smallDisk } from "../../support/storage/small-disk.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

const LOGGER = createLogger("test", "silent");
const skip = process.platform === "linux" ? false : "Programs are found by their folder only through /proc.";

/** The id of a process that has ended. */
async function deadPid(): Promise<number> {
  const child = spawn("/bin/true");
  await once(child, "exit");
  return child.pid ?? 0;
}

const opened: ScratchFolder[] = [];

/** Where nodes have their folders. Those that a test opens are closed before it is removed. */
async function newScratchDir(t: TestContext): Promise<string> {
  t.after(closeOpened);
  return temporaryFolder(t);
}

/** A disk of 1 MiB in its place; undefined where none can be had. */
async function newScratchDisk(t: TestContext): Promise<string | undefined> {
  t.after(closeOpened);
  return smallDisk(t, 1);
}

async function closeOpened(): Promise<void> {
  await Promise.all(opened.splice(0).map((own) => own.close()));
}

/** A folder as a node of this owner leaves it. */
async function nodeFolder(
  t: TestContext,
  changes: Partial<ScratchOwner> = {},
): Promise<{ scratchDir: string; folder: string }> {
  const scratchDir = await newScratchDir(t);
  const folder = join(scratchDir, "node_before");
  await mkdir(join(folder, "run_1"), { recursive: true });
  await writeFile(join(folder, "run_1", "source.bin"), "x");
  await writeOwner(folder, { ...(await ownScratch()), ...changes });
  return { scratchDir, folder };
}

/** Opens this node's folder; it beats fast. */
async function openOwn(scratchDir: string, id = "node_now"): Promise<string> {
  const own = await openScratchFolder(scratchDir, id, LOGGER, { beatMs: 20 });
  opened.push(own);
  return own.path;
}

/** Lets a node look as if it had not shown itself for an hour. */
async function setBack(folder: string): Promise<void> {
  const hourAgo = Date.now() / 1_000 - 3_600;
  await utimes(join(folder, OWNER_FILE), hourAgo, hourAgo);
}

async function isThere(folder: string): Promise<boolean> {
  return stat(folder).then(
    () => true,
    () => false,
  );
}

test("a dead node's files are removed", async (t) => {
  const { scratchDir } = await nodeFolder(t, { pid: await deadPid() });
  const own = await openOwn(scratchDir);
  assert.equal(own, join(scratchDir, "node_now"));
  assert.deepEqual(await readdir(scratchDir), ["node_now"]);
});

test("a living node's files stay", async (t) => {
  const { scratchDir, folder } = await nodeFolder(t);
  await setBack(folder);
  await openOwn(scratchDir);
  assert.deepEqual((await readdir(scratchDir)).sort(), ["node_before", "node_now"]);
});

test("a dead node's files are removed although another process has its id now", async (t) => {
  const { scratchDir } = await nodeFolder(t, { startedAt: "another boot:1" });
  await openOwn(scratchDir);
  assert.deepEqual(await readdir(scratchDir), ["node_now"]);
});

test("a node of another machine or container keeps its folder while it shows itself, whatever its id means here", async (t) => {
  const { scratchDir, folder } = await nodeFolder(t, { pid: await deadPid(), space: "elsewhere" });
  const own = await openOwn(scratchDir);
  const before = await lastShownMs(own);
  await until("a beat", async () => (await lastShownMs(own)) !== before);
  assert.ok(await isThere(join(folder, "run_1", "source.bin")));
});

test("a folder of another machine whose node has not shown itself for long is removed while ours works", async (t) => {
  const { scratchDir, folder } = await nodeFolder(t, { space: "elsewhere" });
  await openOwn(scratchDir);
  assert.ok(await isThere(folder));
  await setBack(folder);
  await until("the folder to be removed", async () => !(await isThere(folder)));
});

test("a node shows that it lives on a disk that is full", async (t) => {
  const scratchDir = await newScratchDisk(t);
  if (scratchDir === undefined) return;
  const own = await openOwn(scratchDir);
  await writeFile(join(own, "all"), Buffer.alloc(2_000_000)).catch(() => undefined);
  await setBack(own);
  await until("a beat", async () => Date.now() - ((await lastShownMs(own)) ?? 0) < 60_000);
  assert.deepEqual(JSON.parse(await readFile(join(own, OWNER_FILE), "utf8")), await ownScratch());
});

test("a dead node's files do not keep the next one from its start on the disk that they fill", async (t) => {
  const scratchDir = await newScratchDisk(t);
  if (scratchDir === undefined) return;
  const folder = join(scratchDir, "node_before");
  await mkdir(folder);
  await writeOwner(folder, { ...(await ownScratch()), startedAt: "before" });
  await writeFile(join(folder, "all"), Buffer.alloc(2_000_000)).catch(() => undefined);
  await openOwn(scratchDir);
  assert.deepEqual(await readdir(scratchDir), ["node_now"]);
});

test("a node whose folder was taken away has it again", async (t) => {
  const own = await openOwn(await newScratchDir(t));
  await rm(own, { recursive: true });
  await until("the folder", async () => (await lastShownMs(own)) !== undefined);
});

test("a program that still works in a dead node's folder is ended", { skip, timeout: 50_000 }, async (t) => {
  const { scratchDir, folder } = await nodeFolder(t, { pid: await deadPid() });
  const orphan = spawn("sleep", ["60"], { cwd: join(folder, "run_1"), stdio: "ignore" });
  const elsewhere = spawn("sleep", ["60"], { cwd: scratchDir, stdio: "ignore" });
  t.after(() => elsewhere.kill("SIGKILL"));
  await Promise.all([once(orphan, "spawn"), once(elsewhere, "spawn")]);
  const ended = once(orphan, "exit");
  await openOwn(scratchDir);
  assert.deepEqual(await ended, [null, "SIGKILL"]);
  assert.equal(elsewhere.exitCode, null);
  assert.equal(elsewhere.signalCode, null);
});

test("a node's folder without the id of its node is removed", async (t) => {
  const scratchDir = await newScratchDir(t);
  await mkdir(join(scratchDir, "node_half"));
  await openOwn(scratchDir);
  assert.deepEqual(await readdir(scratchDir), ["node_now"]);
});

test("what else lies where nodes have their folders is no node's to remove, and its programs none to end", async (t) => {
  const scratchDir = await newScratchDir(t);
  await mkdir(join(scratchDir, "films"));
  await writeFile(join(scratchDir, "films", "a.mp4"), "x");
  await writeFile(join(scratchDir, "notes"), "x");
  const program = spawn("sleep", ["60"], { cwd: join(scratchDir, "films"), stdio: "ignore" });
  t.after(() => program.kill("SIGKILL"));
  await once(program, "spawn");
  const own = await openOwn(scratchDir);
  const before = await lastShownMs(own);
  await until("a beat", async () => (await lastShownMs(own)) !== before);
  assert.deepEqual((await readdir(scratchDir)).sort(), ["films", "node_now", "notes"]);
  assert.deepEqual(await readdir(join(scratchDir, "films")), ["a.mp4"]);
  assert.deepEqual([program.exitCode, program.signalCode], [null, null]);
});

test("two nodes that start at once keep each other's folders", async (t) => {
  const scratchDir = await newScratchDir(t);
  await Promise.all(["node_a", "node_b", "node_c"].map((id) => openOwn(scratchDir, id)));
  assert.deepEqual((await readdir(scratchDir)).sort(), ["node_a", "node_b", "node_c"]);
});
