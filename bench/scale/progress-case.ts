// Progress as media nodes write it: each run's latest state by its own statement, over the few connections that a node's
// runs share. Its writers have nothing else to do, so that it is the database's rate that shows.
import { updateProgress } from "../../media-node/db/runs.ts";
import { connectDatabase, type Sql } from "../../shared/db/connect.ts";
import { CONNECTION_LIMITS } from "../../shared/limits/database.ts";
import type { BenchCase } from "../measuring/harness.ts";
import { addWaiting, removeOpenTasks } from "./open-tasks.ts";
import { treeCpuMs } from "./process-time.ts";
import type { Subject } from "./subject.ts";

const NODES = 8;
const RUNS = 2_000;
const WARM_UP_MS = 1_000;
const DURATION_MS = 5_000;
const MODEL = "progress";

interface Run {
  readonly taskId: string;
  readonly runId: string;
}

async function startRuns(sql: Sql, accountId: string): Promise<Run[]> {
  await addWaiting(sql, { accountId, model: MODEL, count: RUNS });
  return sql<Run[]>`
    with task as (
      update tasks set state = 'running', current_run_id = 'run_' || substr(id, 6)
      where model = ${MODEL} and state = 'queued' returning id, current_run_id
    )
    insert into runs (id, task_id, node_id) select current_run_id, id, 'node_progress' from task
    returning task_id as "taskId", id as "runId"`;
}

/** Writes until then, and returns how often. */
async function writeProgress(sql: Sql, runs: readonly Run[], untilMs: number): Promise<number> {
  let writes = 0;
  const writer = async (): Promise<void> => {
    while (performance.now() < untilMs) {
      const run = runs[writes % runs.length];
      if (run === undefined) return;
      writes += 1;
      const percent = (writes / runs.length) % 100;
      await updateProgress(sql, { ...run, stage: "rendering", percent, message: "Rendering clip 2 of 5" });
    }
  };
  await Promise.all(Array.from({ length: NODES * CONNECTION_LIMITS.mediaNode.runs }, writer));
  return writes;
}

/** @param postgresPid the postmaster's */
export function progressCase(subject: Subject, postgresPid: number): BenchCase {
  let runs: readonly Run[] = [];
  return {
    name: subject.name,
    prepare: async () => {
      runs = await startRuns(subject.sql, subject.accountIds[1] ?? "");
    },
    run: async () => {
      const connections = NODES * CONNECTION_LIMITS.mediaNode.runs;
      const sql = connectDatabase(subject.databaseUrl, { applicationName: "bench progress", connections });
      await writeProgress(sql, runs, performance.now() + WARM_UP_MS);
      const before = { cpuMs: treeCpuMs(postgresPid), atMs: performance.now() };
      const writes = await writeProgress(sql, runs, before.atMs + DURATION_MS);
      const tookMs = performance.now() - before.atMs;
      const cpuMs = treeCpuMs(postgresPid) - before.cpuMs;
      await sql.end();
      return { writesPerSecond: (writes * 1_000) / tookMs, postgresCpuMsPer1000: (cpuMs * 1_000) / writes };
    },
    cleanUp: () => removeOpenTasks(subject.sql),
  };
}
