// Staging folders: taken over from processes that have died, left alone while their owner lives.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cp, mkdir, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, join } from "node:path";
import { test } from "node:test";
import { BUILT_IN_MODELS_DIR } from "../../../media-node/models/find-bundles.ts";
import { readBundle } from "../../../media-node/models/model-bundle.ts";
import {
  installStaged,
  openStagingFolder,
  removeForgotten,
  repairModelsFolder,
} from "../../../media-node/models/staging-folder.ts";
import { watchBundles } from "../../../media-node/models/watch-bundles.ts";
import { createLogger } from "../../../shared/logger.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const MODEL = "virality-en";

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

test("what was begun and stood still for weeks is removed when a node starts, and not what somebody may go on with", async (t) => {
  const modelsDir = await temporaryFolder(t);
  const [weekMs, monthMs] = [7 * 86_400_000, 30 * 86_400_000];
  const begun = async (name: string, pid: number, ageMs: number): Promise<string> => {
    const folder = join(modelsDir, `.staging-${name}@${hostname()}@${pid}`);
    await mkdir(folder);
    await writeFile(join(folder, "weights.part"), "half");
    const at = new Date(Date.now() - ageMs);
    for (const path of [join(folder, "weights.part"), folder]) await utimes(path, at, at);
    return basename(folder);
  };
  await begun("forgotten", deadPid(), monthMs);
  const kept = [await begun("recent", deadPid(), weekMs), await begun("under-way", process.ppid, monthMs)];
  const watched = await watchBundles({ modelsDir, logger: createLogger("test", "silent") });
  await watched.close();
  assert.deepEqual((await readdir(modelsDir)).toSorted(), kept.toSorted());
  await removeForgotten(join(modelsDir, "none"));
});

test("a clock that goes ahead takes nothing away from another machine, with which the folder is shared", async (t) => {
  const modelsDir = await temporaryFolder(t);
  const theirs = await stagedBy(modelsDir, "another-machine", 1);
  const ahead = Date.now() + 3_600_000;
  t.mock.method(Date, "now", () => ahead);
  assert.deepEqual(await readdir(await openStagingFolder(modelsDir, "some-model")), []);
  assert.deepEqual(await readdir(theirs), ["weights.part"]);
});

test("a folder by which the disk's clock was read and whose process was killed goes at the next look, once it is old", async (t) => {
  const modelsDir = await temporaryFolder(t);
  await stagedBy(modelsDir, "another-machine", 1);
  const [left, recent] = [join(modelsDir, ".clock-a1B2c3"), join(modelsDir, ".clock-d4E5f6")];
  for (const each of [left, recent]) await mkdir(each);
  const longAgo = new Date(Date.now() - 3_600_000);
  await utimes(left, longAgo, longAgo);
  await openStagingFolder(modelsDir, "some-model");
  assert.deepEqual(
    (await readdir(modelsDir)).filter((each) => each.startsWith(".clock-")),
    [".clock-d4E5f6"],
  );
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

/** A bundle as a process that was killed left it, between the two renames of an installation. */
async function putAside(modelsDir: string, pid: number, host = hostname()): Promise<void> {
  const from = join(BUILT_IN_MODELS_DIR, MODEL);
  await cp(from, join(modelsDir, `.replaced-${MODEL}@${host}@${pid}`), { recursive: true });
}

test("a bundle that a process that was killed had put aside is put back where none took its place", async (t) => {
  const modelsDir = await temporaryFolder(t);
  await putAside(modelsDir, deadPid());
  await repairModelsFolder(modelsDir);
  assert.deepEqual(await readdir(modelsDir), [MODEL]);
  assert.equal((await readBundle(join(modelsDir, MODEL))).manifest.name, MODEL);
});

test("it is removed where another took its place, and so is what had arrived of other revisions", async (t) => {
  const modelsDir = await temporaryFolder(t);
  await putAside(modelsDir, deadPid());
  for (const revision of ["0a1b2c", "added"]) {
    await mkdir(join(modelsDir, `.staging-${MODEL}+${revision}@${hostname()}@${deadPid()}`));
  }
  await mkdir(join(modelsDir, `.staging-${MODEL}+c7d8e9@${hostname()}@${process.pid}`));
  const kept = [
    `.staging-${MODEL}+0a1b2c@${hostname()}@${process.ppid}`,
    `.staging-${MODEL}+0a1b2c@another-machine@1`,
    `.staging-other-model+0a1b2c@${hostname()}@${deadPid()}`,
  ];
  for (const each of kept) await mkdir(join(modelsDir, each));
  const stagingFolder = await openStagingFolder(modelsDir, `${MODEL}+d4e5f6`);
  await writeFile(join(stagingFolder, "new"), "");
  await installStaged({ stagingFolder, modelsDir, name: MODEL });
  assert.deepEqual((await readdir(modelsDir)).toSorted(), [...kept, MODEL].toSorted());
  assert.deepEqual(await readdir(join(modelsDir, MODEL)), ["new"]);
});

test("what living processes and other machines have put aside is theirs, and this process's own unless it has just begun", async (t) => {
  const modelsDir = await temporaryFolder(t);
  await putAside(modelsDir, process.ppid);
  await putAside(modelsDir, 1, "another-machine");
  await putAside(modelsDir, process.pid);
  await repairModelsFolder(modelsDir);
  assert.equal((await readdir(modelsDir)).length, 3);
  await repairModelsFolder(modelsDir, { isStart: true });
  assert.ok((await readdir(modelsDir)).includes(MODEL), "an earlier process had the same id");
  assert.equal((await readdir(modelsDir)).length, 3);
});

test("what is no whole bundle any more is not put back", async (t) => {
  const modelsDir = await temporaryFolder(t);
  await putAside(modelsDir, deadPid());
  const [folder = ""] = await readdir(modelsDir);
  const { manifest } = await readBundle(join(modelsDir, folder));
  await rm(join(modelsDir, folder, manifest.files[0]?.path ?? ""));
  await repairModelsFolder(modelsDir);
  assert.deepEqual(await readdir(modelsDir), [folder]);
});
