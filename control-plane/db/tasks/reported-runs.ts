// SQL of the outbox of runs: what media nodes reported, until it is in the tasks. Rows are taken with their locks, so
// that any number of control planes end different tasks at once, and go in the transaction that ends them.
import type { Queryable } from "../../../shared/db/connect.ts";
import { isOneOf, isWithinIdRange } from "../../../shared/db/partition-pruning.ts";
import { FINISH_LIMITS } from "../../../shared/limits/queue.ts";
import { LEGAL_SOURCES } from "../../../shared/tasks/task-states.ts";

export interface ReportedRun {
  readonly run_id: string;
  readonly task_id: string;
}

export interface ReportsOutlook {
  /** Reports are due. */
  readonly isDue: boolean;
  /** Jobs of runs are ready or under way, so that some may come at any moment. */
  readonly isExpected: boolean;
}

/** What there is to end now, and whether more may come soon: all that an idle appliance asks. */
export async function selectReportsOutlook(sql: Queryable): Promise<ReportsOutlook> {
  const [row] = await sql<ReportsOutlook[]>`
    select exists (select from reported_runs where retry_at <= now()) as "isDue",
      is_run_expected() as "isExpected"`;
  return row ?? { isDue: true, isExpected: true };
}

/** Whoever stands still with a task's row, or its account's, must not hold up the ends of others. */
const LOCK_TIMEOUT = `${FINISH_LIMITS.lockTimeoutMs}ms`;

/**
 * Takes reports that are due, oldest first, and locks them until the transaction ends, whose later statements do not
 * wait long for locks.
 */
export async function takeReportedRuns(sql: Queryable, limit: number): Promise<ReportedRun[]> {
  return sql<ReportedRun[]>`
    select run_id, task_id from reported_runs
    where retry_at <= now() and set_config('lock_timeout', ${LOCK_TIMEOUT}, true) is not null
    order by retry_at limit ${limit} for update skip locked`;
}

/**
 * Takes one of them, if it is still there and nobody has taken it (`skip locked`); empty otherwise. As
 * takeReportedRuns.
 */
export async function takeReportedRun(sql: Queryable, runId: string): Promise<ReportedRun[]> {
  return sql<ReportedRun[]>`
    select run_id, task_id from reported_runs
    where run_id = ${runId} and retry_at <= now() and set_config('lock_timeout', ${LOCK_TIMEOUT}, true) is not null
    for update skip locked`;
}

export interface EndedTask {
  readonly id: string;
  readonly run_id: string;
  readonly state: "finished" | "failed";
  readonly has_callback: boolean;
  /** Something of its charge comes back: it failed, or some of its outputs could not be made. */
  readonly is_refunded: boolean;
  readonly account_id: string;
  /** The span of its create; null where that was not traced. */
  readonly traceparent: string | null;
  readonly kind: string;
  /** Since it was created. */
  readonly age_s: number;
  /** Until its first run began. */
  readonly waited_s: number;
  /** Null of a finished one. */
  readonly error_code: string | null;
}

/**
 * Ends the tasks of reported runs that are still their tasks' current ones, unless somebody ended them before. The
 * outcomes go from row to row: they need not pass through this process.
 */
export async function endReportedTasks(sql: Queryable, runs: readonly ReportedRun[]): Promise<EndedTask[]> {
  const runIds = runs.map((run) => run.run_id);
  const taskIds = runs.map((run) => run.task_id);
  return sql<EndedTask[]>`
    update tasks t set state = case when o.ok then 'finished' else 'failed' end,
      output = case when o.ok then nullif(o.outcome -> 'output', 'null') end,
      output_key = case when o.ok then o.outcome ->> 'outputKey' end,
      result = case when o.ok then coalesce(o.outcome -> 'result', '[]') else '[]' end,
      error = case when not o.ok then o.outcome -> 'error' end, completed_at = now(), updated_at = now()
    from (
      select run_id, task_id, outcome, (outcome ->> 'ok')::boolean as ok from reported_runs
      where run_id = any (${runIds}::text[])
    ) o
    where t.id = o.task_id and ${isOneOf(sql, "t.id", taskIds)} and t.current_run_id = o.run_id and t.state = any (
      case when o.ok then ${LEGAL_SOURCES.finished as string[]}::text[] else ${LEGAL_SOURCES.failed as string[]}::text[] end)
    returning t.id, t.current_run_id as run_id, t.state, t.callback_url is not null as has_callback,
      t.state = 'failed' or t.result @> '[{"status": "FAILED"}]' as is_refunded,
      t.account_id, t.kind, t.traceparent, extract(epoch from now() - t.created_at)::float8 as age_s,
      coalesce(extract(epoch from (select min(r.started_at) from runs r where r.task_id = t.id and ${isWithinIdRange(sql, "r.task_id", taskIds)})
        - t.created_at), 0)::float8 as waited_s, t.error ->> 'code' as error_code`;
}

/** Whether the end of a run with this outcome gives something back. */
function givesBack(sql: Queryable, outcome: string) {
  return sql`(${sql(outcome)} @> '{"ok": false}' or ${sql(outcome)} @> '{"result": [{"status": "FAILED"}]}')`;
}

/** Whether a run has reported that its task failed, and no control plane has ended the task by that yet. */
export async function hasReportedFailure(sql: Queryable, runId: string): Promise<boolean> {
  const rows = await sql`select from reported_runs where run_id = ${runId} and outcome @> '{"ok": false}'`;
  return rows.length > 0;
}

/** Removes reports whose tasks have been dealt with. */
export async function deleteReportedRuns(sql: Queryable, runIds: readonly string[]): Promise<void> {
  await sql`delete from reported_runs where run_id = any (${runIds as string[]})`;
}

/**
 * Which of these others would wait for the lock that the end of this run's task could not get: none where that is the
 * task's own row, or else those of its account that are refunded as it is, as only a refund wants the account's row.
 */
export async function selectRunsHeldAlike(
  sql: Queryable,
  runId: string,
  others: readonly string[],
): Promise<string[]> {
  const rows = await sql<{ run_id: string }[]>`
    with held as materialized (
      select t.account_id, ${givesBack(sql, "r.outcome")} as gives_back from reported_runs r join tasks t on t.id = r.task_id
      where r.run_id = ${runId} for no key update of t skip locked
    )
    select o.run_id from held, reported_runs o join tasks t on t.id = o.task_id
    where o.run_id = any (${others as string[]}) and t.account_id = held.account_id 
      and ${givesBack(sql, "o.outcome")} = held.gives_back`;
  return rows.map((row) => row.run_id);
}

/** Puts reports off whose tasks could not be ended, longer each time: they hold up no other. */
export async function postponeReportedRuns(sql: Queryable, runIds: readonly string[]): Promise<void> {
  const { firstRetryMs, maxRetryMs } = FINISH_LIMITS;
  await sql`
    update reported_runs set attempts = attempts + 1, retry_at = now() + interval '1 millisecond'
      * least(${maxRetryMs}::float8, ${firstRetryMs}::float8 * power(2, least(attempts, 30)))
    where run_id = any (${runIds as string[]})`;
}

/** Makes reports due that wait longer than any is put off: the clock was set back meanwhile. Returns how many. */
export async function hastenReportedRuns(sql: Queryable): Promise<number> {
  const result = await sql`
    update reported_runs set retry_at = now()
    where retry_at > now() + ${FINISH_LIMITS.maxRetryMs} * interval '1 millisecond'`;
  return result.count;
}
