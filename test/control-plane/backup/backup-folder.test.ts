// The folder of a backup.
import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { openNewBackup } from "../../../control-plane/backup/backup-folder.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

test("of backups that begin at once in one folder, one is made", async (t) => {
  const folder = join(await temporaryFolder(t), "nightly", "monday");
  const begun = await Promise.allSettled(Array.from({ length: 4 }, () => openNewBackup(folder)));
  assert.equal(begun.filter(({ status }) => status === "fulfilled").length, 1);
  for (const each of begun) {
    if (each.status === "rejected")
      assert.match(each.reason.message, /monday is not empty: name a new folder/);
  }
  assert.deepEqual(await readdir(folder), ["tables"]);
});
