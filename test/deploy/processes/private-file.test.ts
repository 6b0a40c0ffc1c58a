// Files of root's in another user's folder. One of these tests needs root.
import assert from "node:assert/strict";
import { chmod, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { readPrivateFile, writePrivateFile } from "../../../deploy/processes/private-file.ts";
import { fillDisk } from "../../support/faults/disk-faults.ts";
import { smallDisk } from "../../support/storage/small-disk.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const skip = process.getuid?.() === 0 ? false : "needs root";
const NOBODY = 65_534;

test("a file takes the place of a link, and what that led to stays", async (t) => {
  const folder = await temporaryFolder(t);
  const [path, elsewhere] = [join(folder, "file"), join(folder, "elsewhere")];
  await writeFile(elsewhere, "kept");
  await symlink(elsewhere, path);
  await writePrivateFile(path, "secret");
  assert.deepEqual([await readFile(path, "utf8"), await readFile(elsewhere, "utf8")], ["secret", "kept"]);
  assert.equal((await stat(path)).mode & 0o777, 0o600);
  assert.deepEqual((await readdir(folder)).sort(), ["elsewhere", "file"]);
});

test("a file that does not fit on its disk leaves nothing there, and the one before it stays", async (t) => {
  const disk = await smallDisk(t, 1);
  if (disk === undefined) return;
  const path = join(disk, "secret");
  await writePrivateFile(path, "secret");
  await fillDisk(disk);
  for (let start = 0; start < 3; start += 1)
    await assert.rejects(writePrivateFile(path, "another"), { code: "ENOSPC" });
  assert.equal(await readFile(path, "utf8"), "secret");
  assert.deepEqual((await readdir(disk)).sort(), ["ballast", "secret"]);
});

test("a file that root has left to an ordinary user's start is named, with what opens it, and no restart tries again", {
  skip,
}, async (t) => {
  const folder = await temporaryFolder(t);
  await chmod(folder, 0o755);
  const path = join(folder, "secret");
  await writePrivateFile(path, "secret");
  const { setegid, seteuid } = process;
  assert.ok(setegid !== undefined && seteuid !== undefined);
  setegid(NOBODY);
  seteuid(NOBODY);
  try {
    await assert.rejects(readPrivateFile(path), {
      name: "StartError",
      exitCode: 78,
      message: `${path} is closed to this user, as root's npm start and restore leave it: give this user the data folder \
and all that is in it (chown -R ${NOBODY}:${NOBODY}), or start Clipmill as root.`,
    });
  } finally {
    seteuid(0);
    setegid(0);
  }
});
