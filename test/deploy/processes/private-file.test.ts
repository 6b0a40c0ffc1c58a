import assert from "node:assert/strict";
import { readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { writePrivateFile } from "../../../deploy/processes/private-file.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

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
