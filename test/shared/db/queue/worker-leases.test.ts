import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { releaseLostNodes } from "../../../../control-plane/worker/release-lost-nodes.ts";
import {
  expireLeasesOfDeadProcesses,
  isSteady,
  renewLease,
  selectDeviceQueueJobs,
} from "../../../../shared/db/queue/worker-leases.ts";
import { createLogger } from "../../../../shared/logger.ts";
import { isProcessAlive, readProcessSpace } from "../../../../shared/process/process-space.ts";
import { accountDatabase } from "../../../support/database/account-database.ts";
import { newLease, pass, steadySweeper } from "../../../support/database/leases.ts";

test("the lease of a process that is gone runs out at once, where its id means that process", async (t) => {
  const { sql, nodeSql } = await accountDatabase(t);
  const child = spawn("true");
  await once(child, "exit");
  const space = readProcessSpace() ?? "here";
  const lease = { plane: "media-node", poolIds: [], host: "test", models: [], queueJobs: [] } as const;
  const [dead, other, living] = [child.pid ?? 0, child.pid ?? 0, process.pid];
  await renewLease(nodeSql, { ...lease, id: "dead", pid: dead, processSpace: space });
  await renewLease(nodeSql, { ...lease, id: "container", pid: other, processSpace: "another container" });
  await renewLease(nodeSql, { ...lease, id: "living", pid: living, processSpace: space });
  assert.equal(await expireLeasesOfDeadProcesses(nodeSql, space, isProcessAlive), 1);
  const sweeper = await steadySweeper(sql);
  assert.equal(await releaseLostNodes(sql, sweeper.id, createLogger("test", "silent")), 1);
  const left = await sql`select id from worker_leases where plane = 'media-node' order by id`;
  assert.deepEqual(
    left.map(({ id }) => id),
    ["container", "living"],
  );
});

test("a lease is as steady as the time since its last gap", async (t) => {
  const { sql } = await accountDatabase(t);
  const lease = await newLease(sql);
  for (let beat = 0; beat < 3; beat += 1) {
    await pass(sql, 4_000);
    await lease.renew();
  }
  assert.equal(await isSteady(sql, lease.id, 10_000), true);
  await pass(sql, 11_000);
  await lease.renew();
  assert.equal(await isSteady(sql, lease.id, 1_000), false);
});

test("which queue jobs are run on devices is known of others that live, and of nobody else", async (t) => {
  const { nodeSql, sql } = await accountDatabase(t);
  const rest = {
    plane: "media-node",
    poolIds: [],
    host: "test",
    pid: 1,
    processSpace: null,
    models: [],
  } as const;
  const queueJobs = ["run-clip", "run-generation:a", "run-generation:b"];
  await renewLease(nodeSql, { ...rest, id: "own", queueJobs, deviceQueueJobs: ["run-generation:own"] });
  await renewLease(nodeSql, { ...rest, id: "one", queueJobs, deviceQueueJobs: ["run-generation:a"] });
  await renewLease(nodeSql, { ...rest, id: "two", queueJobs, deviceQueueJobs: queueJobs.slice(1) });
  await renewLease(nodeSql, { ...rest, id: "three", queueJobs });
  assert.deepEqual((await selectDeviceQueueJobs(nodeSql, "own")).toSorted(), queueJobs.slice(1));
  await sql`update worker_leases set renewed_at = now() - interval '21 seconds' where id = 'two'`;
  assert.deepEqual(await selectDeviceQueueJobs(nodeSql, "own"), ["run-generation:a"]);
  await renewLease(nodeSql, { ...rest, id: "one", queueJobs });
  assert.deepEqual(await selectDeviceQueueJobs(nodeSql, "own"), []);
});

test("a database's clock that is set back keeps no lost process among the living, and makes no other lost", async (t) => {
  const { sql } = await accountDatabase(t);
  const sweeper = await steadySweeper(sql);
  const [lost, living] = [await newLease(sql), await newLease(sql)];
  const sweep = () => releaseLostNodes(sql, sweeper.id, createLogger("test", "silent"));
  await pass(sql, -3_600_000);
  await living.renew();
  await sql`select graphile_worker.add_job('run-clip')`;
  await sql`update graphile_worker._private_jobs set locked_by = 'pool-of-a-new-node', locked_at = now()`;
  assert.equal(await sweep(), 0, "its own time is of before");
  assert.equal((await sql`select from graphile_worker._private_jobs where locked_by is null`).length, 0);
  await sweeper.renew();
  assert.equal(await sweep(), 0, "others have not had the time to renew theirs");
  for (let beat = 0; beat < 5; beat += 1) {
    await pass(sql, 5_000);
    await Promise.all([sweeper.renew(), living.renew()]);
  }
  assert.equal(await sweep(), 1);
  const left = await sql`select id from worker_leases where id in (${lost.id}, ${living.id})`;
  assert.deepEqual([...left], [{ id: living.id }]);
  await pass(sql, 60_000);
  await living.renew();
  assert.equal(await sweep(), 0, "who has not renewed its own for a while finds nobody ahead");
});
