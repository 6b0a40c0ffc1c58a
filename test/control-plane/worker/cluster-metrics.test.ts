// What a control plane tells Prometheus of the whole appliance and of itself.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Registry } from "prom-client";
import { selectClusterFigures } from "../../../control-plane/db/cluster-figures.ts";
import { registerClusterMetrics } from "../../../control-plane/worker/cluster-metrics.ts";
import { findLastingPort } from "../../../deploy/processes/free-port.ts";
import { connectDatabase } from "../../../shared/db/connect.ts";
import { METRICS_LIMITS } from "../../../shared/limits/metrics.ts";
import { cleanUp } from "../../support/clean-up.ts";
import {
  CLIP_BODY,
  callApi,
  failureOf,
  testControlPlane,
} from "../../support/control-plane/control-plane.ts";
import { accountDatabase } from "../../support/database/account-database.ts";
import { recordingPool } from "../../support/database/recorded-statements.ts";
import { rowsRead } from "../../support/database/rows-read.ts";
import { fakeNode } from "../../support/media-node/media-node.ts";
import { NO_PROMTOOL, promtool } from "../../support/metrics/promtool.ts";
import { fetchMetrics, readSamples, sampleOf } from "../../support/metrics/read-metrics.ts";
import { until } from "../../support/until.ts";

test("what waits, who could take it and what was charged is told", async (t) => {
  const plane = await testControlPlane(t);
  const { key } = await plane.account({ moods: "10" });
  for (let count = 0; count < 3; count += 1)
    await callApi(plane, "POST", "/api/v1/clips", { key, body: CLIP_BODY });
  const text = await fetchMetrics(plane.url);
  const clip = { kind: "clip", model: "" };
  assert.equal(sampleOf(text, "clipmill_cluster_up"), 1);
  assert.equal(sampleOf(text, "clipmill_queue_waiting_tasks", clip), 3);
  assert.equal(sampleOf(text, "clipmill_queue_nodes", clip), 0);
  assert.equal(sampleOf(text, "clipmill_queue_waiting_tasks", { kind: "highlight" }), 0);
  assert.equal(sampleOf(text, "clipmill_queue_waiting_accounts"), 1);
  assert.ok((sampleOf(text, "clipmill_queue_oldest_seconds", clip) ?? -1) >= 0);
  assert.equal(sampleOf(text, "clipmill_ledger_moods", { entry: "grant" }), 10);
  assert.equal(sampleOf(text, "clipmill_ledger_moods", { entry: "charge" }), 3);
  assert.equal(sampleOf(text, "clipmill_ledger_balance_moods"), 7);
  assert.equal(sampleOf(text, "clipmill_ledger_difference_moods"), 0);
  assert.equal(sampleOf(text, "clipmill_accounts", { state: "APPROVED" }), 1);
  assert.equal(sampleOf(text, "clipmill_database_max_connections", { pool: "reads" }), 6);
  assert.ok((sampleOf(text, "clipmill_database_connections", { pool: "work" }) ?? 0) > 0);
});

test("how far ahead partitions lie is that of the table which has the fewest", async (t) => {
  const { url, sql } = await testControlPlane(t);
  const readDays = async () =>
    (sampleOf(await fetchMetrics(url), "clipmill_partitions_ahead_seconds") ?? 0) / 86_400;
  assert.ok((await readDays()) >= 60, "two periods of a month");
  // Figures are kept for some seconds, so that another process is asked.
  const [{ last, current } = { last: "", current: "" }] = await sql<{ last: string; current: string }[]>`
    select period_partition('runs', max(starts_at)) as last,
      period_partition('runs', max(starts_at) filter (where starts_at <= now())) as current from periods`;
  await sql`drop table ${sql(last)}`;
  const { partitionsAheadS } = await selectClusterFigures(sql);
  assert.ok(partitionsAheadS >= 30 * 86_400 && partitionsAheadS < 60 * 86_400, String(partitionsAheadS));
  await sql`drop table ${sql(current)}`;
  assert.equal((await selectClusterFigures(sql)).partitionsAheadS, 0, "those behind a gap do not count");
  await sql`drop table if exists ${sql("runs_default")}`;
  for (const { name } of await sql<{ name: string }[]>`
    select period_partition('runs', starts_at) as name from periods`)
    await sql`drop table if exists ${sql(name)}`;
  assert.equal((await selectClusterFigures(sql)).partitionsAheadS, 0);
});

test("models are labels of their own, and a refund and a lost process are counted", async (t) => {
  const plane = await testControlPlane(t);
  const { key } = await plane.account({ moods: "10" });
  const node = await fakeNode(plane.sql);
  const created = await callApi(plane, "POST", "/api/v1/clips", { key, body: CLIP_BODY });
  const taskId = String(created.body.data?.task_id);
  const runId = await node.start(taskId);
  const error = { code: "NO_AUDIO", message: "The source has no audio.", retryable: false } as const;
  await node.report(taskId, runId, { ok: false, error });
  const text = await until("the failure's count", async () => {
    const page = await fetchMetrics(plane.url);
    const count = sampleOf(page, "clipmill_task_failures_total", { kind: "clip", code: "NO_AUDIO" });
    const isRefunded = sampleOf(page, "clipmill_ledger_moods", { entry: "refund" }) === 1;
    return count === 1 && isRefunded ? page : undefined;
  });
  assert.equal(sampleOf(text, "clipmill_queue_nodes", { kind: "generation", model: "test-painter" }), 1);
  const kinds = new Set(readSamples(text).map(({ labels }) => labels.kind));
  assert.ok(![...kinds].some((kind) => kind !== undefined && /^(run|deliver)-/.test(kind)), "names of kinds");
  assert.equal(sampleOf(text, "clipmill_task_duration_seconds_count", { kind: "clip", state: "failed" }), 1);
  assert.equal(sampleOf(text, "clipmill_ledger_difference_moods"), 0);
  assert.equal(sampleOf(text, "clipmill_leases_lost_total", { plane: "media-node" }), 0);
});

test("created tasks are counted by kind from 0 on, and neither repeats nor uploads", async (t) => {
  const plane = await testControlPlane(t);
  const { key } = await plane.account({ moods: "10" });
  const created = async (kind: string) =>
    sampleOf(await fetchMetrics(plane.url), "clipmill_tasks_created_total", { kind });
  assert.deepEqual([await created("clip"), await created("generation")], [0, 0]);
  const clip = { ...CLIP_BODY, idempotency_key: "once" };
  const upload = { filename: "a.mp4", content_type: "video/mp4", size_bytes: 1_000 };
  for (const [path, body] of [
    ["/api/v1/clips", clip],
    ["/api/v1/clips", clip],
    ["/api/v1/clips", CLIP_BODY],
    ["/api/v1/uploads", upload],
  ] as const)
    assert.equal((await callApi(plane, "POST", path, { key, body })).status, 201);
  assert.deepEqual([await created("clip"), await created("generation")], [2, 0]);
});

test("a task that no node takes in time is counted among the failures", async (t) => {
  const plane = await testControlPlane(t, { env: { CLIPMILL_MODEL_WAIT_MINUTES: "1" } });
  const { key } = await plane.account({ moods: "10" });
  await callApi(plane, "POST", "/api/v1/clips", { key, body: CLIP_BODY });
  await until("this process's lease", async () => {
    // What would take the first minutes of a control plane, and the task's minute.
    const leases = await plane.sql`update worker_leases set steady_since = now() - interval '10 minutes'`;
    return leases.count === 1;
  });
  await plane.sql`update tasks set created_at = created_at - interval '2 minutes'`;
  await plane.sql`update waiting_tasks set waiting_since = waiting_since - interval '2 minutes'`;
  const failures = { kind: "clip", code: "MODEL_UNAVAILABLE" };
  const text = await until("the failure's count", async () => {
    const page = await fetchMetrics(plane.url);
    return sampleOf(page, "clipmill_task_failures_total", failures) === 1 ? page : undefined;
  });
  assert.equal(sampleOf(text, "clipmill_task_duration_seconds_count", { kind: "clip", state: "failed" }), 1);
});

test("without an answer of the database no figure of the whole appliance has a value", async (t) => {
  const sql = connectDatabase("postgres://nobody@127.0.0.1:1/none", {
    applicationName: "test",
    connections: 1,
  });
  cleanUp(t, () => sql.end({ timeout: 1 }));
  const registry = new Registry();
  registerClusterMetrics(registry, sql);
  const told = readSamples(await registry.metrics()).map(({ name, value }) => [name, value]);
  assert.deepEqual(told, [["clipmill_cluster_up", 0]]);
});

test("the sums of all accounts are asked for once in a minute, and all else without a look at them", async (t) => {
  const { databaseUrl, sql } = await accountDatabase(t);
  await sql`insert into users (id, email) select 'user_' || n, n || '@example.com' from generate_series(1, 500) as n`;
  await sql`
    insert into accounts (id, user_id, state) select 'acct_' || n, 'user_' || n, 'APPROVED' from generate_series(1, 500) as n`;
  await sql`analyze accounts`;
  assert.ok((await rowsRead(sql, "accounts", selectClusterFigures)) < 10);
  const pool = recordingPool(t, databaseUrl);
  const registry = new Registry();
  registerClusterMetrics(registry, pool.sql);
  // Whole, so that five seconds later is no less than five seconds later: fractions are rounded.
  let nowMs = Math.ceil(performance.now());
  t.mock.method(performance, "now", () => nowMs);
  const asked = async (text: string): Promise<number> => {
    assert.match(await registry.metrics(), /^clipmill_accounts\{state="APPROVED"\} 501$/m);
    return pool.statements.filter((statement) => statement.text.includes(text)).length;
  };
  for (const times of [1, 2, 3]) {
    assert.equal(await asked("from worker_leases"), times);
    assert.equal(await asked("sum(moods_granted)"), 1);
    nowMs += METRICS_LIMITS.clusterReadMs;
  }
  nowMs += METRICS_LIMITS.booksReadMs;
  assert.equal(await asked("sum(moods_granted)"), 2);
});

test("where the sums of all accounts cannot be had, all else is told", async (t) => {
  const { sql } = await accountDatabase(t);
  await sql`alter table accounts rename column moods_granted to moods_granted_elsewhere`;
  const registry = new Registry();
  registerClusterMetrics(registry, sql);
  const text = await registry.metrics();
  assert.match(text, /^clipmill_cluster_up 1$/m);
  assert.match(text, /^clipmill_workers\{plane="media-node"\} 0$/m);
  assert.doesNotMatch(text, /^clipmill_(?:accounts|ledger_balance_moods|ledger_difference_moods)/m);
});

test("moods that an account got without an entry in the ledger are seen", async (t) => {
  const plane = await testControlPlane(t);
  const { id } = await plane.account({ moods: "10" });
  await plane.sql`update accounts set moods_granted = moods_granted + 2.5 where id = ${id}`;
  assert.equal(sampleOf(await fetchMetrics(plane.url), "clipmill_ledger_difference_moods"), 2.5);
});

test("requests that are refused are counted by their reason", async (t) => {
  const plane = await testControlPlane(t, { env: { CLIPMILL_RATE_PER_MINUTE: "2" } });
  const poor = await plane.account({ moods: "0" });
  assert.equal(
    failureOf(await callApi(plane, "GET", "/api/v1/balance", { key: "junk" })),
    "401 UNAUTHENTICATED",
  );
  await callApi(plane, "POST", "/api/v1/clips", { key: poor.key, body: CLIP_BODY });
  await callApi(plane, "GET", "/api/v1/balance", { key: poor.key });
  await callApi(plane, "GET", "/api/v1/balance", { key: poor.key });
  const text = await fetchMetrics(plane.url);
  const refusals = ["UNAUTHENTICATED", "INSUFFICIENT_MOODS", "RATE_LIMITED", "UNAVAILABLE"].map((code) =>
    sampleOf(text, "clipmill_http_refusals_total", { code }),
  );
  assert.deepEqual(refusals, [1, 1, 1, 0]);
});

test("with a port of their own the metrics leave the public one", async (t) => {
  const port = await findLastingPort("127.0.0.1");
  const plane = await testControlPlane(t, { env: { CLIPMILL_METRICS_PORT: String(port) } });
  const own = `http://127.0.0.1:${port}`;
  assert.equal((await fetch(`${plane.url}/metrics`)).status, 404);
  assert.equal(sampleOf(await fetchMetrics(own), "clipmill_cluster_up"), 1);
  for (const page of ["/healthz", "/readyz"]) {
    assert.equal((await fetch(`${own}${page}`)).status, 200);
    assert.equal((await fetch(`${plane.url}${page}`)).status, 200);
  }
});

test("promtool finds nothing to complain of in a control plane's metrics", {
  skip: NO_PROMTOOL,
}, async (t) => {
  const plane = await testControlPlane(t);
  const { isGood, said } = promtool(["check", "metrics"], await fetchMetrics(plane.url));
  assert.ok(isGood, said);
});
