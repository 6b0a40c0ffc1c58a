// Runs whose database does not answer, or fails, when they end.
import assert from "node:assert/strict";
import { test } from "node:test";
import { pino } from "pino";
import type { Pipeline } from "../../../../media-node/worker/runs/run-pipeline.ts";
import { runTask } from "../../../../media-node/worker/runs/run-task.ts";
import { takenJob } from "../../../support/database/queue.ts";
import { SUCCESS, taskToRun } from "../../../support/media-node/task-to-run.ts";
import { until } from "../../../support/until.ts";

test("a run that ends while the database does not answer is recorded once it does", async (t) => {
  const { services, runs, finalizations, sql, taskId } = await taskToRun(t);
  const lines: string[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(line) });
  const gate = Promise.withResolvers<void>();
  let times = 0;
  let outage: Promise<unknown> | undefined;
  const pipeline: Pipeline = async () => {
    times += 1;
    const locked = Promise.withResolvers<void>();
    outage = sql.begin(async (transaction) => {
      await transaction`lock table runs in access exclusive mode`;
      locked.resolve();
      await gate.promise;
    });
    await locked.promise;
    return SUCCESS;
  };
  const running = runTask({ ...services, logger }, taskId, pipeline, await takenJob(sql));
  await until("a try in vain", () => lines.some((line) => line.includes("not written yet")), 30_000);
  gate.resolve();
  await Promise.all([outage, running]);
  assert.deepEqual(
    [times, (await runs()).map(({ state }) => state), await finalizations()],
    [1, ["succeeded"], 1],
  );
});

test("a run that looks for transcripts while the database is away waits for it, and has not failed", async (t) => {
  const { services, runs, sql, taskId } = await taskToRun(t);
  const gone = Object.assign(new Error("The database closed the connection."), { code: "CONNECTION_CLOSED" });
  let failures = 2;
  const nodeSql = new Proxy(services.sql, {
    apply: (query, self, args) => {
      failures -= 1;
      return failures < 0 ? Reflect.apply(query, self, args) : Promise.reject(gone);
    },
  });
  const subject = { sourceHash: Buffer.alloc(32), quality: null, model: "hears-all@1", startS: 0, endS: 9 };
  const pipeline: Pipeline = async ({ transcripts }) => {
    assert.equal(await transcripts.find(subject), undefined);
    return SUCCESS;
  };
  await runTask({ ...services, sql: nodeSql }, taskId, pipeline, await takenJob(sql));
  assert.deepEqual(
    (await runs()).map(({ state }) => state),
    ["succeeded"],
  );
});

test("a run whose database fails ends as retried in the metrics and leaves no gauge behind", async (t) => {
  const { run, sql, metric, scratchFiles } = await taskToRun(t);
  const broken: Pipeline = async () => {
    await sql`alter table runs rename to runs_gone`;
    return SUCCESS;
  };
  await assert.rejects(run(broken));
  assert.equal(await metric('clipmill_runs_active{kind="clip"}'), 0);
  assert.deepEqual(await scratchFiles(), []);
});
