// The exact counters beside tasks: whatever statements change tasks, at once and in any order, keep them.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { insertRefunds } from "../../../../control-plane/db/ledger.ts";
import { insertChargedTasks } from "../../../../control-plane/db/tasks/create-tasks.ts";
import { endTaskEarly } from "../../../../control-plane/db/tasks/tasks.ts";
import type { CreateAnswer } from "../../../../control-plane/tasks/create/create-answer.ts";
import { createBatches } from "../../../../control-plane/tasks/create/create-batches.ts";
import { withdrawTask } from "../../../../control-plane/tasks/create/withdrawals.ts";
import { cancelTask } from "../../../../control-plane/tasks/end/cancel-task.ts";
import { finalizeTasks } from "../../../../control-plane/tasks/end/finalize-tasks.ts";
import { connectDatabase, type Sql } from "../../../../shared/db/connect.ts";
import { AppError } from "../../../../shared/errors.ts";
import { newId } from "../../../../shared/ids.ts";
import { createLogger } from "../../../../shared/logger.ts";
import {
  FAILED,
  FINISHED,
  moneyOf,
  newTask,
  openAnswer,
  taskRow,
} from "../../../support/control-plane/tasks.ts";
import { accountDatabase } from "../../../support/database/account-database.ts";
import { dispatch } from "../../../support/database/queue.ts";
import { reportRun, startRun } from "../../../support/database/runs.ts";
import { createTestAccount, type TestAccount } from "../../../support/database/test-account.ts";
import { statementsThatWait } from "../../../support/database/waiting-statements.ts";
import * as counters from "../../../support/faults/counter-invariants.ts";
import { keptLog } from "../../../support/kept-log.ts";
import { until } from "../../../support/until.ts";

const NUM_RUNS = 10;
const logger = createLogger("test", "silent");

const operation = fc.record({
  kind: fc.constantFrom(
    "create",
    "create",
    "start",
    "finish",
    "fail",
    "finalize",
    "cancel",
    "withdraw",
    "dispatch",
  ),
  account: fc.integer({ min: 0, max: 1 }),
  taskKind: fc.constantFrom("clip" as const, "highlight" as const),
  task: fc.nat(),
});
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

function steps(kind: Operation["kind"], tasks: readonly number[]): Operation[] {
  return tasks.map((task) => ({ kind, account: task % 2, taskKind: "clip", task }));
}

/** Leaves tasks in each of the states, and one gone. */
const EVERY_STATE: Operation[][] = [
  steps("create", [0, 1, 2, 3, 4]),
  steps("dispatch", [0]),
  steps("start", [0, 1, 2]),
  [...steps("finish", [0]), ...steps("fail", [1])],
  [...steps("finalize", [0]), ...steps("withdraw", [3])],
];

interface KnownTask {
  readonly id: string;
  readonly account: TestAccount;
  readonly answer: CreateAnswer;
}

/** Reports the run that is under way, if there is one. */
async function report(sql: Sql, taskId: string, kind: "finish" | "fail"): Promise<void> {
  const [run] = await sql<{ id: string }[]>`
    select id from runs where task_id = ${taskId} and state = 'running' limit 1`;
  if (run !== undefined)
    await reportRun(sql, { taskId, runId: run.id }, kind === "finish" ? FINISHED : FAILED);
}

async function cancel(sql: Sql, { id, account }: KnownTask): Promise<void> {
  await cancelTask({ sql, logger: keptLog().logger }, account.id, "jobs", id).catch((error: unknown) => {
    if (!(error instanceof AppError && ["ALREADY_TERMINAL", "NOT_FOUND"].includes(error.code))) throw error;
  });
}

/** What may happen to a task that there is, or was. */
async function change(sql: Sql, kind: Operation["kind"], task: KnownTask): Promise<unknown> {
  if (kind === "start") return startRun(sql, { id: newId("run"), taskId: task.id, nodeId: newId("node") });
  if (kind === "cancel") return cancel(sql, task);
  if (kind === "withdraw") return withdrawTask(sql, task.id, { id: task.answer.id, by: new Date(0) }, logger);
  return report(sql, task.id, kind === "finish" ? "finish" : "fail");
}

test("no order of creates, starts, ends, cancels and withdrawals makes a counter differ from its rows", async (t) => {
  const { sql } = await accountDatabase(t);
  const creates = createBatches(sql, sql);
  const create = async (
    account: TestAccount,
    kind: "clip" | "highlight",
    tasks: KnownTask[],
  ): Promise<void> => {
    const answer = openAnswer();
    const id = await newTask(sql, account.id, { kind, answer }, creates);
    tasks.push({ id, account, answer });
  };
  const perform = async (
    op: Operation,
    accounts: readonly TestAccount[],
    tasks: KnownTask[],
  ): Promise<unknown> => {
    const [account, task] = [accounts[op.account], tasks[op.task % Math.max(1, tasks.length)]];
    if (op.kind === "finalize") return finalizeTasks(sql, logger);
    if (op.kind === "dispatch") return dispatch(sql);
    if (op.kind === "create" && account !== undefined) return create(account, op.taskKind, tasks);
    return task && change(sql, op.kind, task);
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(operation, { minLength: 2, maxLength: 8 }), { minLength: 2, maxLength: 7 }),
      async (waves) => {
        const accounts = [await createTestAccount(sql), await createTestAccount(sql)];
        const tasks: KnownTask[] = [];
        for (const wave of waves) {
          await Promise.all(wave.map((op) => perform(op, accounts, tasks)));
          const evidence = { bed: { sql } };
          assert.deepEqual(await counters.taskCountsThatDiffer(evidence), []);
          assert.deepEqual(await counters.waitingSharesThatDiffer(evidence), []);
          assert.deepEqual(await counters.chargeSumsThatDiffer(evidence), []);
          for (const { id } of accounts) await moneyOf(sql, id);
        }
      },
    ),
    { numRuns: NUM_RUNS, examples: [[EVERY_STATE]] },
  );
  const [moved] = await sql`select count(distinct state)::int as states from task_counts where tasks <> 0`;
  assert.equal(moved?.states, 4, "tasks came into every state");
});

/** Two connections whose backends count in slots of the same number. */
async function twins(databaseUrl: string, pools: Sql[]): Promise<[Sql, Sql]> {
  const bySlot = new Map<number, Sql>();
  for (;;) {
    const pool = connectDatabase(databaseUrl, { applicationName: "test", connections: 1 });
    pools.push(pool);
    const [row] = await pool<{ slot: number }[]>`select pg_backend_pid() % 16 as slot`;
    const twin = bySlot.get(row?.slot ?? -1);
    if (twin !== undefined) return [twin, pool];
    bySlot.set(row?.slot ?? -1, pool);
  }
}

test("an end that is to be refunded and a create of the same account never wait for each other crosswise", async (t) => {
  const pools: Sql[] = [];
  t.after(() => Promise.all(pools.map((pool) => pool.end({ timeout: 1 }))));
  const { sql, databaseUrl, account } = await accountDatabase(t);
  const [ending, creating] = await twins(databaseUrl, pools);
  const taskId = await newTask(sql, account.id);
  let created: Promise<unknown> | undefined;
  await ending.begin(async (transaction) => {
    const error = { code: "CANCELLED", message: "Enough.", retryable: false } as const;
    assert.ok(await endTaskEarly(transaction, taskId, error));
    let isCreated = false;
    created = insertChargedTasks(creating, [taskRow(account.id)]).finally(() => {
      isCreated = true;
    });
    await until("the create to end or to wait", async () => isCreated || (await statementsThatWait(sql)) > 0);
    assert.equal(await insertRefunds(transaction, [taskId]), 1);
  });
  assert.deepEqual(await created, ["created"]);
  assert.deepEqual(await counters.taskCountsThatDiffer({ bed: { sql } }), []);
  assert.equal((await moneyOf(sql, account.id)).used, 1);
});
