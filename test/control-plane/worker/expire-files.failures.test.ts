// Files whose time is up while something is in the way: a file, the storage, a hanging call, or the end of the process.
import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { mkdir, rename, rm } from "node:fs/promises";
import { test } from "node:test";
import { Registry } from "prom-client";
import { countFailingRemovals } from "../../../control-plane/db/operators/health-figures.ts";
import { unlessStuck } from "../../../control-plane/worker/expire-files.ts";
import { createExpiryMetrics } from "../../../control-plane/worker/expiry-metrics.ts";
import { STORAGE_LIMITS } from "../../../shared/limits/storage.ts";
import {
  DEFAULT_KINDS,
  expireAll,
  lines,
  oldUploads,
  scene,
} from "../../support/control-plane/expired-files.ts";
import { storageWith } from "../../support/storage/storage-with.ts";
import { until } from "../../support/until.ts";

test("a file that cannot be removed strands no other, and is tried again after a growing wait", async (t) => {
  const { sql, account, storage, exists } = await scene(t);
  const keys = await oldUploads(sql, storage, account.id, 101);
  const stuck = keys[3] ?? "";
  let isBroken = true;
  let tries = 0;
  const failing = storageWith(storage, {
    remove: async (key) => {
      if (key === stuck) tries += 1;
      if (key === stuck && isBroken) throw new Error("input/output error");
      await storage.remove(key);
    },
  });
  const registry = new Registry();
  const metrics = createExpiryMetrics(registry);
  const marked = async (): Promise<number> =>
    (await sql`select from uploads where removed_at is not null`).length;
  assert.equal(await expireAll(sql, failing, { metrics }), 100);
  assert.deepEqual([await marked(), await exists(stuck), tries], [100, true, 1]);
  const told = await registry.metrics();
  assert.match(told, /clipmill_file_removals_total\{kind="uploads",outcome="removed"\} 100\n/);
  assert.match(told, /clipmill_file_removals_total\{kind="uploads",outcome="failed"\} 1\n/);
  assert.match(told, /clipmill_file_removals_pending\{kind="uploads"\} 1\n/);
  assert.ok(lines.some((line) => line.target === stuck && line.attempts === 1 && line.level === 40));
  assert.equal(await expireAll(sql, failing), 0);
  assert.equal(tries, 1, "not at once");
  const waits: number[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    await sql`update file_removals set retry_at = now()`;
    await expireAll(sql, failing);
    const [row] = await sql<{ wait: number }[]>`
      select round(extract(epoch from retry_at - now()) / 60)::integer as wait from file_removals`;
    waits.push(row?.wait ?? 0);
  }
  assert.deepEqual(waits, [4, 8, 16]);
  assert.equal(await countFailingRemovals(sql, 4), 1);
  isBroken = false;
  await sql`update file_removals set retry_at = now()`;
  assert.equal(await expireAll(sql, failing), 1);
  assert.deepEqual([await marked(), await exists(stuck)], [101, false]);
  assert.equal((await sql`select from file_removals`).length, 0);
});

test("a removal that waits for a time that the database's clock was set back from is tried again at once", async (t) => {
  const { sql, account, storage, sweep } = await scene(t);
  const [stuck = ""] = await oldUploads(sql, storage, account.id, 1);
  const failing = storageWith(storage, {
    remove: () => Promise.reject(new Error("input/output error")),
  });
  assert.equal(await expireAll(sql, failing), 0);
  await sql`update file_removals set retry_at = retry_at + interval '2 hours'`;
  assert.equal(await sweep(), 1);
  assert.equal(await storage.stat(stuck), undefined);
});

test("of all that is due while the storage is away a sweep tries a part, and the rest goes once it is back", async (t) => {
  const { sql, account, storage } = await scene(t);
  const count = 2 * STORAGE_LIMITS.removalsAtOnce * STORAGE_LIMITS.removalsPerClaim;
  await oldUploads(sql, storage, account.id, count);
  let tries = 0;
  const away = storageWith(storage, {
    remove: async () => {
      tries += 1;
      throw new Error("connection refused");
    },
  });
  assert.equal(await expireAll(sql, away), 0);
  assert.ok(tries > 0 && tries <= count / 2, `${tries} of ${count} tried`);
  assert.equal(await expireAll(sql, storage), count - tries);
});

test("a removal that hangs holds up no other kind, nor the stop", async (t) => {
  const { sql, account, storage, finishedTask, age, exists } = await scene(t);
  const [upload = ""] = await oldUploads(sql, storage, account.id, 1);
  const { id, work } = await finishedTask();
  await age(id, "11 minutes");
  const hanging = storageWith(storage, {
    remove: (key) => (key === upload ? new Promise(() => undefined) : storage.remove(key)),
  });
  const stopping = new AbortController();
  const sweeps = expireAll(sql, hanging, { stopped: stopping.signal });
  await until("the work files to go", async () => !(await exists(work)));
  stopping.abort();
  await sweeps;
  const [row] = await sql`select removed_at from uploads`;
  assert.equal(row?.removed_at, null, "what is not gone is not marked");
});

test("a removal that hangs is given up, says so, and leaves nothing on the signal that outlives it", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { signal } = new AbortController();
  const stuck = unlessStuck(new Promise(() => undefined), signal);
  t.mock.timers.tick(STORAGE_LIMITS.removalTimeoutMs);
  await assert.rejects(stuck, { message: "The storage takes too long." });
  assert.equal(await unlessStuck(Promise.resolve("removed"), signal), "removed");
  assert.deepEqual(getEventListeners(signal, "abort"), []);
});

test("a process that dies between the removal and the mark leaves work for the next", async (t) => {
  const { sql, account, storage, sweep, exists } = await scene(t);
  const [upload = ""] = await oldUploads(sql, storage, account.id, 1);
  const kind = DEFAULT_KINDS.find(({ name }) => name === "uploads");
  assert.equal((await kind?.claim(sql, 10))?.length, 1);
  await storage.remove(upload);
  assert.equal(await sweep(), 0, "it may be alive");
  await sql`update file_removals set retry_at = now()`;
  assert.equal(await sweep(), 1);
  assert.equal(await exists(upload), false);
});

test("a storage that is away loses nothing: what cannot be seen is not marked as gone", async (t) => {
  const { sql, account, storage, root, sweep, exists } = await scene(t);
  const [upload = ""] = await oldUploads(sql, storage, account.id, 1);
  await rename(root, `${root}-away`);
  t.after(() => rm(`${root}-away`, { recursive: true, force: true }));
  await mkdir(root);
  assert.equal(await sweep(), 0);
  await rm(root, { recursive: true });
  await rename(`${root}-away`, root);
  assert.ok(await exists(upload));
  await sql`update file_removals set retry_at = now()`;
  assert.equal(await sweep(), 1);
  assert.equal(await exists(upload), false);
});
