// GET /jobs and GET /generation-tasks over real HTTP: order, pages, filters, and whose tasks are shown.
import assert from "node:assert/strict";
import { test } from "node:test";
import { selectTaskPage } from "../../../../control-plane/db/tasks/task-lists.ts";
import { LIST_LIMITS } from "../../../../shared/limits/requests.ts";
import type { TaskKindName } from "../../../../shared/tasks/task-kinds.ts";
import {
  type ApiReply,
  callApi,
  failureOf,
  type TestControlPlane,
  testControlPlane,
} from "../../../support/control-plane/control-plane.ts";
import {
  endRun,
  FINISHED,
  NOBODYS_HOOK,
  newRun,
  newTask,
  taskEnded,
} from "../../../support/control-plane/tasks.ts";
import { recordingPool } from "../../../support/database/recorded-statements.ts";
import type { TestAccount } from "../../../support/database/test-account.ts";

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

function cursorOf(reply: ApiReply): string | null {
  return (reply.body as { pagination: { cursor: string | null } }).pagination.cursor;
}

/** All of it but the cursor. */
function paginationOf(reply: ApiReply): unknown {
  const { cursor: _cursor, ...pagination } = (reply.body as { pagination: Record<string, unknown> })
    .pagination;
  return pagination;
}

async function manyTasks(
  plane: TestControlPlane,
  account: TestAccount,
  kinds: TaskKindName[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const kind of kinds) {
    const model = kind === "generation" ? "image" : null;
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

/** Within what a connection gives a statement, also on a busy machine. */
const ROWS_PER_STATEMENT = 5_000;

/** Finished tasks of three kinds in turn, straight in the table: the nth's id ends with n. */
async function insertFinished(plane: TestControlPlane, account: TestAccount, count: number): Promise<void> {
  for (let from = 1; from <= count; from += ROWS_PER_STATEMENT) {
    await plane.sql`
      insert into tasks (id, account_id, kind, state, request, request_hash, base_moods, charged_moods, completed_at)
      select 'task_' || lpad(n::text, 26, '0'), ${account.id}, (array['clip', 'highlight', 'transcription'])[n % 3 + 1],
        'finished', '{}', '\\x', 1, 1, now()
      from generate_series(${from}::int, ${Math.min(count, from + ROWS_PER_STATEMENT - 1)}::int) n`;
  }
}

function idOf(n: number): string {
  return `task_${String(n).padStart(26, "0")}`;
}

test("a page of a large account is read by the index, not by its rows", async (t) => {
  const plane = await testControlPlane(t);
  const account = await plane.account();
  await insertFinished(plane, account, 30_000);
  await plane.sql`vacuum analyze tasks`;
  const reply = await list(plane, account, "?limit=5&page=3");
  assert.deepEqual(idsOf(reply), [29990, 29989, 29988, 29987, 29986].map(idOf));
  assert.equal((paginationOf(reply) as { total: number }).total, 30_000);
  const { kinds, states } = { kinds: ["clip", "highlight"], states: ["finished", "failed"] };
  for (const beforeId of [null, idOf(20_000)]) {
    const pool = recordingPool(t, plane.databaseUrl);
    const place = { beforeId, offset: 10, limit: 5 };
    await selectTaskPage(pool.sql, { accountId: account.id, kinds, states }, place);
    const [statement] = pool.statements;
    assert.ok(statement !== undefined);
    const plan = await plane.sql.unsafe<{ "QUERY PLAN": string }[]>(`explain ${statement.text}`, [
      ...statement.parameters,
    ] as never[]);
    const text = plan.map((row) => row["QUERY PLAN"]).join("\n");
    assert.match(text, /Index Only Scan Backward using tasks_default_account_id_kind_state_id_idx/);
    assert.doesNotMatch(text, /Seq Scan/);
  }
});

/** Reads a list by its cursors to the end; `between` happens before each further page. */
async function readByCursor(
  plane: TestControlPlane,
  account: TestAccount,
  query: string,
  between: () => Promise<unknown> = async () => undefined,
): Promise<unknown[][]> {
  const pages: unknown[][] = [];
  let reply = await list(plane, account, `?${query}`);
  pages.push(idsOf(reply));
  for (let cursor = cursorOf(reply); cursor !== null; cursor = cursorOf(reply)) {
    await between();
    reply = await list(plane, account, `?${query}&cursor=${cursor}`);
    pages.push(idsOf(reply));
    assert.equal((paginationOf(reply) as { currentPage: unknown }).currentPage, pages.length);
  }
  return pages;
}

function numbersDown(from: number, isMeant: (n: number) => boolean = () => true): string[] {
  return Array.from({ length: from }, (_, index) => from - index)
    .filter(isMeant)
    .map(idOf);
}

test("reading on by cursor shows each of 250 tasks once, in their order, whatever the filter", async (t) => {
  const plane = await testControlPlane(t);
  const account = await plane.account();
  await insertFinished(plane, account, 250);
  const pages = await readByCursor(plane, account, "limit=40");
  assert.deepEqual(
    pages.map((page) => page.length),
    [40, 40, 40, 40, 40, 40, 10],
  );
  assert.deepEqual(pages.flat(), numbersDown(250));
  const clips = await readByCursor(plane, account, "limit=7&kind=clip&status=finished");
  assert.deepEqual(
    clips.flat(),
    numbersDown(250, (n) => n % 3 === 0),
  );
  const wholePages = await readByCursor(plane, account, "limit=50");
  assert.deepEqual(wholePages.flat(), numbersDown(250));
  assert.equal(wholePages.length, 5, "a full page may be the last");
  assert.equal(cursorOf(await list(plane, account, "?limit=50&page=5")), null);
});

test("tasks that come while a list is read by cursor neither repeat nor hide what it shows", async (t) => {
  const plane = await testControlPlane(t);
  const account = await plane.account();
  await insertFinished(plane, account, 100);
  let created = 0;
  const pages = await readByCursor(plane, account, "limit=9", async () => {
    await newTask(plane.sql, account.id);
    created += 1;
  });
  assert.deepEqual(pages.flat(), numbersDown(100));
  const newest = await list(plane, account, "?limit=5");
  assert.equal((paginationOf(newest) as { total: number }).total, 100 + created);
});

test("a cursor that no list has given is named, and so is a page beside one", async (t) => {
  const plane = await testControlPlane(t);
  const account = await plane.account();
  await manyTasks(plane, account, ["clip", "clip"]);
  const cursor = cursorOf(await list(plane, account, "?limit=1")) ?? "";
  const foreignId = Buffer.from("acct_01").toString("base64url");
  for (const [query, path] of [
    ["?cursor=", "/cursor"],
    ["?cursor=nonsense", "/cursor"],
    [`?cursor=${foreignId}`, "/cursor"],
    [`?cursor=${cursor}x`, "/cursor"],
    [`?cursor=${Buffer.from(idOf(1)).toString("base64url")}`, "/cursor"],
    [`?cursor=${Buffer.from(`0 ${idOf(1)}`).toString("base64url")}`, "/cursor"],
    [`?cursor=${"x".repeat(65)}`, "/cursor"],
    [`?cursor=${cursor}&cursor=${cursor}`, "/cursor"],
    [`?cursor=${cursor}&page=2`, "/page"],
  ] as const) {
    const reply = await list(plane, account, query);
    assert.equal(failureOf(reply), "400 INVALID_REQUEST", query);
    assert.equal(reply.body.error?.details?.[0]?.path, path, query);
  }
});

test("a page too far back is refused with a word of the cursor, and one behind the end is empty", async (t) => {
  const plane = await testControlPlane(t);
  const account = await plane.account();
  await insertFinished(plane, account, LIST_LIMITS.offset + 150);
  const last = await list(plane, account, `?limit=100&page=${LIST_LIMITS.offset / 100 + 1}`);
  assert.equal(idsOf(last).length, 100);
  assert.equal(
    (paginationOf(last) as { nextPage: unknown }).nextPage,
    null,
    "no page is named that is refused",
  );
  const reply = await list(plane, account, `?limit=100&page=${LIST_LIMITS.offset / 100 + 2}`);
  assert.equal(failureOf(reply), "400 INVALID_REQUEST");
  const [detail] = reply.body.error?.details ?? [];
  assert.equal(detail?.path, "/page");
  assert.match(detail?.message ?? "", /pagination\.cursor/);
  const rest = await list(plane, account, `?limit=100&cursor=${cursorOf(last)}`);
  assert.deepEqual(idsOf(rest), numbersDown(50));
  assert.deepEqual(idsOf(await list(plane, account, `?limit=100&page=${LIST_LIMITS.page}`)), []);
});

test("a list leaves out outputs and webhooks, which a read of the task has", async (t) => {
  const plane = await testControlPlane(t);
  const account = await plane.account();
  const taskId = await newTask(plane.sql, account.id, { callbackUrl: NOBODYS_HOOK });
  await endRun(plane.sql, await newRun(plane.sql, taskId), FINISHED);
  await taskEnded(plane.sql, taskId);
  const [item] = (await list(plane, account)).body.data as unknown as Record<string, unknown>[];
  const read = await callApi(plane, "GET", `/api/v1/jobs/${taskId}`, { key: account.key });
  assert.ok(read.body.data?.output && (read.body.data.webhooks as unknown[]).length === 1);
  assert.ok(item !== undefined && !("output" in item) && !("webhooks" in item));
  const { output: _output, webhooks: _webhooks, ...rest } = read.body.data;
  assert.deepEqual(item, rest);
});
