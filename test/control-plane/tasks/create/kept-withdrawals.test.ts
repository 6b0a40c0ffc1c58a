// Withdrawals that cannot be made at once: how long they are tried, and where they are kept.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { Registry } from "prom-client";
import { CreateAnswer } from "../../../../control-plane/tasks/create/create-answer.ts";
import { gaugeWithdrawals } from "../../../../control-plane/tasks/create/create-metrics.ts";
import { createWithdrawals } from "../../../../control-plane/tasks/create/withdrawals.ts";
import { connectDatabase } from "../../../../shared/db/connect.ts";
import { newId } from "../../../../shared/ids.ts";
import { HTTP_LIMITS, WITHDRAWAL_LIMITS } from "../../../../shared/limits/requests.ts";
import { HOUR } from "../../../../shared/limits/units.ts";
import { createLogger } from "../../../../shared/logger.ts";
import { moneyOf, newTask, openAnswer } from "../../../support/control-plane/tasks.ts";
import { accountDatabase } from "../../../support/database/account-database.ts";
import { stopDatabaseClock } from "../../../support/database/stopped-clock.ts";
import { NO_TASK_ROWS, taskRowsOf } from "../../../support/database/task-rows.ts";
import { keptLog } from "../../../support/kept-log.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { until } from "../../../support/until.ts";

const logger = createLogger("test", "silent");
const LONG_AGO = new Date(0);
const ANSWER_MS = 4_000;

test("what is to be withdrawn is tried until the answer's time is over", async (t) => {
  const { account, ...database } = await accountDatabase(t);
  const { sql, startedAt, looks, set } = await stopDatabaseClock(t, database.sql, database.databaseUrl);
  const withdrawals = createWithdrawals(sql, logger, await temporaryFolder(t));
  const registry = new Registry();
  gaugeWithdrawals(registry, withdrawals);
  const toldWaiting = async () =>
    (await registry.getSingleMetric("clipmill_withdrawals_waiting")?.get())?.values[0]?.value;
  t.after(() => withdrawals.stop());
  const answer = new CreateAnswer(startedAt, new Date(startedAt.getTime() + ANSWER_MS));
  await newTask(sql, account.id, { answer });
  for (const id of answer.refuse()) withdrawals.withdraw(id, answer);
  for (const time of [startedAt, answer.by]) {
    await set(time);
    const before = await looks();
    // One that was under way may have looked before.
    await until("two tries", async () => (await looks()) >= before + 2);
    assert.equal((await taskRowsOf(sql)).tasks, 1);
    assert.equal(await toldWaiting(), 1);
  }
  await set(new Date(answer.by.getTime() + 1));
  await until("the withdrawal", async () => (await taskRowsOf(sql)).tasks === 0);
  await until("the end of its try", async () => (await toldWaiting()) === 0);
  assert.equal((await moneyOf(sql, account.id)).used, 0);
  await assert.rejects(newTask(sql, account.id, { answer }), { code: "UNAVAILABLE" });
});

test("what is to be withdrawn waits for no time that the database's clock was set back from, and is not created then", async (t) => {
  const { account, ...database } = await accountDatabase(t);
  const { sql, startedAt, set } = await stopDatabaseClock(t, database.sql, database.databaseUrl);
  const withdrawals = createWithdrawals(sql, logger, await temporaryFolder(t));
  t.after(() => withdrawals.stop());
  const answer = new CreateAnswer(startedAt, new Date(startedAt.getTime() + ANSWER_MS));
  const taskId = await newTask(sql, account.id, { answer, idempotencyKey: "once" });
  await set(new Date(startedAt.getTime() - HOUR));
  const inFlight = new CreateAnswer(answer.promisedAt, answer.by);
  await assert.rejects(newTask(sql, account.id, { answer: inFlight }), { code: "UNAVAILABLE" });
  await assert.rejects(newTask(sql, account.id, { answer: inFlight, idempotencyKey: "once" }), {
    code: "UNAVAILABLE",
  });
  withdrawals.withdraw(taskId, answer);
  await until("the withdrawal", () => withdrawals.waiting === 0);
  assert.deepEqual(await taskRowsOf(sql), NO_TASK_ROWS);
  assert.equal((await moneyOf(sql, account.id)).used, 0);
});

test("a stop waits for a withdrawal whose create could have begun until a moment ago", async (t) => {
  const { account, ...database } = await accountDatabase(t);
  const { sql, startedAt, looks, set } = await stopDatabaseClock(t, database.sql, database.databaseUrl);
  const folder = await temporaryFolder(t);
  const withdrawals = createWithdrawals(sql, logger, folder);
  assert.ok(WITHDRAWAL_LIMITS.stopMs > HTTP_LIMITS.replyTimeoutMs, "any answer's time is over by then");
  const limits: { stopMs: number } = WITHDRAWAL_LIMITS;
  t.mock.property(limits, "stopMs", 60_000);
  const answer = new CreateAnswer(startedAt, new Date(startedAt.getTime() + ANSWER_MS));
  await newTask(sql, account.id, { answer });
  for (const id of answer.refuse()) withdrawals.withdraw(id, answer);
  let hasStopped = false;
  const stopping = withdrawals.stop().then(() => {
    hasStopped = true;
  });
  const before = await looks();
  await until("two tries", async () => (await looks()) >= before + 2);
  assert.ok(!hasStopped, "while the create could begin");
  await set(new Date(answer.by.getTime() + 1));
  await stopping;
  assert.deepEqual(await taskRowsOf(sql), NO_TASK_ROWS);
  assert.equal((await moneyOf(sql, account.id)).used, 0);
  assert.deepEqual(await readdir(folder), []);
});

test("what a process could not withdraw is withdrawn by the one that is started after it", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const folder = join(await temporaryFolder(t), "withdrawals");
  const away = connectDatabase("postgres://nobody@127.0.0.1:1/none", {
    applicationName: "test",
    connections: 1,
  });
  t.after(() => away.end({ timeout: 0 }));
  const answer = openAnswer();
  const taskId = await newTask(sql, account.id, { answer });
  const before = createWithdrawals(away, logger, folder);
  before.withdraw(taskId, { id: answer.id, by: LONG_AGO });
  assert.equal((await readdir(folder)).length, 1, "it is noted before the request is answered");
  await before.stop();
  assert.equal((await taskRowsOf(sql)).tasks, 1);
  await writeFile(join(folder, "of somebody else"), "");
  const after = createWithdrawals(sql, logger, folder);
  t.after(() => after.stop());
  await until("the withdrawal", async () => (await readdir(folder)).length === 1);
  assert.deepEqual(await taskRowsOf(sql), NO_TASK_ROWS);
  assert.equal((await moneyOf(sql, account.id)).used, 0);
  assert.deepEqual(await readdir(folder), ["of somebody else"]);
});

test("what could not be noted is noted later, a database that is away costs a line a round, and a stop says what is forgotten", async (t) => {
  const folder = join(await temporaryFolder(t), "withdrawals");
  await writeFile(folder, "in the way");
  const away = connectDatabase("postgres://nobody@127.0.0.1:1/none", {
    applicationName: "test",
    connections: 1,
  });
  t.after(() => away.end({ timeout: 0 }));
  const { logger: kept, lines } = keptLog();
  const withdrawals = createWithdrawals(away, kept, folder);
  t.after(() => withdrawals.stop());
  const taskIds = Array.from({ length: 20 }, () => newId("task"));
  for (const taskId of taskIds) withdrawals.withdraw(taskId, { id: randomUUID(), by: LONG_AGO });
  const linesOf = (text: string) => lines.filter(({ msg }) => msg.startsWith(text));
  await until("a round", () => linesOf("tasks not withdrawn yet").length > 1);
  assert.ok(lines.length < taskIds.length, "not one for each");
  assert.equal(linesOf("withdrawals cannot be noted").length, 1);
  await rm(folder);
  // It is made then, too: nobody else would.
  await until("the notes", async () => {
    const noted = await readdir(folder).catch(() => []);
    return noted.length === taskIds.length;
  });
  assert.equal(linesOf("withdrawals can be noted again").length, 1);
  await rename(folder, `${folder}.away`);
  await writeFile(folder, "in the way");
  const late = newId("task");
  withdrawals.withdraw(late, { id: randomUUID(), by: LONG_AGO });
  await withdrawals.stop();
  assert.equal(linesOf("withdrawals cannot be noted").length, 2, "it is said again");
  const ends = linesOf("stopped before all tasks could be withdrawn");
  assert.deepEqual(
    ends.map(({ noted, forgottenTaskIds }) => [noted, forgottenTaskIds]),
    [[taskIds.length, [late]]],
  );
});

test("a folder that cannot be written keeps nothing from being withdrawn", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const withdrawals = createWithdrawals(sql, logger, "/proc/none/withdrawals");
  t.after(() => withdrawals.stop());
  const answer = openAnswer();
  const taskId = await newTask(sql, account.id, { answer });
  withdrawals.withdraw(taskId, { id: answer.id, by: LONG_AGO });
  await until("the withdrawal", async () => (await taskRowsOf(sql)).tasks === 0);
});
