// Counts of ended tasks: they are of what was ended and of nothing else, however many end at once.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  countEndedTasks,
  deleteOldEndedHours,
  selectEndedHours,
} from "../../../../control-plane/db/operators/ended-hours.ts";
import {
  endRun,
  FAILED,
  FINISHED,
  finalizeReported,
  newRun,
  newTask,
} from "../../../support/control-plane/tasks.ts";
import { accountDatabase } from "../../../support/database/account-database.ts";

test("what runs end is counted once, with the wait before the first run", async (t) => {
  const { sql, account } = await accountDatabase(t);
  for (const outcome of [FINISHED, FINISHED, FAILED]) {
    const taskId = await newTask(sql, account.id);
    await sql`update tasks set created_at = now() - interval '30 seconds' where id = ${taskId}`;
    await newRun(sql, taskId);
    // The second run begins later: the wait was that for the first.
    await endRun(sql, await newRun(sql, taskId), outcome);
  }
  assert.equal(await finalizeReported(sql), true);
  assert.equal(await finalizeReported(sql), false);
  const [row, ...others] = await selectEndedHours(sql, 2);
  assert.deepEqual(others, []);
  assert.deepEqual([row?.kind, row?.waited_up_to_s, row?.finished, row?.failed], ["clip", 60, 2, 1]);
  assert.ok(Math.abs((row?.waited_ms ?? 0) - 90_000) < 30_000, `${row?.waited_ms}`);
});

test("hours that are long over are forgotten, and others are not shown beyond their time", async (t) => {
  const { sql } = await accountDatabase(t);
  await countEndedTasks(sql, [{ kind: "clip", state: "finished", age_s: 3, waited_s: 1 }]);
  await sql`
    insert into ended_hours select hour - interval '30 hours', kind, waited_up_to_s, finished, failed, waited_ms, worked_ms
    from ended_hours`;
  await sql`
    insert into ended_hours select hour - interval '40 days', kind, waited_up_to_s, finished, failed, waited_ms, worked_ms
    from ended_hours`;
  assert.equal((await selectEndedHours(sql, 24)).length, 1);
  await deleteOldEndedHours(sql);
  const [left] = await sql`select count(*)::int as hours from ended_hours`;
  assert.equal(left?.hours, 2);
});
