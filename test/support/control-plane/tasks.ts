// Tasks in a test's database, and the runs that a media node would have made of them.
import assert from "node:assert/strict";
import type { NewTask } from "../../../control-plane/db/tasks/create-tasks.ts";
import { CreateAnswer } from "../../../control-plane/tasks/create/create-answer.ts";
import { type CreateBatches, createBatches } from "../../../control-plane/tasks/create/create-batches.ts";
import { createTask, type TaskCreation } from "../../../control-plane/tasks/create/create-task.ts";
import { finalizeTasks } from "../../../control-plane/tasks/end/finalize-tasks.ts";
import type { Sql } from "../../../shared/db/connect.ts";
import { newId } from "../../../shared/ids.ts";
import { createLogger } from "../../../shared/logger.ts";
import type { RunOutcome } from "../../../shared/tasks/task-outcome.ts";
import { reportRun } from "../database/runs.ts";
import { until } from "../until.ts";

/** Where webhooks of a running control plane may be sent in vain: nobody listens there, and nothing leaves the machine. */
export const NOBODYS_HOOK = "https://127.0.0.1:1/hook";

const ANSWER_TIME_MS = 300_000;

export const FAILED: RunOutcome = {
  ok: false,
  error: { code: "SOURCE_UNSUPPORTED", message: "The source is not a video.", retryable: false },
};

export const FINISHED: RunOutcome = { ok: true, output: { notice: null, clips: [] } };

/** An answer that has time enough for any test. */
export function openAnswer(): CreateAnswer {
  return new CreateAnswer(new Date(), new Date(Date.now() + ANSWER_TIME_MS));
}

/**
 * Creates a clip task as the API does, and returns its id.
 * @param creates where given, the task is created together with others
 */
export async function newTask(
  sql: Sql,
  accountId: string,
  creation: Partial<TaskCreation> = {},
  creates: CreateBatches = createBatches(sql, sql),
): Promise<string> {
  const task = await createTask(
    { sql, creates },
    {
      accountId,
      kind: "clip",
      model: null,
      templateId: null,
      baseMoods: "1",
      callbackUrl: null,
      idempotencyKey: null,
      request: { source: "test" },
      answer: openAnswer(),
      ...creation,
    },
  );
  return task.id;
}

/** What a create has written: a clip task without a key, for one mood. */
export function taskRow(accountId: string, changes: Partial<NewTask> = {}): NewTask {
  return {
    id: newId("task"),
    accountId,
    kind: "clip",
    model: null,
    templateId: null,
    name: null,
    request: { source: "test" },
    requestHash: Buffer.alloc(32),
    idempotencyKey: null,
    callbackUrl: null,
    deliveryId: newId("delivery"),
    baseMoods: "1",
    queueJob: "run-clip",
    cost: 1,
    traceparent: null,
    answerId: "answer",
    answerBy: new Date(Date.now() + ANSWER_TIME_MS),
    ...changes,
  };
}

/** Starts a run as a media node does, and returns its id. */
export async function newRun(sql: Sql, taskId: string, nodeId: string = newId("node")): Promise<string> {
  const id = newId("run");
  await sql`insert into runs (id, task_id, node_id) values (${id}, ${taskId}, ${nodeId})`;
  const moved = await sql`
    update tasks set state = 'running', current_run_id = ${id} where id = ${taskId} and state in ('queued', 'running')`;
  assert.equal(moved.count, 1);
  return id;
}

/** Reports a run's outcome as a media node does. */
export async function endRun(sql: Sql, runId: string, outcome: RunOutcome): Promise<void> {
  const [run] = await sql<{ task_id: string }[]>`select task_id from runs where id = ${runId}`;
  assert.ok(run !== undefined);
  assert.ok(await reportRun(sql, { taskId: run.task_id, runId }, outcome), "the run may report");
}

/** Ends the tasks of runs that have reported, as a control plane's worker does. Whether this call ended any. */
export async function finalizeReported(sql: Sql): Promise<boolean> {
  return (await finalizeTasks(sql, createLogger("test", "silent"))).ended > 0;
}

/** Waits until a control plane has ended a task whose run has reported. */
export async function taskEnded(sql: Sql, taskId: string): Promise<void> {
  await until("the task to end", async () => {
    const [task] = await sql<{ state: string }[]>`select state from tasks where id = ${taskId}`;
    return task?.state === "finished" || task?.state === "failed";
  });
}

export interface Money {
  readonly granted: number;
  readonly used: number;
  /** Sums of the ledger's entries; adjustments are in `granted` alone. */
  readonly entries: { readonly grant: number; readonly charge: number; readonly refund: number };
}

/** An account's totals; fails where they differ from the sums of its ledger, archived or not. */
export async function moneyOf(sql: Sql, accountId: string): Promise<Money> {
  type Row = Record<"granted" | "used" | "grant" | "adjustment" | "charge" | "refund", string>;
  const [row] = await sql<Row[]>`
    select a.moods_granted as granted, a.moods_used as used,
      coalesce(sum(l.moods) filter (where l.kind = 'grant'), 0) as grant,
      coalesce(sum(l.moods) filter (where l.kind = 'adjustment'), 0) as adjustment,
      coalesce(sum(l.moods) filter (where l.kind = 'charge'), 0) as charge,
      coalesce(sum(l.moods) filter (where l.kind = 'refund'), 0) as refund
    from accounts a left join (
      select account_id, kind, moods from ledger_entries
      union all select account_id, kind, moods from ledger_archive_sums
    ) l on l.account_id = a.id where a.id = ${accountId} group by a.id`;
  assert.ok(row !== undefined);
  const entries = { grant: Number(row.grant), charge: Number(row.charge), refund: Number(row.refund) };
  assert.equal(
    Number(row.granted).toFixed(4),
    (entries.grant + Number(row.adjustment)).toFixed(4),
    "granted is the sum of grants and adjustments",
  );
  assert.equal(
    Number(row.used).toFixed(4),
    (entries.charge - entries.refund).toFixed(4),
    "used is charges less refunds",
  );
  return { granted: Number(row.granted), used: Number(row.used), entries };
}
