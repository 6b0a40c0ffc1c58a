// The queue in the console: what waits, what was given up and is tried again or dropped, and how quickly work is done.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createAccount } from "../../../../../control-plane/accounts/manage-accounts.ts";
import { grantMoods } from "../../../../../control-plane/billing/grant-moods.ts";
import type {
  DroppedJobView,
  FailedJobView,
  QueueView,
  ThroughputView,
} from "../../../../../control-plane/console/api-types/operator.ts";
import type { OperatorTaskView } from "../../../../../control-plane/console/api-types/operator-tasks.ts";
import { HIGHLIGHT_RENDER } from "../../../../../media-node/reel/highlight-render.ts";
import { failureOf, testControlPlane } from "../../../../support/control-plane/control-plane.ts";
import { readAudit, signInOperator } from "../../../../support/control-plane/operator.ts";
import {
  endRun,
  FAILED,
  FINISHED,
  newRun,
  newTask,
  taskEnded,
} from "../../../../support/control-plane/tasks.ts";
import { importTestTemplates, REEL_TEMPLATE } from "../../../../support/control-plane/templates.ts";
import { fakeNode } from "../../../../support/media-node/media-node.ts";
import { until } from "../../../../support/until.ts";

test("failed queue jobs are listed with their reason, tried again and dropped, each in the log", async (t) => {
  const plane = await testControlPlane(t);
  const operator = await signInOperator(plane);
  const { sql } = plane;
  const account = await plane.account({ moods: "10" });
  await fakeNode(sql);
  const taskIds = [await newTask(sql, account.id), await newTask(sql, account.id)];
  await until("both to be ready", async () => {
    const jobs = await sql`select from graphile_worker._private_jobs where key like 'task_%'`;
    return jobs.length === 2;
  });
  await sql`update graphile_worker._private_jobs set attempts = max_attempts, last_error = E'no luck\nat a.ts'`;
  const failed = await operator.ask<FailedJobView[]>("GET", "/queue/failed");
  assert.deepEqual(
    failed.map(({ job, subject, accountId, lastError }) => [job, subject, accountId, lastError]),
    taskIds.map((id) => ["run-clip", id, account.id, "no luck"]),
  );
  const [first, second] = failed;
  await operator.ask("POST", `/queue/failed/${first?.id}/retry`);
  const dropped = await operator.ask<DroppedJobView>("DELETE", `/queue/failed/${second?.id}`);
  assert.deepEqual([dropped.taskEnded, dropped.refunded], [true, true]);
  const { hours } = await operator.ask<ThroughputView>("GET", "/throughput");
  assert.deepEqual(
    hours.map((hour) => hour.failed),
    [1],
  );
  assert.deepEqual(await operator.ask("GET", "/queue/failed"), []);
  assert.equal(failureOf(await operator.send("DELETE", `/queue/failed/${second?.id}`)), "404 NOT_FOUND");
  assert.equal(failureOf(await operator.send("POST", "/queue/failed/none/retry")), "404 NOT_FOUND");
  assert.deepEqual(await operator.ask("POST", "/queue/failed/retry"), { retried: 0 });
  const { lines } = await operator.ask<QueueView>("GET", "/queue");
  const clips = lines.find(({ kind }) => kind === "clip");
  assert.deepEqual([clips?.waiting, clips?.failed, clips?.nodes], [1, 0, 1]);
  assert.deepEqual(
    (await readAudit(sql)).map((line) => line.split(" ").slice(0, 2).join(" ")),
    ["queue retry", "queue drop", "queue retry"],
  );
});

test("a failed queue job names whose task it runs, or what its template shows", async (t) => {
  const plane = await testControlPlane(t);
  const operator = await signInOperator(plane);
  const { sql } = plane;
  await fakeNode(sql, [HIGHLIGHT_RENDER]);
  const [templateId] = await importTestTemplates(sql, REEL_TEMPLATE);
  const { id: accountId } = await createAccount(sql, { email: "ada@example.com", approve: true });
  await grantMoods(sql, { accountId, moods: "10", note: null });
  const taskId = await newTask(sql, accountId);
  await until("the task's job to be ready", async () => {
    const jobs = await sql`select from graphile_worker._private_jobs where key = ${taskId}`;
    return jobs.length === 1;
  });
  await sql`
    update graphile_worker._private_jobs set attempts = max_attempts
    where key in (${taskId}, ${`preview:${templateId}`})`;
  const failed = await operator.ask<FailedJobView[]>("GET", "/queue/failed");
  assert.deepEqual(
    failed.map(({ subject, template, accountId: id, accountEmail }) => [subject, template, id, accountEmail]),
    [
      [templateId, "Blue panels", null, null],
      [taskId, null, accountId, "ada@example.com"],
    ],
  );
});

test("throughput counts what ended by hour and kind, with how long it had waited", async (t) => {
  const plane = await testControlPlane(t);
  const operator = await signInOperator(plane);
  const { sql } = plane;
  const { id } = await plane.account();
  assert.deepEqual(await operator.ask("GET", "/throughput"), { hours: [], waiting: [] });
  for (const [waitS, outcome] of [
    [0, FINISHED],
    [40, FINISHED],
    [4_000, FAILED],
  ] as const) {
    const taskId = await newTask(sql, id);
    await sql`update tasks set created_at = now() - ${waitS} * interval '1 second' where id = ${taskId}`;
    await endRun(sql, await newRun(sql, taskId), outcome);
    await taskEnded(sql, taskId);
  }
  const { hours, waiting } = await operator.ask<ThroughputView>("GET", "/throughput");
  const sumOf = (read: (hour: (typeof hours)[number]) => number) =>
    hours.reduce((sum, hour) => sum + read(hour), 0);
  assert.deepEqual([sumOf((hour) => hour.finished), sumOf((hour) => hour.failed)], [2, 1]);
  const [clips] = waiting;
  assert.deepEqual(
    [clips?.kind, clips?.ended, clips?.failed, clips?.medianWaitUpToS, clips?.p95WaitUpToS],
    ["clip", 3, 1, 60, 14_400],
  );
});

test("a task of any account is told by its id, with its money and its runs, and nothing that it was made of", async (t) => {
  const plane = await testControlPlane(t);
  const operator = await signInOperator(plane);
  const { sql } = plane;
  const account = await plane.account({ moods: "10" });
  const taskId = await newTask(sql, account.id, { name: "talk.mp4" });
  const runId = await newRun(sql, taskId);
  await endRun(sql, runId, FAILED);
  await taskEnded(sql, taskId);
  const { runs, ...task } = await operator.ask<OperatorTaskView>("GET", `/tasks/${taskId}`);
  const [owner] = await sql<{ email: string }[]>`
    select u.email from accounts a join users u on u.id = a.user_id where a.id = ${account.id}`;
  assert.deepEqual(
    { ...task, createdAt: null, completedAt: null },
    {
      id: taskId,
      accountId: account.id,
      accountEmail: owner?.email,
      kind: "clip",
      name: "talk.mp4",
      model: null,
      state: "failed",
      error: "SOURCE_UNSUPPORTED",
      message: "The source is not a video.",
      chargedMoods: 1,
      refundedMoods: 1,
      createdAt: null,
      completedAt: null,
    },
  );
  assert.deepEqual(
    runs.map(({ id, state }) => [id, state]),
    [[runId, "failed"]],
  );
  assert.equal(failureOf(await operator.send("GET", "/tasks/none")), "404 NOT_FOUND");
});
