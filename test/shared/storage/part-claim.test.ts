import assert from "node:assert/strict";
import fs, { readlink, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as pause, setImmediate } from "node:timers/promises";
import { STORAGE_LIMITS } from "../../../shared/limits/storage.ts";
import { takeClaim, waitForClaim } from "../../../shared/storage/part-claim.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

const UNAVAILABLE = { code: "UNAVAILABLE" };

/** Holds up this whole process, as a machine that sleeps does. */
function standStill(durationMs: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, durationMs);
}

test("a claim is not taken by who has watched it for a moment and stood still itself since", async (t) => {
  const path = join(await temporaryFolder(t), "1.claim");
  await symlink("another-process", path);
  const stop = new AbortController();
  const taken = takeClaim(path, STORAGE_LIMITS.partClaimWaitMs, stop.signal);
  const ended = assert.rejects(taken, { name: "AbortError" });
  await pause(500);
  standStill(STORAGE_LIMITS.partClaimLostMs + 500);
  await pause(500);
  assert.equal(await readlink(path), "another-process");
  stop.abort();
  await ended;
});

test("whoever lost a claim since the last look learns of it before what cannot be taken back", async (t) => {
  const path = join(await temporaryFolder(t), "1.claim");
  const claim = await takeClaim(path, 0);
  await claim.confirm();
  await rm(path);
  const other = await takeClaim(path, 0);
  await assert.rejects(claim.confirmNow(), UNAVAILABLE);
  await claim.release();
  await other.confirmNow();
  await other.release();
});

test("many who wait for the claim of one that is gone are let on, and none of them is taken for its holder", async (t) => {
  const path = join(await temporaryFolder(t), "join.claim");
  await symlink("a-process-that-is-gone", path);
  const waits = Array.from({ length: 20 }, async () => {
    await waitForClaim(path, STORAGE_LIMITS.joinWaitMs);
    return await readlink(path).catch(() => "nobody's");
  });
  assert.deepEqual(new Set(await Promise.all(waits)), new Set(["nobody's"]));
});

test("a claim whose holder shows life is waited for no longer than may be", async (t) => {
  const path = join(await temporaryFolder(t), "1.claim");
  const claim = await takeClaim(path, 0);
  await assert.rejects(waitForClaim(path, 300), UNAVAILABLE);
  const free = waitForClaim(path, STORAGE_LIMITS.joinWaitMs);
  await claim.release();
  await free;
});

test("a claim asks nothing more of a disk that does not answer", async (t) => {
  const path = join(await temporaryFolder(t), "claim");
  t.mock.timers.enable({ apis: ["setInterval"] });
  const claim = await takeClaim(path, 0);
  const answer = Promise.withResolvers<void>();
  let asked = 0;
  t.mock.method(fs, "readlink", async (link: string) => {
    asked += 1;
    await answer.promise;
    return readlink(link);
  });
  const beats = async (): Promise<void> => {
    for (let beat = 0; beat < 5; beat += 1) {
      t.mock.timers.tick(STORAGE_LIMITS.partClaimBeatMs);
      await setImmediate();
    }
  };
  await beats();
  assert.equal(asked, 1);
  answer.resolve();
  await until("the claim to be renewed again", async () => {
    await beats();
    return asked > 1;
  });
  await claim.release();
});
