import assert from "node:assert/strict";
import { chmod, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { readApplianceFile, writeApplianceFile } from "../../../deploy/appliance/appliance-file.ts";
import { findDatabaseUrl } from "../../../deploy/appliance/find-database.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const ADDRESSES = { databaseUrl: "postgres://127.0.0.1:20000/clipmill", url: "http://127.0.0.1:8080" };

test("an appliance is found by its file while its process lives", async (t) => {
  const dataDir = await temporaryFolder(t);
  await writeApplianceFile(dataDir, ADDRESSES);
  const { pid, databaseUrl, url } = (await readApplianceFile(dataDir)) ?? {};
  assert.deepEqual({ pid, databaseUrl, url }, { pid: process.pid, ...ADDRESSES });
});

test("a killed appliance's file tells of none, although another process has its id now", async (t) => {
  const dataDir = await temporaryFolder(t);
  await writeApplianceFile(dataDir, ADDRESSES);
  const path = join(dataDir, "appliance.json");
  const file = JSON.parse(await readFile(path, "utf8")) as object;
  await writeFile(path, JSON.stringify({ ...file, startedAt: "before" }));
  assert.equal(await readApplianceFile(dataDir), undefined);
});

test("a file that was cut off tells of none", async (t) => {
  const dataDir = await temporaryFolder(t);
  await writeFile(join(dataDir, "appliance.json"), '{"pid": 1');
  assert.equal(await readApplianceFile(dataDir), undefined);
});

test("another user is told that the file is closed to them, not that no appliance runs", async (t) => {
  const dataDir = await temporaryFolder(t);
  await writeApplianceFile(dataDir, ADDRESSES);
  await chmod(dataDir, 0);
  const [isRoot, nobody] = [process.getuid?.() === 0, 65_534];
  if (isRoot) process.seteuid?.(nobody);
  try {
    await assert.rejects(findDatabaseUrl({ CLIPMILL_DATA_DIR: dataDir }), {
      message: `${join(dataDir, "appliance.json")} may not be read by this user: run this as the user who started the appliance, or set CLIPMILL_DATABASE_URL.`,
    });
  } finally {
    if (isRoot) process.seteuid?.(0);
    await chmod(dataDir, 0o700);
  }
});

test("what was put in its way beforehand gets no password of the database's", async (t) => {
  const dataDir = await temporaryFolder(t);
  const [path, planted] = [join(dataDir, "appliance.json"), join(dataDir, "planted")];
  await writeFile(planted, "", { mode: 0o644 });
  for (const name of [path, `${path}.${process.pid}`]) await symlink(planted, name);
  await writeApplianceFile(dataDir, ADDRESSES);
  assert.equal(await readFile(planted, "utf8"), "");
  assert.equal((await stat(path)).mode & 0o777, 0o600);
});
