// Backup and restore by command: the files of tasks and of the backup itself, and to whom they belong.
import assert from "node:assert/strict";
import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { keepSecret } from "../../../deploy/appliance/kept-secrets.ts";
import { runAdminHere } from "../../support/control-plane/admin.ts";
import { emptyPlace, openScene } from "../../support/control-plane/backup-scene.ts";
import { createTestDatabase } from "../../support/database/test-database.ts";
import { emptyDisk, fillDisk } from "../../support/faults/disk-faults.ts";
import { smallDisk } from "../../support/storage/small-disk.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const needsRoot = process.getuid?.() === 0 ? false : "needs root";

test("what root restores into a storage beside the data folder belongs to the planes' user", {
  skip: needsRoot,
}, async (t) => {
  const scene = await openScene(t);
  await scene.json("backup", "--to", scene.folder, "--with-files");
  const { databaseUrl } = await createTestDatabase(t, { migrate: false });
  const elsewhere = await temporaryFolder(t);
  const [dataDir, storage] = [join(elsewhere, "data"), join(elsewhere, "files")];
  const env = {
    CLIPMILL_DATABASE_URL: databaseUrl,
    CLIPMILL_DATA_DIR: dataDir,
    CLIPMILL_STORAGE: `file:${storage}`,
  };
  const { code, stderr } = await runAdminHere(env, "restore", "--from", scene.folder);
  assert.equal(code, 0, stderr);
  const { uid } = await stat(dataDir);
  assert.notEqual(uid, 0);
  for (const path of ["", ".tmp", "uploads", "uploads/film"]) {
    assert.equal((await stat(join(storage, path))).uid, uid, path);
  }
});

test("files that are not there any more are told, with the tasks that they concern", async (t) => {
  const scene = await openScene(t);
  const { folder, finished, running, waiting } = scene;
  await scene.json("backup", "--to", folder);
  const target = await emptyPlace(t);
  const { code, stdout, stderr } = await target.admin("restore", "--from", folder, "--json");
  assert.equal(code, 0, stderr);
  assert.match(stderr, /^Files are missing/m);
  const restored = JSON.parse(stdout) as Record<string, unknown>;
  const clip = `tasks/${finished}/clips/clip_1/video.mp4`;
  assert.deepEqual([restored.missingFiles, restored.missing], [2, ["uploads/film", clip]]);
  assert.deepEqual((restored.concernedTasks as string[]).toSorted(), [finished, running, waiting].sort());
});

test("a restore that breaks off over the files leaves the database empty, and is made again", async (t) => {
  const scene = await openScene(t);
  const { folder, finished } = scene;
  await scene.json("backup", "--to", folder, "--with-files");
  const target = await emptyPlace(t);
  const tasks = join(target.dataDir, "storage", "tasks");
  // A key's folder is a file there: its content cannot be put into the storage.
  await writeFile(tasks, "");
  const broken = await target.admin("restore", "--from", folder);
  assert.equal(broken.code, 1);
  assert.equal((await target.sql`select from accounts`).length, 0);
  await rm(tasks);
  const restored = await target.json("restore", "--from", folder);
  assert.deepEqual([restored.accounts, restored.missingFiles], [1, 0]);
  const file = `storage/tasks/${finished}/clips/clip_1/video.mp4`;
  assert.equal(await readFile(join(target.dataDir, file), "utf8"), "a clip");
  assert.equal(await keepSecret(target.dataDir), await keepSecret(scene.dataDir));
});

test("a file that was cut off in the backup is missing, and not put into the storage", async (t) => {
  const scene = await openScene(t);
  const { folder, finished } = scene;
  await scene.json("backup", "--to", folder, "--with-files");
  const clip = `tasks/${finished}/clips/clip_1/video.mp4`;
  await writeFile(join(folder, "files", clip), "a c");
  const target = await emptyPlace(t);
  const restored = await target.json("restore", "--from", folder);
  assert.deepEqual([restored.restoredFiles, restored.missing], [1, [clip]]);
});

test("a backup that does not fit leaves its disk as it was, says which one is full, and is made there again", async (t) => {
  const scene = await openScene(t);
  const disk = await smallDisk(t, 4);
  if (disk === undefined) return;
  await writeFile(join(scene.dataDir, "storage", "uploads", "film"), Buffer.alloc(300_000));
  const folder = join(disk, "backup");
  // No room at all, room for some tables, and for all of them but not for the film.
  for (const freeBytes of [0, 100_000, 400_000]) {
    await fillDisk(disk, freeBytes);
    const { code, stderr } = await scene.admin("backup", "--to", folder, "--with-files");
    assert.deepEqual(
      [code, stderr],
      [1, `The disk of ${folder} is full: make room on it, and try again.\n`],
      `${freeBytes} bytes`,
    );
    assert.deepEqual(await readdir(folder), []);
    await emptyDisk(disk);
  }
  await scene.json("backup", "--to", folder, "--with-files");
});

test("a restore for which there is no room says which disk is full, and is made again", async (t) => {
  const scene = await openScene(t);
  const disk = await smallDisk(t, 1);
  if (disk === undefined) return;
  await writeFile(join(scene.dataDir, "storage", "uploads", "film"), Buffer.alloc(300_000));
  await scene.json("backup", "--to", scene.folder, "--with-files");
  const target = await emptyPlace(t);
  const env = { CLIPMILL_DATABASE_URL: target.databaseUrl, CLIPMILL_DATA_DIR: disk };
  const restore = () => runAdminHere(env, "restore", "--from", scene.folder);
  await fillDisk(disk);
  const [secret, storage] = [join(disk, "secret"), "the storage"];
  assert.match((await restore()).stderr, new RegExp(`^The disk of ${secret} is full: .*\\n$`));
  await fillDisk(disk, 50_000);
  assert.match((await restore()).stderr, new RegExp(`^The disk of ${storage} is full: .*\\n$`));
  assert.equal((await target.sql`select from accounts`).length, 0);
  await emptyDisk(disk);
  const { code, stderr } = await restore();
  assert.equal(code, 0, stderr);
});

test("a backup is its user's alone, and takes no folder that is in use", async (t) => {
  const scene = await openScene(t);
  const { folder } = scene;
  await scene.json("backup", "--to", folder, "--with-files");
  for (const name of await readdir(folder, { recursive: true })) {
    const { mode } = await stat(join(folder, name));
    assert.equal(mode & 0o077, 0, name);
  }
  assert.match((await scene.admin("backup", "--to", folder)).stderr, /is not empty: name a new folder/);
  const [told] =
    await scene.sql`select count(*)::int as backups from operator_actions where action = 'backup'`;
  assert.equal(told?.backups, 1, "what was refused is not in the audit log");
  assert.match((await scene.admin("backup")).stderr, /--to is missing/);
  assert.match((await scene.admin("restore", "--from", "/nowhere")).stderr, /is no whole backup/);
});
