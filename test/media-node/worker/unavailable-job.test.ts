// The queue jobs of kinds that no pipeline can run yet.
import assert from "node:assert/strict";
import { test } from "node:test";
import { finalizeTask } from "../../../control-plane/tasks/finalize-task.ts";
import { unavailableJob } from "../../../media-node/worker/unavailable-job.ts";
import { createLogger } from "../../../shared/logger.ts";
import { accountDatabase } from "../../support/account-database.ts";
import { moneyOf, newTask } from "../../support/tasks.ts";
import { workerServices } from "../../support/worker-services.ts";

test("a task that cannot run fails at its first run, says why, and is refunded", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const { services } = await workerServices(t, sql);
  const taskId = await newTask(sql, account.id, { kind: "transcription" });
  const handle = unavailableJob(services, "transcribe");
  await handle({ payload: { taskId }, attempt: 1 }, new AbortController().signal);
  const [run] = await sql<{ id: string; state: string }[]>`select id, state from runs`;
  assert.equal(run?.state, "failed");
  assert.equal(await finalizeTask(sql, { taskId, runId: run.id }, createLogger("test", "silent")), true);
  const [task] = await sql<{ state: string; error: unknown }[]>`select state, error from tasks`;
  assert.deepEqual(task, {
    state: "failed",
    error: {
      code: "MODEL_UNAVAILABLE",
      message: "This appliance has no model to transcribe with.",
      retryable: false,
    },
  });
  assert.deepEqual((await moneyOf(sql, account.id)).used, 0);
});
