// Runs whose database does not answer, or fails, when they end.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { pino } from "pino";
import { findCachedTranscript, keepTranscript } from "../../../../media-node/pipelines/transcript-cache.ts";
import type { Transcript } from "../../../../media-node/speech/transcripts/transcript.ts";
import type { Pipeline } from "../../../../media-node/worker/runs/run-pipeline.ts";
import { runTask } from "../../../../media-node/worker/runs/run-task.ts";
import { QUEUE_LIMITS } from "../../../../shared/limits/queue.ts";
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

const GONE = Object.assign(new Error("The database closed the connection."), { code: "CONNECTION_CLOSED" });

/** Moves the process's clock on. */
function leapingClock(t: TestContext): (ms: number) => void {
  const now = performance.now.bind(performance);
  let leaptMs = 0;
  t.mock.method(performance, "now", () => now() + leaptMs);
  return (ms) => {
    leaptMs += ms;
  };
}

test("the end of a run is tried to be written for an hour in all, whatever is to be written", async (t) => {
  const { services, sql, taskId } = await taskToRun(t);
  const leap = leapingClock(t);
  const refused = Object.assign(new Error("out of range"), { code: "22003" });
  const failures = [GONE, refused, GONE];
  const report = (): Promise<boolean> => {
    leap(0.6 * QUEUE_LIMITS.endTimeoutMs);
    const failure = failures.shift();
    return failure === undefined ? Promise.resolve(true) : Promise.reject(failure);
  };
  const away = { ...services, runs: { ...services.runs, report } };
  await assert.rejects(
    runTask(away, taskId, async () => SUCCESS, await takenJob(sql)),
    GONE,
  );
  assert.deepEqual(failures, []);
});

test("a run waits minutes for kept transcripts, and then goes on without them", async (t) => {
  const { services, runs, sql, taskId, storedFiles } = await taskToRun(t);
  const leap = leapingClock(t);
  const nodeSql = new Proxy(services.sql, {
    apply: (query, self, args) => {
      if (!String(args[0]).includes("transcripts")) return Reflect.apply(query, self, args);
      leap(QUEUE_LIMITS.transcriptWaitMs + 1);
      return Promise.reject(GONE);
    },
  });
  const source = { kind: "url", url: "https://site.test/talk" } as const;
  const request = { source, quality: null, range: { startS: 0, endS: 9 } };
  const transcript = { language: "en", model: "hears-all@1", range: request.range, sourceS: 9 };
  const pipeline: Pipeline = async (context) => {
    assert.equal(await findCachedTranscript(context, request, "hears-all@1"), undefined);
    const tools = { ...context.tools, transcriptsKept: { uploadMs: 1_000, urlMs: 1_000 } };
    await keepTranscript({ ...context, tools }, request, transcript as unknown as Transcript);
    return SUCCESS;
  };
  await runTask({ ...services, sql: nodeSql }, taskId, pipeline, await takenJob(sql));
  assert.deepEqual(
    (await runs()).map(({ state }) => state),
    ["succeeded"],
  );
  assert.deepEqual(await storedFiles("transcripts"), []);
});

test("a run that looks for transcripts while the database is away waits for it, and has not failed", async (t) => {
  const { services, runs, sql, taskId } = await taskToRun(t);
  let failures = 2;
  const nodeSql = new Proxy(services.sql, {
    apply: (query, self, args) => {
      failures -= 1;
      return failures < 0 ? Reflect.apply(query, self, args) : Promise.reject(GONE);
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
