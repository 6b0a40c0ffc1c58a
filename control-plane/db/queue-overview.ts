// SQL for operators: which worker processes live, and what waits in the queue.
import type { Queryable } from "../../shared/db/connect.ts";

export interface WorkerRow {
  readonly id: string;
  readonly plane: string;
  readonly host: string;
  readonly pid: number;
  readonly started_at: Date;
  readonly renewed_at: Date;
  readonly active_runs: number;
}

export interface QueueRow {
  readonly job: string;
  readonly waiting: number;
  readonly running: number;
  /** Tried before and waiting for their next try. */
  readonly retrying: number;
  /** Tried as often as they may be: nobody tries them again. */
  readonly given_up: number;
  readonly oldest_at: Date | null;
}

export async function selectWorkers(sql: Queryable): Promise<WorkerRow[]> {
  return sql<WorkerRow[]>`
    select l.id, l.plane, l.host, l.pid, l.started_at, l.renewed_at,
      (select count(*)::int from runs r where r.node_id = l.id and r.state = 'running') as active_runs
    from worker_leases l order by l.plane, l.id`;
}

export async function selectQueue(sql: Queryable): Promise<QueueRow[]> {
  return sql<QueueRow[]>`
    select task_identifier as job,
      count(*) filter (where locked_at is null and attempts = 0)::int as waiting,
      count(*) filter (where locked_at is not null)::int as running,
      count(*) filter (where locked_at is null and attempts > 0 and attempts < max_attempts)::int as retrying,
      count(*) filter (where locked_at is null and attempts >= max_attempts)::int as given_up,
      min(created_at) as oldest_at
    from graphile_worker.jobs group by task_identifier order by task_identifier`;
}
