// What an operator is told of a task by its id.
import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "../../../shared/ids.ts";
import { runAdminHere } from "../../support/control-plane/admin.ts";
import { endRun, FAILED, finalizeReported, newRun, newTask } from "../../support/control-plane/tasks.ts";
import { accountDatabase } from "../../support/database/account-database.ts";

test("a task is shown by its id, with why it failed, what came back, and each of its runs", async (t) => {
  const { sql, databaseUrl, account } = await accountDatabase(t, "10");
  const admin = (...args: readonly string[]) =>
    runAdminHere({ CLIPMILL_DATABASE_URL: databaseUrl }, "task", "show", ...args);
  const taskId = await newTask(sql, account.id, { name: "talk\u001b[2J.mp4" });
  const waiting = JSON.parse((await admin(taskId, "--json")).stdout);
  assert.deepEqual([waiting.state, waiting.error, waiting.runs], ["queued", null, []]);
  const runId = await newRun(sql, taskId);
  await sql`update runs set stage = 'fetching', percent = 2, message = 'Fetching the source' where id = ${runId}`;
  await endRun(sql, runId, FAILED);
  assert.ok(await finalizeReported(sql));
  const failed = JSON.parse((await admin(taskId, "--json")).stdout);
  const { accountId, state, error, message, chargedMoods, refundedMoods, runs } = failed;
  assert.deepEqual(
    { accountId, state, error, message, chargedMoods, refundedMoods },
    {
      accountId: account.id,
      state: "failed",
      error: "SOURCE_UNSUPPORTED",
      message: "The source is not a video.",
      chargedMoods: 1,
      refundedMoods: 1,
    },
  );
  assert.equal(runs.length, 1);
  assert.deepEqual([runs[0].id, runs[0].stage, runs[0].percent], [runId, "fetching", 2]);
  const { stdout } = await admin(taskId);
  assert.match(stdout, /^message: The source is not a video\.$/m);
  assert.match(
    stdout,
    new RegExp(`^runs: id ${runId}, node .*, stage fetching, percent 2, message Fetching the source,`, "m"),
  );
  assert.ok(!stdout.includes("\u001b"), "the terminal is told nothing by a client");
});

test("a task that is not there is refused by its id", async (t) => {
  const { databaseUrl } = await accountDatabase(t);
  const id = newId("task");
  const { code, stderr } = await runAdminHere({ CLIPMILL_DATABASE_URL: databaseUrl }, "task", "show", id);
  assert.deepEqual([code, stderr.trim()], [1, `There is no task ${id}.`]);
});
