// The end of tasks as their runs reported, many at a time, by any number of control planes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { postponeReportedRuns } from "../../../../control-plane/db/tasks/reported-runs.ts";
import { createBatches } from "../../../../control-plane/tasks/create/create-batches.ts";
import { type Finalized, finalizeTasks } from "../../../../control-plane/tasks/end/finalize-tasks.ts";
import { connectDatabase, type Sql } from "../../../../shared/db/connect.ts";
import { newId } from "../../../../shared/ids.ts";
import { createLogger } from "../../../../shared/logger.ts";
import type { RunOutcome } from "../../../../shared/tasks/task-outcome.ts";
import {
  endRun,
  FAILED,
  FINISHED,
  finalizeReported,
  moneyOf,
  newRun,
  newTask,
} from "../../../support/control-plane/tasks.ts";
import { accountDatabase } from "../../../support/database/account-database.ts";
import { tasksToTell } from "../../../support/database/queue.ts";
import { recordingPool } from "../../../support/database/recorded-statements.ts";
import { reportRun } from "../../../support/database/runs.ts";
import { createTestAccount } from "../../../support/database/test-account.ts";
import { generatedFile } from "../../../support/media-node/media-node.ts";

const logger = createLogger("test", "silent");
const CALLBACK_URL = "https://93.184.215.14/hook";

/** Makes tasks whose runs have reported: every second one a failure. Their ids in the order of their reports. */
async function reported(sql: Sql, accountId: string, count: number): Promise<string[]> {
  const creates = createBatches(sql, sql);
  const creation = { callbackUrl: CALLBACK_URL };
  const taskIds = await Promise.all(
    Array.from({ length: count }, () => newTask(sql, accountId, creation, creates)),
  );
  for (const [index, taskId] of taskIds.entries())
    await endRun(sql, await newRun(sql, taskId), index % 2 === 0 ? FINISHED : FAILED);
  return taskIds;
}

async function statesOf(sql: Sql): Promise<Record<string, number>> {
  const rows = await sql<{ state: string; tasks: number }[]>`
    select state, count(*)::int as tasks from tasks group by state`;
  return Object.fromEntries(rows.map((row) => [row.state, row.tasks]));
}

test("a run that succeeded finishes its task, keeps the charge, and a second finalization changes nothing", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const taskId = await newTask(sql, account.id);
  const runId = await newRun(sql, taskId);
  await endRun(sql, runId, FINISHED);
  assert.equal(await finalizeReported(sql), true);
  const [before] = await sql`select * from tasks where id = ${taskId}`;
  assert.equal(before?.state, "finished");
  assert.deepEqual(before?.output, { notice: null, clips: [] });
  assert.equal(await finalizeReported(sql), false);
  const [after] = await sql`select * from tasks where id = ${taskId}`;
  assert.deepEqual({ ...after }, { ...before });
  assert.equal((await moneyOf(sql, account.id)).used, 1);
});

test("a run that failed fails its task and refunds it once, however often it is finalized at once", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const taskId = await newTask(sql, account.id);
  const runId = await newRun(sql, taskId);
  await endRun(sql, runId, FAILED);
  const ended = await Promise.all(Array.from({ length: 5 }, () => finalizeReported(sql)));
  assert.equal(ended.filter(Boolean).length, 1);
  assert.deepEqual((await moneyOf(sql, account.id)).entries, { grant: 100, charge: 1, refund: 1 });
});

/** Of a generation task with as many outputs, some of which could not be made. */
function outcomeWith(made: number, failed: number): RunOutcome {
  const files = Array.from({ length: made }, () => generatedFile("task"));
  const failures = Array.from({ length: failed }, () => ({
    id: newId("result"),
    status: "FAILED" as const,
    fileKey: null,
    fileType: null,
  }));
  return { ok: true, output: null, result: [...files, ...failures] };
}

test("the share of outputs that could not be made comes back once, however often the task is finalized at once", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const creation = {
    kind: "generation",
    model: "painter",
    baseMoods: "1",
    callbackUrl: CALLBACK_URL,
  } as const;
  const [third, all, none, half] = await Promise.all(
    ["1", "8", "3", "0.0001"].map((baseMoods) => newTask(sql, account.id, { ...creation, baseMoods })),
  );
  const ends: [string | undefined, RunOutcome][] = [
    [third, outcomeWith(2, 1)],
    [all, outcomeWith(1, 3)],
    [none, outcomeWith(3, 0)],
    [half, outcomeWith(1, 1)],
  ];
  for (const [taskId = "", outcome] of ends) await endRun(sql, await newRun(sql, taskId), outcome);
  const rounds = await Promise.all(Array.from({ length: 4 }, () => finalizeTasks(sql, logger)));
  assert.equal(
    rounds.reduce((sum, { ended }) => sum + ended, 0),
    4,
  );
  await finalizeReported(sql);
  const rows = await sql<{ id: string; state: string; error: unknown; refunded: number }[]>`
    select id, state, error, refunded_moods::float8 as refunded from tasks`;
  const shown = Object.fromEntries(rows.map(({ id, ...row }) => [id, row]));
  const finished = { state: "finished", error: null };
  assert.deepEqual(shown, {
    [third ?? ""]: { ...finished, refunded: 0.3333 },
    [all ?? ""]: { ...finished, refunded: 6 },
    [none ?? ""]: { ...finished, refunded: 0 },
    [half ?? ""]: { ...finished, refunded: 0.0001 },
  });
  const { used, entries } = await moneyOf(sql, account.id);
  assert.deepEqual([used, entries.refund], [5.6667, 6.3334]);
  assert.equal((await tasksToTell(sql)).length, 4);
});

test("the outcome of a run that another has overtaken is refused", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const taskId = await newTask(sql, account.id);
  const slow = await newRun(sql, taskId);
  const current = await newRun(sql, taskId);
  assert.equal(await reportRun(sql, { taskId, runId: slow }, FAILED), false);
  assert.equal(await finalizeReported(sql), false);
  const [task] = await sql`select state, current_run_id from tasks where id = ${taskId}`;
  assert.deepEqual({ ...task }, { state: "running", current_run_id: current });
  assert.equal((await moneyOf(sql, account.id)).used, 1);
});

test("a hundred reports are one transaction, each with its own end, refund and webhook", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const taskIds = await reported(sql, account.id, 100);
  assert.deepEqual(await finalizeTasks(sql, logger), { reports: 100, ended: 100, deliveries: 100 });
  const [transactions] = await sql`select count(distinct xmin::text)::int as count from tasks`;
  assert.equal(transactions?.count, 1);
  const tasks = await sql<{ id: string; state: string; output: unknown; error: unknown }[]>`
    select id, state, output, error from tasks order by id`;
  const expected = taskIds.map((id, index) =>
    index % 2 === 0
      ? { id, state: "finished", output: FINISHED.ok && FINISHED.output, error: null }
      : { id, state: "failed", output: null, error: FAILED.ok || FAILED.error },
  );
  assert.deepEqual(
    tasks.map((row) => ({ ...row })),
    expected.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  );
  assert.deepEqual((await moneyOf(sql, account.id)).entries, { grant: 100, charge: 100, refund: 50 });
  assert.deepEqual(await tasksToTell(sql), taskIds.toSorted());
  assert.deepEqual(await finalizeTasks(sql, logger), { reports: 0, ended: 0, deliveries: 0 });
});

test("more reports than one statement takes wait for the next, oldest first", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const taskIds = await reported(sql, account.id, 5);
  assert.deepEqual(await finalizeTasks(sql, logger, 3), { reports: 3, ended: 3, deliveries: 3 });
  assert.deepEqual(await tasksToTell(sql), taskIds.slice(0, 3).toSorted());
  assert.deepEqual(await finalizeTasks(sql, logger, 3), { reports: 2, ended: 2, deliveries: 2 });
});

test("a report that the database does not take is put off, and all others end at once", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const taskIds = await reported(sql, account.id, 20);
  const poisoned = taskIds[7] ?? "";
  const mend = (ok: unknown) => sql`
    update reported_runs set outcome = jsonb_set(outcome, '{ok}', ${sql.json(ok as never)}) where task_id = ${poisoned}`;
  await mend("perhaps");
  assert.deepEqual(await finalizeTasks(sql, logger), { reports: 20, ended: 19, deliveries: 19 });
  assert.deepEqual(await statesOf(sql), { finished: 10, failed: 9, running: 1 });
  const [left] = await sql`select run_id, attempts from reported_runs`;
  assert.equal(left?.attempts, 1);
  // Longer than any test takes.
  await sql`update reported_runs set retry_at = now() + interval '1 hour'`;
  assert.deepEqual(await finalizeTasks(sql, logger), { reports: 0, ended: 0, deliveries: 0 });
  await mend(false);
  await sql`update reported_runs set retry_at = now()`;
  assert.deepEqual(await finalizeTasks(sql, logger), { reports: 1, ended: 1, deliveries: 1 });
  assert.deepEqual((await moneyOf(sql, account.id)).entries, { grant: 100, charge: 20, refund: 10 });
});

test("a report is put off longer each time, up to a bound", async (t) => {
  const { sql, account } = await accountDatabase(t);
  await reported(sql, account.id, 1);
  const pauses: unknown[] = [];
  // In a transaction, so that its time stands still.
  await sql.begin(async (transaction) => {
    for (let round = 0; round < 12; round += 1) {
      const [report] = await transaction<{ run_id: string }[]>`select run_id from reported_runs`;
      await postponeReportedRuns(transaction, [report?.run_id ?? ""]);
      const [row] = await transaction`
        select round(extract(epoch from retry_at - now()))::int as pause_s from reported_runs`;
      pauses.push(row?.pause_s);
    }
  });
  assert.deepEqual(pauses, [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]);
});

test("control planes that end tasks at once share the reports: each is dealt with by one", async (t) => {
  const { sql, databaseUrl, account } = await accountDatabase(t, "1000");
  const others = await Promise.all([createTestAccount(sql), createTestAccount(sql)]);
  const taskIds = (await Promise.all([account, ...others].map(({ id }) => reported(sql, id, 50)))).flat();
  const planes = [1, 2, 3].map(() =>
    connectDatabase(databaseUrl, { applicationName: "test", connections: 1 }),
  );
  t.after(() => Promise.all(planes.map((plane) => plane.end({ timeout: 1 }))));
  const empty = async (plane: Sql): Promise<Finalized[]> => {
    const rounds: Finalized[] = [];
    do rounds.push(await finalizeTasks(plane, logger, 7));
    while ((rounds.at(-1)?.reports ?? 0) > 0);
    return rounds;
  };
  const rounds = (await Promise.all(planes.map(empty))).flat();
  // What waited too long for an account's row, which another plane held, is put off.
  while ((await sql`update reported_runs set retry_at = now() returning run_id`).length > 0) {
    rounds.push(await finalizeTasks(sql, logger, 7));
  }
  assert.equal(
    rounds.reduce((sum, round) => sum + round.ended, 0),
    taskIds.length,
  );
  assert.deepEqual(await statesOf(sql), { finished: 75, failed: 75 });
  for (const { id } of [account, ...others]) {
    const { entries } = await moneyOf(sql, id);
    assert.deepEqual([entries.charge, entries.refund], [50, 25]);
  }
  assert.deepEqual(await tasksToTell(sql), taskIds.toSorted());
});

test("a report of a run that its task has left behind goes, and changes nothing", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const taskId = await newTask(sql, account.id);
  await endRun(sql, await newRun(sql, taskId), FINISHED);
  const current = await newRun(sql, taskId);
  assert.deepEqual(await finalizeTasks(sql, logger), { reports: 1, ended: 0, deliveries: 0 });
  const [task] = await sql`select state, current_run_id from tasks`;
  assert.deepEqual({ ...task }, { state: "running", current_run_id: current });
  assert.equal((await sql`select from reported_runs`).length, 0);
});

test("a task whose row somebody holds is put off and holds up no other", { timeout: 60_000 }, async (t) => {
  const { sql, databaseUrl, account } = await accountDatabase(t);
  // A pool without a bound of its own for statements.
  const { sql: finalizing } = recordingPool(t, databaseUrl);
  const [held = "", other = ""] = await reported(sql, account.id, 2);
  await sql.begin(async (holder) => {
    await holder`select from tasks where id = ${held} for update`;
    const [before] = await sql<{ at: Date }[]>`select now() as at`;
    assert.equal((await finalizeTasks(finalizing, logger)).ended, 1);
    const [task] = await sql<{ state: string }[]>`select state from tasks where id = ${other}`;
    assert.equal(task?.state, "failed");
    const [report] = await sql`
      select attempts, retry_at > ${before?.at ?? ""}::timestamptz + interval '0.5 s' as is_put_off from reported_runs`;
    assert.deepEqual({ ...report }, { attempts: 1, is_put_off: true });
  });
});

test("of an account whose row somebody holds, what gets a share back is put off with the failures", {
  timeout: 60_000,
}, async (t) => {
  const { sql, databaseUrl, account } = await accountDatabase(t);
  const { sql: finalizing, statements } = recordingPool(t, databaseUrl);
  for (const outcome of [outcomeWith(1, 1), FINISHED, FAILED, outcomeWith(2, 0), outcomeWith(2, 1)])
    await endRun(sql, await newRun(sql, await newTask(sql, account.id)), outcome);
  await sql.begin(async (holder) => {
    await holder`select from accounts where id = ${account.id} for update`;
    assert.equal((await finalizeTasks(finalizing, logger)).ended, 2);
    assert.equal(statements.filter(({ text }) => text === "rollback").length, 2);
  });
});

test("refunds of an account whose row somebody holds are put off together after one wait, and all else ends", {
  timeout: 60_000,
}, async (t) => {
  const { sql, databaseUrl, account } = await accountDatabase(t);
  const other = await createTestAccount(sql);
  const { sql: finalizing, statements } = recordingPool(t, databaseUrl);
  await reported(sql, account.id, 20);
  await reported(sql, other.id, 4);
  await sql.begin(async (holder) => {
    await holder`select from accounts where id = ${account.id} for update`;
    assert.equal((await finalizeTasks(finalizing, logger)).ended, 14);
    const [report] = await sql`
      select count(*)::int as reports, min(attempts) as min, max(attempts) as max from reported_runs`;
    assert.deepEqual({ ...report }, { reports: 10, min: 1, max: 1 });
    const rollbacks = statements.filter(({ text }) => text === "rollback");
    assert.equal(rollbacks.length, 2, "of all together, and of the first refund");
  });
});
