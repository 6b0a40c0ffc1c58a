// What a database has of tasks, by the tables that have to do with them.
import assert from "node:assert/strict";
import type { Sql } from "../../../shared/db/connect.ts";

/** Rows of each kind. */
export interface TaskRows {
  readonly tasks: number;
  readonly waiting: number;
  readonly jobs: number;
  readonly reports: number;
  readonly keys: number;
  readonly runs: number;
  readonly deliveries: number;
}

/** Counts them. */
export async function taskRowsOf(sql: Sql): Promise<TaskRows> {
  const [row] = await sql<TaskRows[]>`
    select (select count(*)::int from tasks) as tasks, (select count(*)::int from graphile_worker.jobs) as jobs,
      (select count(*) + (select coalesce(sum(waiting), 0) from waiting_shares) from waiting_tasks)::int as waiting,
      (select count(*)::int from reported_runs) as reports, (select count(*)::int from idempotency_keys) as keys,
      (select count(*)::int from runs) as runs, (select count(*)::int from webhook_deliveries) as deliveries`;
  assert.ok(row !== undefined);
  return { ...row };
}

export const NO_TASK_ROWS: TaskRows = {
  tasks: 0,
  waiting: 0,
  jobs: 0,
  reports: 0,
  keys: 0,
  runs: 0,
  deliveries: 0,
};
