import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { acquireDataLock } from "../../../deploy/postgres/data-lock.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

test("a lock is refused while its owner lives and free once it is released", async (t) => {
  const path = join(await temporaryFolder(t), "lock");
  const lock = await acquireDataLock(path);
  await assert.rejects(acquireDataLock(path), { message: new RegExp(`pid ${process.pid}, `) });
  await lock.release();
  await (await acquireDataLock(path)).release();
});

test("a lock whose owner has ended is taken over", async (t) => {
  const folder = await temporaryFolder(t);
  const { pid } = spawnSync("true");
  await writeFile(join(folder, "lock"), `${pid} long-ago\n`);
  await acquireDataLock(join(folder, "lock"));
  assert.deepEqual(await readdir(folder), ["lock"]);
});

test("a process that merely got the dead owner's id does not hold its lock", async (t) => {
  const path = join(await temporaryFolder(t), "lock");
  await writeFile(path, `${process.pid} another-start\n`);
  await (await acquireDataLock(path)).release();
});

test("of many that ask at nearly the same time, one gets a stale lock", async (t) => {
  const folder = await temporaryFolder(t);
  for (let round = 0; round < 20; round++) {
    const path = join(folder, `lock-${round}`);
    await writeFile(path, "999999999 long-ago\n");
    const attempts = await Promise.allSettled(
      Array.from({ length: 30 }, async (_, index) => {
        await setTimeout(index % 8);
        return acquireDataLock(path);
      }),
    );
    assert.equal(attempts.filter(({ status }) => status === "fulfilled").length, 1);
  }
  assert.equal((await readdir(folder)).length, 20, "nothing is left beside the locks");
});
