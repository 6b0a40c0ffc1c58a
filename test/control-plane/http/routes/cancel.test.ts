// POST /jobs/{jobId}/cancel and the same for generation tasks: who may, what comes back, and that of everybody who
// would end a task exactly one does.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Caller } from "../../../../control-plane/accounts/admission.ts";
import type { Call } from "../../../../control-plane/http/route.ts";
import { taskRoutes } from "../../../../control-plane/http/routes/task-routes.ts";
import type { TaskView } from "../../../../control-plane/tasks/read/task-view.ts";
import { connectDatabase } from "../../../../shared/db/connect.ts";
import { isLockRefusal } from "../../../../shared/db/lock-waits.ts";
import { newId } from "../../../../shared/ids.ts";
import { createLogger } from "../../../../shared/logger.ts";
import {
  type ApiReply,
  callApi,
  failureOf,
  type TestControlPlane,
  testControlPlane,
} from "../../../support/control-plane/control-plane.ts";
import { patientAnswers } from "../../../support/control-plane/patient-creates.ts";
import {
  endRun,
  FAILED,
  FINISHED,
  finalizeReported,
  moneyOf,
  NOBODYS_HOOK,
  newRun,
  newTask,
  taskEnded,
} from "../../../support/control-plane/tasks.ts";
import { accountDatabase } from "../../../support/database/account-database.ts";
import { dispatch, queuedTasks } from "../../../support/database/queue.ts";
import { reportRun, startRun } from "../../../support/database/runs.ts";
import type { TestAccount } from "../../../support/database/test-account.ts";
import { statementsThatWait } from "../../../support/database/waiting-statements.ts";
import { emptyStorage } from "../../../support/storage/file-storage.ts";
import { until } from "../../../support/until.ts";

function cancel(plane: TestControlPlane, account: TestAccount, taskId: string): Promise<ApiReply> {
  return callApi(plane, "POST", `/api/v1/jobs/${taskId}/cancel`, { key: account.key });
}

function refundOf(reply: ApiReply): unknown {
  return (reply.body.data?.billing as { refunded_moods: number } | undefined)?.refunded_moods;
}

test("a job that waits is cancelled: it fails as CANCELLED, is refunded, leaves the queue, and its webhook goes out", async (t) => {
  const plane = await testControlPlane(t);
  const account = await plane.account();
  const taskId = await newTask(plane.sql, account.id, { callbackUrl: NOBODYS_HOOK });
  const reply = await cancel(plane, account, taskId);
  assert.equal(reply.status, 200);
  const { status, error, completed_at: completedAt, progress } = reply.body.data ?? {};
  assert.equal(status, "failed");
  assert.deepEqual(error, {
    code: "CANCELLED",
    message: "The task was cancelled at its owner's request.",
    retryable: false,
  });
  assert.equal(typeof completedAt, "string");
  assert.equal(progress, null);
  assert.equal(refundOf(reply), 1);
  assert.deepEqual((await moneyOf(plane.sql, account.id)).entries, { grant: 100, charge: 1, refund: 1 });
  assert.deepEqual(await queuedTasks(plane.sql), []);
  const [delivery] = await plane.sql<{ attempts: number }[]>`
    select attempts from webhook_deliveries where task_id = ${taskId}`;
  const due = await plane.sql`select from due_deliveries where task_id = ${taskId}`;
  assert.ok(due.length + (delivery?.attempts ?? 0) > 0, "the delivery is on its way");
  assert.equal(failureOf(await cancel(plane, account, taskId)), "409 ALREADY_TERMINAL");
});

test("a job whose run has started is cancelled without a refund, and nothing of its run is recorded any more", async (t) => {
  const plane = await testControlPlane(t);
  const account = await plane.account();
  const taskId = await newTask(plane.sql, account.id);
  assert.equal(await dispatch(plane.sql), 1);
  const runId = await newRun(plane.sql, taskId);
  await plane.sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'pool-x'`;
  const reply = await cancel(plane, account, taskId);
  assert.equal(reply.status, 200);
  assert.equal(refundOf(reply), 0);
  const [run] = await plane.sql`select state from runs where id = ${runId}`;
  assert.deepEqual(run, { state: "interrupted" });
  const [job] = await plane.sql<{ attempts: number; max_attempts: number; key: string | null }[]>`
    select attempts, max_attempts, key from graphile_worker.jobs where task_identifier = 'run-clip'`;
  assert.deepEqual([job?.attempts, job?.key], [job?.max_attempts, null], "the queue does not try it again");
  assert.equal(await reportRun(plane.sql, { taskId, runId }, FINISHED), false);
  const read = await callApi(plane, "GET", `/api/v1/jobs/${taskId}`, { key: account.key });
  assert.deepEqual([read.body.data?.status, read.body.data?.output], ["failed", null]);
});

test("unknown, malformed, foreign and other surfaces' tasks are not found, and foreign ones go on", async (t) => {
  const plane = await testControlPlane(t);
  const [mine, theirs] = [await plane.account(), await plane.account()];
  const foreign = await newTask(plane.sql, theirs.id);
  const generation = await newTask(plane.sql, mine.id, { kind: "generation", model: "image" });
  for (const id of ["x", newId("task"), foreign, generation]) {
    assert.equal(failureOf(await cancel(plane, mine, id)), "404 NOT_FOUND");
  }
  const states = await plane.sql<{ state: string }[]>`select state from tasks`;
  assert.deepEqual(
    states.map((row) => row.state),
    ["queued", "queued"],
  );
  const path = `/api/v1/generation-tasks/${generation}/cancel`;
  const reply = await callApi(plane, "POST", path, { key: mine.key });
  assert.deepEqual([reply.status, reply.body.data?.status], [200, "failed"]);
});

test("of parallel cancels at two control planes one ends the task, and it is refunded once", async (t) => {
  const plane = await testControlPlane(t);
  const other = await testControlPlane(t, { databaseUrl: plane.databaseUrl });
  const account = await plane.account();
  for (let round = 0; round < 10; round += 1) {
    const taskId = await newTask(plane.sql, account.id, { callbackUrl: NOBODYS_HOOK });
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) => cancel(index % 2 === 0 ? plane : other, account, taskId)),
    );
    const statuses = replies.map((reply) => reply.status).sort();
    assert.deepEqual(statuses, [200, 409, 409, 409, 409, 409, 409, 409]);
  }
  const money = await moneyOf(plane.sql, account.id);
  assert.deepEqual([money.used, money.entries.refund], [0, 10]);
});

test("a cancel that meets the finalization of a success or of a failure: one of the two ends the task, and a failure is given back", async (t) => {
  const plane = await testControlPlane(t);
  const account = await plane.account({ moods: "1000" });
  const ends = { cancelled: 0, finalized: 0 };
  for (let round = 0; round < 40; round += 1) {
    const taskId = await newTask(plane.sql, account.id);
    const outcome = round % 2 === 0 ? FINISHED : FAILED;
    const runId = await newRun(plane.sql, taskId);
    await endRun(plane.sql, runId, outcome);
    const finalize = async (): Promise<void> => {
      // A start that is later each round, since a cancel has the longer way: both orders happen.
      for (let step = 0; step < round % 10; step += 1) await plane.sql`select 1`;
      await finalizeReported(plane.sql);
      await taskEnded(plane.sql, taskId);
    };
    const [reply] = await Promise.all([cancel(plane, account, taskId), finalize()]);
    const [task] = await plane.sql<{ state: string; code: string | null; refunded: string }[]>`
      select state, error->>'code' as code, refunded_moods as refunded from tasks where id = ${taskId}`;
    const byRun = task?.code !== "CANCELLED";
    assert.equal(reply.status, byRun ? 409 : 200, "exactly one of the two ended it");
    ends[byRun ? "finalized" : "cancelled"] += 1;
    const expected = byRun
      ? outcome.ok
        ? ["finished", null, 0]
        : ["failed", "SOURCE_UNSUPPORTED", 1]
      : ["failed", "CANCELLED", outcome.ok ? 0 : 1];
    assert.deepEqual([task?.state, task?.code, Number(task?.refunded)], expected);
  }
  await moneyOf(plane.sql, account.id);
  t.diagnostic(JSON.stringify(ends));
});

test("a cancel that meets a run's start refunds exactly when the run did not start", async (t) => {
  const plane = await testControlPlane(t);
  const account = await plane.account({ moods: "1000" });
  const runs = { started: 0, refused: 0 };
  for (let round = 0; round < 30; round += 1) {
    const taskId = await newTask(plane.sql, account.id);
    const start = async (): Promise<boolean> => {
      for (let step = 0; step < round % 10; step += 1) await plane.sql`select 1`;
      const run = { id: newId("run"), taskId, nodeId: newId("node") };
      // A node tries again, too, where the cancel holds the task for longer than a start waits.
      const tried = await until("the start to be decided", () =>
        startRun(plane.sql, run).then(
          (task) => ({ hasStarted: task !== undefined }),
          (error: unknown) => (isLockRefusal(error) ? undefined : Promise.reject(error)),
        ),
      );
      return tried.hasStarted;
    };
    const [reply, started] = await Promise.all([cancel(plane, account, taskId), start()]);
    assert.equal(reply.status, 200);
    assert.equal(refundOf(reply), started ? 0 : 1);
    const [left] = await plane.sql<{ count: number }[]>`
      select count(*)::int as count from runs where task_id = ${taskId} and state = 'running'`;
    assert.equal(left?.count, 0, "no run goes on");
    runs[started ? "started" : "refused"] += 1;
  }
  await moneyOf(plane.sql, account.id);
  t.diagnostic(JSON.stringify(runs));
});

for (const first of ["cancel", "finalization"] as const) {
  test(`a cancel and a finalization that wait for one task's row: one of them ends it (the ${first} came first)`, async (t) => {
    patientAnswers(t);
    const plane = await testControlPlane(t);
    const account = await plane.account();
    const taskId = await newTask(plane.sql, account.id);
    const runId = await newRun(plane.sql, taskId);
    const second = first === "cancel" ? "finalization" : "cancel";
    let reply: Promise<ApiReply> | undefined;
    await plane.sql.begin(async (holder) => {
      await holder`select from tasks where id = ${taskId} for update`;
      const start = {
        cancel: async () => {
          reply = cancel(plane, account, taskId);
        },
        // The control plane's own finalizer takes the report.
        finalization: () => endRun(plane.sql, runId, FAILED),
      };
      await start[first]();
      await waitForLocks(plane, 1);
      await start[second]();
      await waitForLocks(plane, 2, 1_500).catch(() => undefined);
    });
    const status = (await reply)?.status;
    // A finalization waits 200 ms at a time: on a busy machine it may have to queue again, behind the cancel.
    if (first === "cancel") assert.equal(status, 200);
    const winner = status === 200 ? "cancel" : "finalization";
    assert.ok(status === 200 || status === 409, `${status}`);
    await until("the report to be dealt with", async () => {
      const reports = await plane.sql`select from reported_runs`;
      return reports.length === 0;
    });
    const [task] = await plane.sql`select error->>'code' as code from tasks where id = ${taskId}`;
    assert.equal(task?.code, winner === "cancel" ? "CANCELLED" : "SOURCE_UNSUPPORTED");
    const money = await moneyOf(plane.sql, account.id);
    assert.equal(money.entries.refund, 1, "the run had failed, whoever ends its task");
  });
}

test("a cancel that meets the start of the next run crosswise is repeated, and ends the task", async (t) => {
  patientAnswers(t);
  const plane = await testControlPlane(t, {
    envFor: (databaseUrl) => lookForDeadlocksAfter(databaseUrl, "100ms"),
  });
  const account = await plane.account();
  const taskId = await newTask(plane.sql, account.id);
  const runId = await newRun(plane.sql, taskId);
  let reply: Promise<ApiReply> | undefined;
  await plane.sql.begin(async (start) => {
    // The cancel, which looks first, is the one that PostgreSQL gives up.
    await start`set local deadlock_timeout = '30s'`;
    await start`update runs set state = 'lost', ended_at = now() where id = ${runId}`;
    let crossing: Promise<unknown> | undefined;
    // It looks once in each wait: the start waits behind it already when it has the task and goes on to the run.
    await plane.sql.begin(async (holder) => {
      await holder`select from tasks where id = ${taskId} for update`;
      reply = cancel(plane, account, taskId);
      await waitForLocks(plane, 1);
      crossing = start`update tasks set updated_at = now() where id = ${taskId}`.execute();
      await waitForLocks(plane, 2);
    });
    await crossing;
  });
  assert.equal((await reply)?.status, 200);
  const [task] = await plane.sql`select state, error->>'code' as code from tasks`;
  assert.deepEqual(task, { state: "failed", code: "CANCELLED" });
});

/** How long those wait who connect to a database from now on before they look whether others wait for them. */
async function lookForDeadlocksAfter(databaseUrl: string, duration: string): Promise<Record<string, string>> {
  const sql = connectDatabase(databaseUrl, { applicationName: "test", connections: 1 });
  await sql.unsafe(
    `alter database ${new URL(databaseUrl).pathname.slice(1)} set deadlock_timeout = '${duration}'`,
  );
  await sql.end();
  return {};
}

async function waitForLocks({ sql }: TestControlPlane, count: number, timeoutMs?: number): Promise<void> {
  await until(`${count} waiting statements`, async () => (await statementsThatWait(sql)) >= count, timeoutMs);
}

test("a cancel tells whoever delivers webhooks where the task has one, and else nobody", async (t) => {
  const { sql, account } = await accountDatabase(t);
  let wakes = 0;
  const viewTask = async (): Promise<TaskView> => ({});
  const routes = taskRoutes(
    {
      reads: sql,
      writes: sql,
      storage: (await emptyStorage(t)).storage,
      logger: createLogger("test", "silent"),
      onDeliveriesDue: () => {
        wakes += 1;
      },
      viewTask,
      viewListedTask: () => ({}),
    },
    "jobs",
  );
  const route = routes.find(({ path }) => path.endsWith("/cancel"));
  const cancelled = async (callbackUrl: string | null): Promise<number> => {
    const jobId = await newTask(sql, account.id, { callbackUrl });
    await route?.handle({ params: { jobId } } as unknown as Call, { accountId: account.id } as Caller);
    return wakes;
  };
  assert.equal(await cancelled(NOBODYS_HOOK), 1);
  assert.equal(await cancelled(null), 1);
});
