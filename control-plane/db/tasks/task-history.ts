// SQL of one task as operators look at it, whosever it is: what became of it, and each run that it had.
import type { Queryable } from "../../../shared/db/connect.ts";
import type { TaskError } from "../../../shared/tasks/task-outcome.ts";
import type { TaskState } from "../../../shared/tasks/task-states.ts";

export interface TaskHistoryRow {
  readonly id: string;
  readonly account_id: string;
  /** Of the account's owner. */
  readonly account_email: string;
  readonly kind: string;
  readonly name: string | null;
  readonly model: string | null;
  readonly state: TaskState;
  readonly error: TaskError | null;
  /** Exact decimals, as text. */
  readonly charged_moods: string;
  readonly refunded_moods: string;
  readonly created_at: Date;
  readonly completed_at: Date | null;
}

export interface RunHistoryRow {
  readonly id: string;
  readonly node_id: string;
  /** The node's machine; null where its lease is gone. */
  readonly host: string | null;
  readonly state: string;
  readonly stage: string;
  readonly percent: number;
  readonly message: string | null;
  /** What the node lacked, where the run ended for want of it. */
  readonly lack: string | null;
  readonly started_at: Date;
  readonly ended_at: Date | null;
}

export async function selectTaskHistory(
  sql: Queryable,
  taskId: string,
): Promise<{ readonly task: TaskHistoryRow; readonly runs: readonly RunHistoryRow[] } | undefined> {
  const [task] = await sql<TaskHistoryRow[]>`
    select t.id, t.account_id, u.email as account_email, t.kind, t.name, t.model, t.state, t.error,
      t.charged_moods + t.extra_moods as charged_moods, t.refunded_moods, t.created_at, t.completed_at
    from tasks t join accounts a on a.id = t.account_id join users u on u.id = a.user_id
    where t.id = ${taskId}`;
  if (task === undefined) return undefined;
  const runs = await sql<RunHistoryRow[]>`
    select r.id, r.node_id, l.host, r.state, r.stage, r.percent, r.message, r.lack, r.started_at, r.ended_at
    from runs r left join worker_leases l on l.id = r.node_id
    where r.task_id = ${taskId} order by r.started_at, r.id`;
  return { task, runs };
}
