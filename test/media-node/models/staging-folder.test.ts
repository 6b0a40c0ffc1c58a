// Staging folders: taken over from processes that have died, left alone while their owner lives.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdir, readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { installStaged, openStagingFolder } from "../../../media-node/models/staging-folder.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/** Of a process that has ended. */
function deadPid(): number {
  return spawnSync(process.execPath, ["-e", ""]).pid;
}

async function stagedBy(modelsDir: string, host: string, pid: number): Promise<string> {
  const folder = join(modelsDir, `.staging-some-model@${host}@${pid}`);
  await mkdir(folder);
  await writeFile(join(folder, "weights.part"), "half");
  return folder;
}

test("what a dead process had begun is taken over", async (t) => {
  const modelsDir = await temporaryFolder(t);
  await stagedBy(modelsDir, hostname(), deadPid());
  const folder = await openStagingFolder(modelsDir, "some-model");
  assert.equal(await readFile(join(folder, "weights.part"), "utf8"), "half");
  assert.equal((await readdir(modelsDir)).length, 1);
});

test("what a living process does, and what belongs to another model, is left alone", async (t) => {
  const modelsDir = await temporaryFolder(t);
  await stagedBy(modelsDir, hostname(), process.ppid);
  await mkdir(join(modelsDir, `.staging-other-model@${hostname()}@${deadPid()}`));
  const folder = await openStagingFolder(modelsDir, "some-model");
  assert.deepEqual(await readdir(folder), []);
  assert.equal((await readdir(modelsDir)).length, 3);
});

test("another machine's folder is taken over only after it stood still for long", async (t) => {
  const modelsDir = await temporaryFolder(t);
  const theirs = await stagedBy(modelsDir, "another-machine", 1);
  assert.deepEqual(await readdir(await openStagingFolder(modelsDir, "some-model")), []);
  const longAgo = new Date(Date.now() - 3_600_000);
  for (const path of [join(theirs, "weights.part"), theirs]) await utimes(path, longAgo, longAgo);
  assert.deepEqual(await readdir(await openStagingFolder(modelsDir, "some-model")), ["weights.part"]);
});

test("installing replaces a bundle of the same name in one step", async (t) => {
  const modelsDir = await temporaryFolder(t);
  await mkdir(join(modelsDir, "some-model"));
  await writeFile(join(modelsDir, "some-model", "old"), "");
  const stagingFolder = await openStagingFolder(modelsDir, "some-model");
  await writeFile(join(stagingFolder, "new"), "");
  const folder = await installStaged({ stagingFolder, modelsDir, name: "some-model" });
  assert.deepEqual(await readdir(folder), ["new"]);
  assert.deepEqual(await readdir(modelsDir), ["some-model"]);
});

test("a bundle stays where it is when another cannot take its place", async (t) => {
  const modelsDir = await temporaryFolder(t);
  await mkdir(join(modelsDir, "some-model"));
  await writeFile(join(modelsDir, "some-model", "old"), "");
  // Another process has taken over what this one had staged.
  const stagingFolder = join(modelsDir, ".staging-some-model@gone@1");
  await assert.rejects(installStaged({ stagingFolder, modelsDir, name: "some-model" }), {
    code: "UNAVAILABLE",
  });
  assert.deepEqual(await readdir(join(modelsDir, "some-model")), ["old"]);
  assert.deepEqual(await readdir(modelsDir), ["some-model"]);
});

test("what a process that was killed while it installed had put aside goes with the next installation", async (t) => {
  const modelsDir = await temporaryFolder(t);
  const kept = [
    `.replaced-some-model@${hostname()}@${process.ppid}`,
    ".replaced-some-model@another-machine@1",
    `.replaced-other-model@${hostname()}@${deadPid()}`,
  ];
  for (const each of [...kept, `.replaced-some-model@${hostname()}@${deadPid()}`]) {
    await mkdir(join(modelsDir, each));
    await writeFile(join(modelsDir, each, "weights"), "old");
  }
  const stagingFolder = await openStagingFolder(modelsDir, "some-model");
  await installStaged({ stagingFolder, modelsDir, name: "some-model" });
  assert.deepEqual((await readdir(modelsDir)).toSorted(), [...kept, "some-model"].toSorted());
});
