// GET /jobs and GET /generation-tasks over real HTTP: order, pages, filters, and whose tasks are shown.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { TaskKindName } from "../../../shared/task-kinds.ts";
import {
  type ApiReply,
  callApi,
  failureOf,
  type TestAccount,
  type TestControlPlane,
  testControlPlane,
} from "../../support/control-plane.ts";
import { newRun, newTask } from "../../support/tasks.ts";

function list(
  plane: TestControlPlane,
  account: TestAccount,
  query = "",
  path = "/api/v1/jobs",
): Promise<ApiReply> {
  return callApi(plane, "GET", `${path}${query}`, { key: account.key });
}

function idsOf(reply: ApiReply): unknown[] {
  assert.equal(reply.status, 200);
  return (reply.body.data as unknown as { task_id: string }[]).map((task) => task.task_id);
}

function paginationOf(reply: ApiReply): unknown {
  return (reply.body as { pagination?: unknown }).pagination;
}

async function manyTasks(
  plane: TestControlPlane,
  account: TestAccount,
  kinds: TaskKindName[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const kind of kinds) {
    const model = kind === "generation" ? "picture" : null;
    ids.unshift(await newTask(plane.sql, account.id, { kind, model }));
  }
  return ids;
}

test("jobs of all kinds are listed newest first, in exact pages, without other accounts' and generation tasks", async (t) => {
  const plane = await testControlPlane(t);
  const [mine, theirs] = [await plane.account(), await plane.account()];
  const kinds: TaskKindName[] = ["clip", "highlight", "clip", "transcription", "highlight", "clip", "clip"];
  const ids = await manyTasks(plane, mine, kinds);
  await manyTasks(plane, theirs, ["clip", "transcription"]);
  const [generation] = await manyTasks(plane, mine, ["generation"]);
  const first = await list(plane, mine, "?limit=3");
  assert.deepEqual(idsOf(first), ids.slice(0, 3));
  assert.deepEqual(paginationOf(first), { total: 7, nextPage: 2, limit: 3, currentPage: 1, totalPage: 3 });
  assert.deepEqual(idsOf(await list(plane, mine, "?limit=3&page=2")), ids.slice(3, 6));
  const last = await list(plane, mine, "?limit=3&page=3");
  assert.deepEqual(idsOf(last), ids.slice(6));
  assert.deepEqual(paginationOf(last), { total: 7, nextPage: null, limit: 3, currentPage: 3, totalPage: 3 });
  const beyond = await list(plane, mine, "?limit=3&page=4");
  assert.deepEqual(idsOf(beyond), []);
  assert.deepEqual(paginationOf(beyond), {
    total: 7,
    nextPage: null,
    limit: 3,
    currentPage: 4,
    totalPage: 3,
  });
  assert.deepEqual(idsOf(await list(plane, mine)), ids);
  assert.deepEqual(idsOf(await list(plane, mine, "", "/api/v1/generation-tasks")), [generation]);
  assert.deepEqual(idsOf(await list(plane, theirs, "", "/api/v1/generation-tasks")), []);
});

test("status and kind filter the list and its total", async (t) => {
  const plane = await testControlPlane(t);
  const account = await plane.account();
  const [newest, , oldest] = await manyTasks(plane, account, ["clip", "highlight", "clip"]);
  await newRun(plane.sql, oldest ?? "");
  const running = await list(plane, account, "?status=running");
  assert.deepEqual(idsOf(running), [oldest]);
  assert.deepEqual(paginationOf(running), {
    total: 1,
    nextPage: null,
    limit: 20,
    currentPage: 1,
    totalPage: 1,
  });
  assert.deepEqual(idsOf(await list(plane, account, "?kind=clip&status=queued")), [newest]);
  assert.deepEqual(idsOf(await list(plane, account, "?kind=transcription")), []);
});

test("a parameter that is wrong is named", async (t) => {
  const plane = await testControlPlane(t);
  const account = await plane.account();
  for (const [query, path] of [
    ["?page=0", "/page"],
    ["?page=x", "/page"],
    ["?page=1.5", "/page"],
    ["?page=99999999999999999999", "/page"],
    ["?limit=101", "/limit"],
    ["?limit=", "/limit"],
    ["?status=done", "/status"],
    ["?kind=generation", "/kind"],
  ] as const) {
    const reply = await list(plane, account, query);
    assert.equal(failureOf(reply), "400 INVALID_REQUEST", query);
    assert.equal(reply.body.error?.details?.[0]?.path, path, query);
  }
  assert.deepEqual(idsOf(await list(plane, account, "?unknown=1")), []);
});

test("a list needs the scope of its surface", async (t) => {
  const plane = await testControlPlane(t);
  const account = await plane.account();
  const { key } = await plane.key(account.id, { scopes: ["GENERATE"] });
  const limited = { ...account, key };
  assert.equal(failureOf(await list(plane, limited)), "403 SCOPE_MISSING");
  assert.deepEqual(idsOf(await list(plane, limited, "", "/api/v1/generation-tasks")), []);
});

test("a page of a large account is read by the index, not by its rows", async (t) => {
  const plane = await testControlPlane(t);
  const account = await plane.account();
  await plane.sql`
    insert into tasks (id, account_id, kind, state, request, request_hash, base_moods, charged_moods, completed_at)
    select 'task_' || lpad(n::text, 26, '0'), ${account.id}, (array['clip', 'highlight', 'transcription'])[n % 3 + 1],
      'finished', '{}', '\\x', 1, 1, now()
    from generate_series(1, 30000) n`;
  await plane.sql`vacuum analyze tasks`;
  const reply = await list(plane, account, "?limit=5&page=3");
  assert.deepEqual(
    idsOf(reply),
    [29990, 29989, 29988, 29987, 29986].map((n) => `task_${String(n).padStart(26, "0")}`),
  );
  assert.equal((paginationOf(reply) as { total: number }).total, 30_000);
  const plan = await plane.sql<{ "QUERY PLAN": string }[]>`
    explain select newest.id from unnest(array['clip', 'highlight']) asked (kind) cross join lateral (
      select id, created_at from tasks
      where account_id = ${account.id} and kind = asked.kind and state = any (array['finished'])
      order by created_at desc, id desc limit 15) newest order by newest.created_at desc, newest.id desc limit 5`;
  const text = plan.map((row) => row["QUERY PLAN"]).join("\n");
  assert.match(text, /Index Only Scan using tasks_account_kind_idx/);
});
