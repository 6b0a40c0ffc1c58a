import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { utimesSync } from "node:fs";
import {
  chown,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { acquireDataLock } from "../../../deploy/postgres/data-lock.ts";
import { timedAwake } from "../../support/awake-time.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

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
        await pause(index % 8);
        return acquireDataLock(path);
      }),
    );
    assert.equal(attempts.filter(({ status }) => status === "fulfilled").length, 1);
  }
  assert.equal((await readdir(folder)).length, 20, "nothing is left beside the locks");
});

const ELSEWHERE = { space: "another boot pid:[1]", beatMs: 20 };

/** Writes a lock of a process that is not here, for which the test beats. */
async function lockElsewhere(t: TestContext): Promise<string> {
  const path = join(await temporaryFolder(t), "lock");
  const lock = await acquireDataLock(path, ELSEWHERE);
  const dead = (await readFile(path, "utf8")).replace(/^\d+ \S+/, "999999999 long-ago");
  await lock.release();
  await writeFile(path, dead);
  return path;
}

function beatEvery(t: TestContext, path: string, pauseMs: number): () => void {
  const beating = setInterval(() => utimesSync(path, new Date(), new Date()), pauseMs);
  const stop = (): void => clearInterval(beating);
  t.after(stop);
  return stop;
}

test("a lock of another container is refused while it is renewed there, whatever its process id means here", async (t) => {
  const path = await lockElsewhere(t);
  const stop = beatEvery(t, path, 20);
  await assert.rejects(acquireDataLock(path), { message: /in another container or on another machine/ });
  stop();
  await (await acquireDataLock(path, { lostMs: 400 })).release();
});

test("while the machine stands still nobody's lock is lost", async (t) => {
  const path = await lockElsewhere(t);
  beatEvery(t, path, 1_000);
  let now = performance.now();
  t.mock.method(performance, "now", () => (now += 3_600_000));
  await assert.rejects(acquireDataLock(path), { message: /on another machine/ });
});

test("the owner of a lock renews it, and nobody elsewhere takes it", async (t) => {
  const path = join(await temporaryFolder(t), "lock");
  const lock = await acquireDataLock(path, ELSEWHERE);
  await assert.rejects(acquireDataLock(path), { message: /on another machine/ });
  await lock.release();
  await (await acquireDataLock(path)).release();
});

test("a lock of before a restart of the machine is taken over after a short look", async (t) => {
  const path = join(await temporaryFolder(t), "lock");
  await writeFile(path, "1 before nonce another_boot_pid:[1]\n");
  const hourAgo = Date.now() / 1_000 - 3_600;
  await utimes(path, hourAgo, hourAgo);
  const { awakeMs } = await timedAwake(async () => (await acquireDataLock(path)).release());
  assert.ok(awakeMs < 10_000, `${awakeMs} ms`);
});

test("an owner whose lock seems old lives where it is renewed: the clock was set", async (t) => {
  const path = await lockElsewhere(t);
  let timeS = Date.now() / 1_000 - 3_600;
  const setBack = (): void => utimesSync(path, timeS, timeS);
  setBack();
  const beating = setInterval(() => {
    timeS += 1;
    setBack();
  }, 300);
  t.after(() => clearInterval(beating));
  await assert.rejects(acquireDataLock(path), { message: /on another machine/ });
});

test("an owner whose lock was taken over meanwhile is told", async (t) => {
  const path = join(await temporaryFolder(t), "lock");
  const lock = await acquireDataLock(path, ELSEWHERE);
  await writeFile(`${path}.theirs`, "1 before nonce somewhere\n");
  await rename(`${path}.theirs`, path);
  let isTold = false;
  void lock.lost.then(() => {
    isTold = true;
  });
  await until("the word of it", () => isTold);
  await lock.release();
  assert.match(await readFile(path, "utf8"), /somewhere/);
});

test("what is put in the way of a start that waits is not written to", async (t) => {
  const path = await lockElsewhere(t);
  const folder = dirname(path);
  const [taking, elsewhere] = [acquireDataLock(path, { lostMs: 1_000 }), join(folder, "elsewhere")];
  await writeFile(elsewhere, "kept");
  const findDraft = async (): Promise<string | undefined> =>
    (await readdir(folder)).find((name) => name.startsWith("lock."));
  const draft = join(folder, await until("the draft", findDraft));
  await rm(draft);
  await symlink(elsewhere, draft);
  await taking;
  assert.equal(await readFile(elsewhere, "utf8"), "kept");
});

test("a lock that root takes in another's folder is that one's, who can take it over", {
  skip: process.getuid?.() === 0 ? false : "needs root",
}, async (t) => {
  const folder = await temporaryFolder(t);
  await chown(folder, 65_534, 65_534);
  const lock = await acquireDataLock(join(folder, "lock"));
  const { uid, gid, mode } = await stat(join(folder, "lock"));
  assert.deepEqual([uid, gid, mode & 0o777], [65_534, 65_534, 0o600]);
  await lock.release();
});

test("a lock that cannot be read is named, and nobody's start is blamed", async (t) => {
  const path = join(await temporaryFolder(t), "lock");
  // Root reads whatever its mode is; nobody reads a folder.
  await mkdir(path);
  await assert.rejects(acquireDataLock(path), { message: /lock .*\/lock cannot be used: EISDIR/ });
});
