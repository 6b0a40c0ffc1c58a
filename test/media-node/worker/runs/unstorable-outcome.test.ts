import assert from "node:assert/strict";
import { test } from "node:test";
import { taskToRun } from "../../../support/media-node/task-to-run.ts";

const OUTPUT = { notice: null, clips: [] };

test("a text that the database would refuse is stored without what it refuses", async (t) => {
  const { run, runs, finalizations } = await taskToRun(t);
  await run(async () => ({ output: { ...OUTPUT, notice: "half a flame: \ud83d, and \u0000" } }));
  assert.deepEqual(await runs(), [{ state: "succeeded", code: null, percent: 100 }]);
  assert.equal(await finalizations(), 1);
});

test("a task whose outcome the database refuses all the same fails, and is not made again", async (t) => {
  const { run, runs, finalizations, sql } = await taskToRun(t);
  await sql`
    create function refuse() returns trigger language plpgsql as $$
    begin raise exception 'out of range' using errcode = '22003'; end $$`;
  await sql`
    create trigger refuse before insert on reported_runs for each row
    when (new.outcome ->> 'ok' = 'true') execute function refuse()`;
  await run(async () => ({ output: OUTPUT }));
  assert.deepEqual(
    (await runs()).map(({ state, code }) => [state, code]),
    [["failed", "INTERNAL"]],
  );
  assert.equal(await finalizations(), 1);
});
