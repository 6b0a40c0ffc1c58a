// What an autoscaler reads: what waits, by queue job, with a login that may do nothing else.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { connectDatabase } from "../../../../shared/db/connect.ts";
import { CLIP_BODY, callApi, testControlPlane } from "../../../support/control-plane/control-plane.ts";
import { until } from "../../../support/until.ts";

test("the view of what waits tells tasks in line and in the queue, and the age of the oldest", async (t) => {
  const plane = await testControlPlane(t);
  const { key } = await plane.account();
  const read = async () => {
    const rows = await plane.sql`select * from clipmill_waiting where queue_job = 'run-clip'`;
    return rows[0];
  };
  assert.equal(await read(), undefined);
  for (let count = 0; count < 3; count += 1) {
    const reply = await callApi(plane, "POST", "/api/v1/clips", { key, body: CLIP_BODY });
    assert.equal(reply.status, 201);
  }
  await plane.sql`update waiting_tasks set waiting_since = waiting_since - interval '90 s' where task_id = (
    select min(task_id) from waiting_tasks)`;
  const row = await read();
  assert.deepEqual([row?.waiting, row?.running, row?.nodes], [3, 0, 0]);
  assert.ok(row?.oldest_waiting_s >= 90 && row?.oldest_waiting_s < 200, `${row?.oldest_waiting_s} s`);
  // A node comes: the dispatcher hands it tasks, which wait in the queue until it takes them.
  await plane.sql`insert into worker_leases (id, plane, pool_ids, host, pid, process_space, models, queue_jobs, devices, model_providers)
    values ('node_test', 'media-node', '{}', 'here', 1, 'space', '{}', '{run-clip}', '[]', '{}')`;
  await until("the line to be empty", async () => (await plane.sql`select from waiting_tasks`).length === 0);
  const ready = await read();
  assert.deepEqual([ready?.waiting, ready?.running, ready?.nodes], [3, 0, 1]);
  await plane.sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'somebody' where id in (
    select j.id from graphile_worker._private_jobs j join graphile_worker._private_tasks n on n.id = j.task_id
    where n.identifier = 'run-clip' limit 2)`;
  const taken = await read();
  assert.deepEqual([taken?.waiting, taken?.running], [1, 2]);
});

test("a login of those who watch reads the view and nothing else", async (t) => {
  const plane = await testControlPlane(t);
  const login = `watcher_${randomBytes(4).toString("hex")}`;
  await plane.sql.unsafe(`create role ${login} login password 'watching' in role clipmill_monitor`);
  plane.endsFirst(() => plane.sql.unsafe(`drop role ${login}`));
  const url = new URL(plane.databaseUrl);
  url.username = login;
  url.password = "watching";
  const watcher = connectDatabase(url.href, { applicationName: "test", connections: 1 });
  plane.endsFirst(() => watcher.end({ timeout: 1 }));
  assert.deepEqual([...(await watcher`select queue_job from clipmill_waiting`)], []);
  for (const table of ["tasks", "accounts", "api_keys", "waiting_tasks", "schema_migrations"]) {
    await assert.rejects(watcher`select from ${watcher(table)}`, { code: "42501" }, table);
  }
  await assert.rejects(watcher`select from graphile_worker._private_jobs`, { code: "42501" });
  await assert.rejects(watcher`delete from clipmill_waiting`);
});
