// Queue jobs that were given up: shown, tried again, and dropped with what becomes of their tasks and their money.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { importTemplates } from "../../../control-plane/catalog/import-templates.ts";
import { wantPreview } from "../../../control-plane/catalog/template-preview.ts";
import { HIGHLIGHT_RENDER } from "../../../media-node/reel/highlight-render.ts";
import type { Sql } from "../../../shared/db/connect.ts";
import { type Ended, runAdminHere } from "../../support/control-plane/admin.ts";
import { newTask } from "../../support/control-plane/tasks.ts";
import { REEL_TEMPLATE } from "../../support/control-plane/templates.ts";
import { accountDatabase } from "../../support/database/account-database.ts";
import { dispatch } from "../../support/database/queue.ts";
import { fakeNode } from "../../support/media-node/media-node.ts";

interface Scene {
  readonly sql: Sql;
  readonly accountId: string;
  readonly admin: (...args: readonly string[]) => Promise<Ended>;
  readonly json: (...args: readonly string[]) => Promise<unknown>;
  /** Has the queue's jobs be given up, with this as their last failure. */
  readonly giveUp: () => Promise<void>;
  readonly balance: () => Promise<number>;
  readonly failed: () => Promise<Record<string, unknown>[]>;
}

async function openScene(t: TestContext): Promise<Scene> {
  const { sql, databaseUrl, account } = await accountDatabase(t, "10");
  const admin = (...args: readonly string[]): Promise<Ended> =>
    runAdminHere({ CLIPMILL_DATABASE_URL: databaseUrl }, ...args);
  const json = async (...args: readonly string[]): Promise<unknown> => {
    const { code, stdout, stderr } = await admin(...args, "--json");
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout);
  };
  return {
    sql,
    accountId: account.id,
    admin,
    json,
    giveUp: async () => {
      await sql`
        update graphile_worker._private_jobs set attempts = max_attempts, last_error = E'out of luck\nat a.ts'`;
    },
    balance: async () => {
      const shown = (await json("account", "show", account.id)) as { moodsBalance: number };
      return shown.moodsBalance;
    },
    failed: async () => (await json("queue", "failed")) as Record<string, unknown>[],
  };
}

test("what waits and who works is told in words like those of other commands", async (t) => {
  const { sql, accountId, json, giveUp } = await openScene(t);
  await newTask(sql, accountId);
  await dispatch(sql);
  await giveUp();
  const { id } = await fakeNode(sql, [HIGHLIGHT_RENDER]);
  const [line] = (await json("queue")) as Record<string, unknown>[];
  assert.deepEqual(line, {
    job: "run-clip",
    waiting: 0,
    running: 0,
    retrying: 0,
    givenUp: 1,
    oldestAt: null,
  });
  const [node] = (await json("nodes")) as Record<string, unknown>[];
  assert.deepEqual([node?.id, node?.activeRuns], [id, 0]);
  for (const name of ["startedAt", "renewedAt"]) assert.match(String(node?.[name]), /^\d{4}-.*Z$/);
  for (const name of Object.keys(node ?? {})) assert.match(name, /^[a-z]+([A-Z][a-z]+)*$/);
});

test("a given-up run is dropped: its task ends, its charge comes back once, and the books are right", async (t) => {
  const { sql, accountId, json, admin, giveUp, balance, failed } = await openScene(t);
  const taskId = await newTask(sql, accountId, { callbackUrl: "https://hooks.example/done" });
  await dispatch(sql);
  assert.deepEqual([await failed(), await balance()], [[], 9]);
  await giveUp();
  const [job] = await failed();
  assert.deepEqual(
    [job?.job, job?.subject, job?.accountId, job?.lastError],
    ["run-clip", taskId, accountId, "out of luck"],
  );
  const dropped = (await json("queue", "drop", String(job?.id))) as Record<string, unknown>;
  assert.deepEqual([dropped.taskEnded, dropped.refunded], [true, true]);
  const [task] = await sql`select state, error ->> 'code' as code from tasks where id = ${taskId}`;
  assert.deepEqual({ ...task }, { state: "failed", code: "INTERNAL" });
  assert.deepEqual([await failed(), await balance()], [[], 10]);
  assert.equal((await sql`select from graphile_worker._private_jobs`).length, 0);
  assert.equal((await sql`select from webhook_deliveries where task_id = ${taskId}`).length, 1);
  const again = await admin("queue", "drop", String(job?.id));
  assert.deepEqual([again.code, again.stderr.trim()], [1, `No queue job ${job?.id} was given up.`]);
  assert.equal(((await json("ledger", "check")) as { differences: number }).differences, 0);
});

test("a given-up run is tried again, and takes its turn", async (t) => {
  const { sql, accountId, json, admin, giveUp, balance, failed } = await openScene(t);
  for (const _ of [1, 2, 3]) await newTask(sql, accountId);
  await dispatch(sql);
  await giveUp();
  const [first, ...others] = await failed();
  await json("queue", "retry", String(first?.id));
  assert.equal((await failed()).length, others.length);
  assert.deepEqual(await json("queue", "retry", "--all"), { retried: 2 });
  const jobs = await sql`select attempts::int, run_at <= now() as is_due from graphile_worker._private_jobs`;
  assert.deepEqual(
    jobs.map((job) => ({ ...job })),
    Array.from({ length: 3 }, () => ({ attempts: 0, is_due: true })),
  );
  assert.equal(await balance(), 7, "nothing is charged for a retry");
  for (const id of ["1.5", "all", "999999"]) assert.equal((await admin("queue", "retry", id)).code, 1, id);
  assert.match((await admin("queue", "retry")).stderr, /^ID\|--all is missing/);
  assert.match((await admin("queue", "retry", "1", "--all")).stderr, /not both/);
});

test("a job that is tried, or may still be, is neither listed nor dropped", async (t) => {
  const { sql, accountId, admin, giveUp, failed } = await openScene(t);
  await newTask(sql, accountId);
  await dispatch(sql);
  await giveUp();
  const [job] = await failed();
  await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'pool'`;
  assert.deepEqual(await failed(), []);
  assert.equal((await admin("queue", "drop", String(job?.id))).code, 1);
});

test("a preview that was given up is dropped, and awaited no more", async (t) => {
  const { sql, json, giveUp, failed } = await openScene(t);
  await fakeNode(sql, [HIGHLIGHT_RENDER]);
  const [template] = await importTemplates(sql, [REEL_TEMPLATE]);
  const id = String(template?.template_id);
  await wantPreview(sql, id);
  await giveUp();
  const [job] = await failed();
  assert.equal(job?.subject, id);
  await json("queue", "drop", String(job?.id));
  const [row] = await sql`select preview_id, media_url from templates where id = ${id}`;
  assert.deepEqual({ ...row }, { preview_id: null, media_url: null });
  assert.deepEqual(await failed(), []);
});
