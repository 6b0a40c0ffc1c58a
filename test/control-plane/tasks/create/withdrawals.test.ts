// A task exists if, and only if, its create was answered with 201: what is answered otherwise is withdrawn.
import assert from "node:assert/strict";
import { test } from "node:test";
import { creationLock } from "../../../../control-plane/db/tasks/withdrawals.ts";
import { CreateAnswer } from "../../../../control-plane/tasks/create/create-answer.ts";
import { withdrawTask } from "../../../../control-plane/tasks/create/withdrawals.ts";
import { cancelTask } from "../../../../control-plane/tasks/end/cancel-task.ts";
import { newId } from "../../../../shared/ids.ts";
import { WITHDRAWAL_LIMITS } from "../../../../shared/limits/requests.ts";
import { createLogger } from "../../../../shared/logger.ts";
import { outputPrefix, taskPrefix } from "../../../../shared/storage/task-keys.ts";
import {
  endRun,
  FAILED,
  FINISHED,
  finalizeReported,
  moneyOf,
  newRun,
  newTask,
  openAnswer,
} from "../../../support/control-plane/tasks.ts";
import { importTestTemplates } from "../../../support/control-plane/templates.ts";
import { accountDatabase } from "../../../support/database/account-database.ts";
import { dispatch, queuedTasks } from "../../../support/database/queue.ts";
import { NO_TASK_ROWS, taskRowsOf } from "../../../support/database/task-rows.ts";
import { statementsThatWait } from "../../../support/database/waiting-statements.ts";
import { fakeNode, TEST_MODEL } from "../../../support/media-node/media-node.ts";
import { until } from "../../../support/until.ts";

const logger = createLogger("test", "silent");
const LONG_AGO = new Date(0);

test("a create whose statement begins after its answer's time creates nothing and charges nothing", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const answer = new CreateAnswer(LONG_AGO, LONG_AGO);
  await assert.rejects(newTask(sql, account.id, { answer }), { code: "UNAVAILABLE" });
  assert.deepEqual(answer.refuse(), [], "the database said that it did not create it");
  assert.deepEqual(await taskRowsOf(sql), NO_TASK_ROWS);
  assert.equal((await moneyOf(sql, account.id)).used, 0);
});

test("a request that has been answered creates nothing more", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const answer = new CreateAnswer(new Date(), new Date(Date.now() + 60_000));
  answer.refuse();
  await assert.rejects(newTask(sql, account.id, { answer }), { code: "UNAVAILABLE" });
  assert.deepEqual(await taskRowsOf(sql), NO_TASK_ROWS);
});

test("a withdrawn task is gone with its queue job, run and delivery, and its charge came back once", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const answer = openAnswer();
  const taskId = await newTask(sql, account.id, { callbackUrl: "https://93.184.215.14/hook", answer });
  assert.equal(await dispatch(sql), 1);
  await newRun(sql, taskId);
  assert.equal((await moneyOf(sql, account.id)).used, 1);
  for (let round = 0; round < 3; round += 1) {
    assert.ok(await withdrawTask(sql, taskId, { id: answer.id, by: LONG_AGO }, logger));
  }
  assert.deepEqual(await taskRowsOf(sql), NO_TASK_ROWS);
  const money = await moneyOf(sql, account.id);
  assert.deepEqual([money.used, money.entries.charge, money.entries.refund], [0, 1, 1]);
  const files = await sql`select storage_key from discarded_files order by storage_key`;
  assert.deepEqual(
    files.map((row) => row.storage_key),
    [outputPrefix(taskId), taskPrefix(taskId)],
  );
});

test("a withdrawn task leaves the line, and its charge the sums of what was charged", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const [answer, idempotencyKey] = [openAnswer(), "once"];
  const taskId = await newTask(sql, account.id, { answer, idempotencyKey, baseMoods: "2.5" });
  const stayed = await newTask(sql, account.id);
  // As if the answer had been waited for until the day was summed up.
  await sql`
    insert into charge_days (account_id, day, kind, tasks, base_moods, charged_moods)
    select account_id, (hour at time zone 'UTC')::date, kind, tasks, base_moods, charged_moods from charge_hours`;
  await withdrawTask(sql, taskId, { id: answer.id, by: LONG_AGO }, logger);
  assert.deepEqual(await taskRowsOf(sql), { ...NO_TASK_ROWS, tasks: 1, waiting: 2 });
  assert.deepEqual(await queuedTasks(sql), [{ task_id: stayed, queue_job: "run-clip", is_waiting: true }]);
  for (const table of ["charge_seconds", "charge_hours", "charge_days"]) {
    const [sum] = await sql`
      select sum(tasks)::int as tasks, sum(base_moods) as base, sum(charged_moods) as charged from ${sql(table)}`;
    assert.deepEqual({ ...sum }, { tasks: 1, base: "1.0000", charged: "1.0000" }, table);
  }
});

test("a task that has reported and was not ended yet is withdrawn with its report", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const answer = openAnswer();
  const taskId = await newTask(sql, account.id, { answer });
  await dispatch(sql);
  await endRun(sql, await newRun(sql, taskId), FINISHED);
  assert.equal((await taskRowsOf(sql)).reports, 1);
  await withdrawTask(sql, taskId, { id: answer.id, by: LONG_AGO }, logger);
  assert.deepEqual(await taskRowsOf(sql), NO_TASK_ROWS);
});

test("a task that ended before its withdrawal is refunded no more than it was charged", async (t) => {
  const { sql, account } = await accountDatabase(t);
  for (const outcome of [FAILED, FINISHED]) {
    const answer = openAnswer();
    const taskId = await newTask(sql, account.id, { answer });
    const runId = await newRun(sql, taskId);
    await endRun(sql, runId, outcome);
    await finalizeReported(sql);
    await withdrawTask(sql, taskId, { id: answer.id, by: LONG_AGO }, logger);
    assert.equal((await moneyOf(sql, account.id)).used, 0);
    assert.equal(await finalizeReported(sql), false, "a late finalization finds nothing");
  }
  assert.deepEqual(await taskRowsOf(sql), NO_TASK_ROWS);
});

test("a withdrawal waits for a create that is under way, and for one that may still begin", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const taskId = newId("task");
  assert.equal(await withdrawTask(sql, taskId, openAnswer(), logger), false);
  const ends: string[] = [];
  let withdrawing: Promise<unknown> | undefined;
  await sql.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(${creationLock(transaction, taskId)})`;
    withdrawing = withdrawTask(sql, taskId, { id: "answer", by: LONG_AGO }, logger).then(() =>
      ends.push("withdrawn"),
    );
    await until("the withdrawal to wait", async () => {
      return (await statementsThatWait(sql)) === 1;
    });
    ends.push("created");
  });
  await withdrawing;
  assert.deepEqual(ends, ["created", "withdrawn"]);
  assert.equal((await moneyOf(sql, account.id)).used, 0);
});

test("a task stays for as long as one of its answers may tell of it, and goes with the last", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const request = { idempotencyKey: "once", callbackUrl: null };
  const [first, repeat] = [openAnswer(), openAnswer()];
  const taskId = await newTask(sql, account.id, { ...request, answer: first });
  assert.equal(await newTask(sql, account.id, { ...request, answer: repeat }), taskId);
  assert.deepEqual(repeat.refuse(), [taskId], "a repeat that is not answered takes itself back");
  await withdrawTask(sql, taskId, { id: first.id, by: LONG_AGO }, logger);
  assert.equal((await taskRowsOf(sql)).tasks, 1);
  assert.equal((await moneyOf(sql, account.id)).used, 1);
  await withdrawTask(sql, taskId, { id: repeat.id, by: LONG_AGO }, logger);
  assert.deepEqual(await taskRowsOf(sql), NO_TASK_ROWS);
  assert.equal((await moneyOf(sql, account.id)).used, 0);
});

test("a repeat whose answer's time is over is not noted, and one that was refused asks nothing more", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const first = openAnswer();
  const taskId = await newTask(sql, account.id, { idempotencyKey: "once", answer: first });
  const late = new CreateAnswer(LONG_AGO, LONG_AGO);
  await assert.rejects(newTask(sql, account.id, { idempotencyKey: "once", answer: late }), {
    code: "UNAVAILABLE",
  });
  const refused = openAnswer();
  refused.refuse();
  await assert.rejects(newTask(sql, account.id, { idempotencyKey: "once", answer: refused }), {
    code: "UNAVAILABLE",
  });
  await withdrawTask(sql, taskId, { id: first.id, by: LONG_AGO }, logger);
  assert.deepEqual(await taskRowsOf(sql), NO_TASK_ROWS);
});

test("of many repeats only a few are noted", async (t) => {
  const { sql, account } = await accountDatabase(t);
  for (let count = 0; count < 20; count += 1) await newTask(sql, account.id, { idempotencyKey: "once" });
  const [row] = await sql<{ noted: number }[]>`select cardinality(answers) as noted from tasks`;
  assert.equal(row?.noted, WITHDRAWAL_LIMITS.notedAnswers);
});

test("a task that a repeat beyond those few was answered with stays, whatever becomes of the few", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const refused = Array.from({ length: WITHDRAWAL_LIMITS.notedAnswers }, () => openAnswer());
  for (const answer of refused) await newTask(sql, account.id, { idempotencyKey: "once", answer });
  const taskId = await newTask(sql, account.id, { idempotencyKey: "once" });
  for (const { id } of refused) await withdrawTask(sql, taskId, { id, by: LONG_AGO }, logger);
  assert.equal((await taskRowsOf(sql)).tasks, 1);
  assert.equal((await moneyOf(sql, account.id)).used, 1);
});

test("after a withdrawal the same idempotency key creates anew", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const answer = openAnswer();
  const taskId = await newTask(sql, account.id, { idempotencyKey: "once", answer });
  await withdrawTask(sql, taskId, { id: answer.id, by: LONG_AGO }, logger);
  assert.notEqual(await newTask(sql, account.id, { idempotencyKey: "once" }), taskId);
  assert.equal((await moneyOf(sql, account.id)).used, 1);
});

test("a withdrawn task can be cancelled by nobody", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const answer = openAnswer();
  const taskId = await newTask(sql, account.id, { answer });
  await withdrawTask(sql, taskId, { id: answer.id, by: LONG_AGO }, logger);
  await assert.rejects(cancelTask({ sql, logger }, account.id, "jobs", taskId), { code: "NOT_FOUND" });
});

test("a withdrawn task counts as no use of its template, however often it is withdrawn", async (t) => {
  const { sql, account } = await accountDatabase(t);
  await fakeNode(sql, [TEST_MODEL]);
  const [templateId = ""] = await importTestTemplates(sql, {});
  const uses = async (): Promise<unknown> => (await sql`select usage_count::int as n from templates`)[0]?.n;
  await newTask(sql, account.id, { kind: "generation", model: TEST_MODEL.model, templateId });
  const answer = openAnswer();
  const taskId = await newTask(sql, account.id, {
    kind: "generation",
    model: TEST_MODEL.model,
    templateId,
    answer,
  });
  assert.equal(await uses(), 2);
  for (let round = 0; round < 2; round += 1)
    await withdrawTask(sql, taskId, { id: answer.id, by: LONG_AGO }, logger);
  assert.equal(await uses(), 1);
});
