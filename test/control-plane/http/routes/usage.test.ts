// GET /usage over HTTP: what is counted, where charges stand, and which ranges are taken.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Usage } from "../../../../shared/schemas/usage.ts";
import {
  CLIP_BODY,
  callApi,
  failureOf,
  type TestControlPlane,
  testControlPlane,
} from "../../../support/control-plane/control-plane.ts";

async function readUsage(plane: TestControlPlane, key: string, query = ""): Promise<Usage> {
  const reply = await callApi(plane, "GET", `/api/v1/usage${query}`, { key });
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  return reply.body.data as unknown as Usage;
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

function endpointUsage(usage: Usage, method: string, endpoint: string): Usage["by_endpoint"][number] {
  const found = usage.by_endpoint.find((row) => row.method === method && row.endpoint === endpoint);
  assert.ok(found !== undefined, `${method} ${endpoint} is listed`);
  return found;
}

test("a new account has used nothing, in the thirty days before now", async (t) => {
  const plane = await testControlPlane(t);
  const { key } = await plane.account();
  const askedAt = Date.now();
  const usage = await readUsage(plane, key);
  const { from, to } = usage.range;
  assert.ok(Date.parse(to) >= askedAt && Date.parse(to) <= Date.now(), to);
  assert.equal(Date.parse(to) - Date.parse(from), 30 * 86_400_000);
  const none = { requests: 0, base_moods: 0, charged_moods: 0, avg_response_time_ms: 0 };
  assert.deepEqual({ ...usage, range: null }, { range: null, totals: none, by_endpoint: [], by_day: [] });
});

test("charges stand with the endpoint that created the task, exactly, and polling costs nothing", async (t) => {
  const plane = await testControlPlane(t);
  const { id, key } = await plane.account();
  await plane.sql`update accounts set price_multiplier = 0.1 where id = ${id}`;
  let jobId = "";
  const firstDay = today();
  for (let count = 0; count < 3; count += 1) {
    const created = await callApi(plane, "POST", "/api/v1/clips", { key, body: CLIP_BODY });
    assert.equal(created.status, 201);
    jobId = String(created.body.data?.task_id);
  }
  for (let count = 0; count < 5; count += 1) await callApi(plane, "GET", `/api/v1/jobs/${jobId}`, { key });
  const usage = await readUsage(plane, key);
  assert.equal(usage.totals.requests, 8);
  assert.equal(usage.totals.base_moods, 3);
  assert.equal(usage.totals.charged_moods, 0.3);
  assert.ok(usage.totals.avg_response_time_ms > 0);
  const creates = endpointUsage(usage, "POST", "/api/v1/clips");
  assert.deepEqual([creates.requests, creates.charged_moods], [3, 0.3]);
  const polls = endpointUsage(usage, "GET", "/api/v1/jobs/:jobId");
  assert.deepEqual([polls.requests, polls.charged_moods], [5, 0]);
  // One, unless midnight has come meanwhile.
  assert.ok(usage.by_day.every(({ day }) => [firstDay, today()].includes(day)));
  const sumOf = (name: "requests" | "charged_moods") =>
    usage.by_day.reduce((sum, day) => sum + day[name], 0).toFixed(4);
  assert.deepEqual([sumOf("requests"), sumOf("charged_moods")], ["8.0000", "0.3000"]);
});

test("refused requests count from the rate-limit check on, and those without a valid key do not", async (t) => {
  const plane = await testControlPlane(t);
  const { id, key } = await plane.account();
  const narrow = await plane.key(id, { scopes: ["SERVICES"], perMinute: 2 });
  await callApi(plane, "GET", "/api/v1/balance", { key: narrow.key });
  await callApi(plane, "GET", "/api/v1/balance", { key: narrow.key });
  const limited = await callApi(plane, "GET", "/api/v1/balance", { key: narrow.key });
  await callApi(plane, "GET", "/api/v1/nothing", { key });
  await callApi(plane, "GET", "/api/v1/jobs/task_unknown", { key });
  await callApi(plane, "GET", "/api/v1/balance", { key: "clipmill_unknown" });
  await callApi(plane, "GET", "/api/v1/balance");
  const usage = await readUsage(plane, key);
  // A minute that turns between these calls would admit the third.
  assert.ok([403, 429].includes(limited.status));
  assert.equal(endpointUsage(usage, "GET", "/api/v1/balance").requests, 3);
  assert.equal(endpointUsage(usage, "GET", "/api/v1/*").requests, 1);
  assert.equal(endpointUsage(usage, "GET", "/api/v1/jobs/:jobId").requests, 1);
  assert.equal(usage.totals.requests, 5);
});

test("another account's requests and charges are never shown", async (t) => {
  const plane = await testControlPlane(t);
  const [one, other] = [await plane.account(), await plane.account()];
  await callApi(plane, "POST", "/api/v1/clips", { key: other.key, body: CLIP_BODY });
  const usage = await readUsage(plane, one.key);
  assert.deepEqual([usage.totals.requests, usage.totals.charged_moods], [0, 0]);
});

test("a range takes whole hours from the hours and its edges from the seconds", async (t) => {
  const plane = await testControlPlane(t);
  const { id, key } = await plane.account();
  const start = Date.parse("2026-03-01T22:00:00Z");
  // One request every ten minutes over four hours, across midnight.
  for (let minute = 0; minute < 240; minute += 10) {
    const at = new Date(start + minute * 60_000);
    await plane.sql`insert into usage_seconds values (${id}, ${at}, 'GET', '/api/v1/balance', 1, 4)`;
    await plane.sql`insert into usage_hours values (${id}, date_trunc('hour', ${at}::timestamptz), 'GET', '/api/v1/balance', 1, 4)
      on conflict (account_id, hour, method, endpoint) do update set requests = usage_hours.requests + 1, duration_ms = usage_hours.duration_ms + 4`;
  }
  const count = async (from: string, to: string): Promise<number> =>
    (await readUsage(plane, key, `?from=2026-03-${from}Z&to=2026-03-${to}Z`)).totals.requests;
  assert.equal(await count("01T00:00", "03T00:00"), 24);
  assert.equal(await count("01T22:00", "02T02:00"), 24);
  assert.equal(await count("01T22:05", "02T01:45"), 22, "two edges within hours");
  assert.equal(await count("01T22:10:00.000", "01T22:40:00.000"), 3, "from is included, to is not");
  assert.equal(await count("01T22:30", "01T23:00"), 3, "one edge, no whole hour");
  assert.equal(await count("01T23:00", "01T23:30"), 3);
  assert.equal(await count("01T22:50", "01T23:10"), 2, "two edges, no whole hour");
  assert.equal(await count("01T22:50", "01T22:50"), 0);
  const { by_day, totals } = await readUsage(plane, key, "?from=2026-03-01&to=2026-03-03");
  assert.deepEqual(by_day, [
    { day: "2026-03-01", requests: 12, charged_moods: 0 },
    { day: "2026-03-02", requests: 12, charged_moods: 0 },
  ]);
  assert.equal(totals.avg_response_time_ms, 4);
});

test("charges of a range are sums of whole hours and of the seconds at its edges", async (t) => {
  const plane = await testControlPlane(t);
  const { id, key } = await plane.account();
  const start = Date.parse("2026-03-01T22:00:00Z");
  for (let minute = 0; minute < 240; minute += 10) {
    const at = new Date(start + minute * 60_000);
    for (const [kind, moods] of [
      ["clip", "0.5"],
      ["highlight", "1.25"],
    ] as const) {
      await plane.sql`insert into charge_seconds values (${id}, ${at}, ${kind}, 1, 2, ${moods})`;
      await plane.sql`insert into charge_hours values (${id}, date_trunc('hour', ${at}::timestamptz), ${kind}, 1, 2, ${moods})
        on conflict (account_id, hour, kind) do update set tasks = charge_hours.tasks + 1,
          base_moods = charge_hours.base_moods + 2, charged_moods = charge_hours.charged_moods + excluded.charged_moods`;
    }
  }
  const chargedOf = async (from: string, to: string): Promise<number[]> => {
    const { totals } = await readUsage(plane, key, `?from=2026-03-${from}Z&to=2026-03-${to}Z`);
    return [totals.base_moods, totals.charged_moods];
  };
  const times = (count: number): number[] => [count * 4, count * 1.75];
  assert.deepEqual(await chargedOf("01T00:00", "03T00:00"), times(24));
  assert.deepEqual(await chargedOf("01T22:05", "02T01:45"), times(22), "two edges within hours");
  assert.deepEqual(await chargedOf("01T22:10:00.000", "01T22:40:00.000"), times(3));
  assert.deepEqual(await chargedOf("01T22:50", "01T23:10"), times(2), "two edges, no whole hour");
  assert.deepEqual(await chargedOf("01T22:50", "01T22:50"), times(0));
  const usage = await readUsage(plane, key, "?from=2026-03-01&to=2026-03-03");
  assert.deepEqual(
    usage.by_day.map(({ day, charged_moods }) => [day, charged_moods]),
    [
      ["2026-03-01", 21],
      ["2026-03-02", 21],
    ],
  );
  assert.equal(endpointUsage(usage, "POST", "/api/v1/clips").charged_moods, 12);
  assert.equal(endpointUsage(usage, "POST", "/api/v1/highlights").charged_moods, 30);
});

test("a range may be as wide as times of four-digit years allow, as clients write it that want everything", async (t) => {
  const plane = await testControlPlane(t);
  const { key } = await plane.account();
  await readUsage(plane, key);
  const { range, totals } = await readUsage(
    plane,
    key,
    "?from=0001-01-01T00:00:00Z&to=9999-12-31T23:59:59.999Z",
  );
  assert.deepEqual(range, { from: "0001-01-01T00:00:00.000Z", to: "9999-12-31T23:59:59.999Z" });
  assert.equal(totals.requests, 1);
});

test("a range that is invalid, reversed or given twice answers 400 and names the parameter", async (t) => {
  const plane = await testControlPlane(t);
  const { key } = await plane.account();
  const wrong: readonly (readonly [string, string])[] = [
    ["from=yesterday", "/from"],
    ["to=2026-13-01", "/to"],
    ["from=2026-02-30", "/from"],
    ["to=2026-11-01T25:00:00Z", "/to"],
    ["from=0000-01-01", "/from"],
    ["from=0001-01-01T00:00:00%2B01:00", "/from"],
    ["from=-000001-01-01", "/from"],
    ["from=", "/from"],
    ["from=2026-02-02&to=2026-02-01", "/from"],
    ["to=2020-02-01", "/to"],
    ["from=2026-02-02&from=2026-02-01", "/from"],
    ["from=%00", "/from"],
  ];
  for (const [query, path] of wrong) {
    const reply = await callApi(plane, "GET", `/api/v1/usage?${query}`, { key });
    assert.equal(failureOf(reply), "400 INVALID_REQUEST", query);
    assert.equal(reply.body.error?.details?.[0]?.path, path, query);
  }
});

test("usage needs the scope BALANCE", async (t) => {
  const plane = await testControlPlane(t);
  const { id } = await plane.account();
  const { key } = await plane.key(id, { scopes: ["CLIPPING"] });
  assert.equal(failureOf(await callApi(plane, "GET", "/api/v1/usage", { key })), "403 SCOPE_MISSING");
});
