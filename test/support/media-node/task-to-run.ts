// A task that a test runs by pipelines of its own, and what the database says of its runs.
import type { TestContext } from "node:test";
import type { Pipeline } from "../../../media-node/worker/runs/run-pipeline.ts";
import { runTask } from "../../../media-node/worker/runs/run-task.ts";
import type { Sql } from "../../../shared/db/connect.ts";
import type { RunSuccess } from "../../../shared/tasks/task-outcome.ts";
import { newTask } from "../control-plane/tasks.ts";
import { accountDatabase } from "../database/account-database.ts";
import { takenJob } from "../database/queue.ts";
import { type TestServices, workerServices } from "./worker-services.ts";

/** What a pipeline that made no clips returns. */
export const SUCCESS: RunSuccess = { output: { notice: null, clips: [] } };

export interface TaskToRun extends TestServices {
  readonly sql: Sql;
  readonly taskId: string;
  run(pipeline: Pipeline): Promise<void>;
  runs(): Promise<{ state: string; code: string | null; percent: number }[]>;
  finalizations(): Promise<number>;
}

/** A task of a fresh database, and the services of a worker that runs it. */
export async function taskToRun(t: TestContext): Promise<TaskToRun> {
  const { sql, nodeSql, account } = await accountDatabase(t);
  const services = await workerServices(t, nodeSql);
  const taskId = await newTask(sql, account.id);
  return {
    ...services,
    sql,
    taskId,
    run: async (pipeline) => runTask(services.services, taskId, pipeline, await takenJob(sql)),
    runs: async () => [
      ...(await sql<{ state: string; code: string | null; percent: number }[]>`
        select r.state, p.outcome->'error'->>'code' as code, r.percent
        from runs r left join reported_runs p on p.run_id = r.id where r.task_id = ${taskId} order by r.started_at, r.id`),
    ],
    finalizations: async () => (await sql`select from reported_runs where task_id = ${taskId}`).length,
  };
}

/** A pipeline that works until it is stopped, and says when it has begun. */
export function endless(): { pipeline: Pipeline; begun: Promise<void> } {
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const pipeline: Pipeline = ({ signal }) =>
    new Promise((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      begin();
    });
  return { pipeline, begun };
}
