// SQL for operators: which worker processes live, and what waits in the queue.
import type { Queryable } from "../../../shared/db/connect.ts";
import type { LeasedDevice, PlaceUse } from "../../../shared/db/queue/worker-leases.ts";
import { WEBHOOK_LIMITS } from "../../../shared/limits/webhooks.ts";

export interface WorkerRow {
  readonly id: string;
  readonly plane: string;
  readonly host: string;
  readonly pid: number;
  readonly started_at: Date;
  readonly renewed_at: Date;
  /** Of media nodes. `draining` while runs are finished; `drained` once nothing is left. */
  readonly state: "working" | "draining" | "drained" | null;
  /** Under which names an operator has it emptied: its id, its machine's, both or none. */
  readonly drained_as: readonly string[];
  readonly active_runs: number;
  /** Of media nodes; as of the last renewal. */
  readonly places: readonly PlaceUse[];
  /** Empty for a node whose models run on its processor. */
  readonly devices: readonly LeasedDevice[];
  /** The provider that each model ran on last, by the model's name. */
  readonly models: Readonly<Record<string, string>>;
  /** Names of the models that it offers to clients. */
  readonly offers: readonly string[];
  /** Names of the queue jobs that it takes. */
  readonly queue_jobs: readonly string[];
  /** Null of processes that do not say. */
  readonly version: string | null;
  readonly memory_bytes: number | null;
  /** Why it takes no job now. */
  readonly shortage: string | null;
}

export interface QueueRow {
  readonly job: string;
  readonly waiting: number;
  readonly running: number;
  /** Tried before and waiting for their next try. */
  readonly retrying: number;
  /** Tried as often as they may be: nobody tries them again. */
  readonly given_up: number;
  /** Of all but those given up, which stay until somebody looks at them. */
  readonly oldest_at: Date | null;
}

/** All worker processes with a lease, of both planes. */
export async function selectWorkers(sql: Queryable): Promise<WorkerRow[]> {
  return sql<WorkerRow[]>`
    select l.id, l.plane, l.host, l.pid, l.started_at, l.renewed_at,
      case when l.plane <> 'media-node' then null
        when not l.is_draining then
          case when exists (select from drains d where d.node in (l.id, l.host)) then 'draining' else 'working' end
        when exists (select from graphile_worker._private_jobs j where j.locked_by = any (l.pool_ids)) then 'draining'
        else 'drained' end as state,
      array(select d.node from drains d where l.plane = 'media-node' and d.node in (l.id, l.host) order by d.node) as drained_as,
      (select count(*)::int from runs r where r.node_id = l.id and r.ended_at is null and r.state = 'running') as active_runs,
      l.places, l.devices, l.model_providers as models, l.models as offers, l.queue_jobs, l.version, l.memory_bytes::float8 as memory_bytes, l.shortage
    from worker_leases l order by l.plane, l.id`;
}

/**
 * By queue job: tasks in line and jobs in the queue, read from counters and from the queue, which is small; and the
 * webhooks that are due, which stand in no queue: those that wait are counted up to a bound, as millions may for a receiver
 * that is dead, by what their index has of them.
 */
export async function selectQueue(sql: Queryable): Promise<QueueRow[]> {
  return sql<QueueRow[]>`
    with line as (
      select queue_job as job, sum(waiting)::int as waiting, (
        select min(waiting_since) from waiting_tasks w where w.queue_job = s.queue_job) as oldest_at
      from waiting_shares s where is_waiting group by queue_job
    ), queue as (
      select n.identifier as job,
        count(*) filter (where j.locked_at is null and j.attempts = 0)::int as waiting,
        count(*) filter (where j.locked_at is not null)::int as running,
        count(*) filter (where j.locked_at is null and j.attempts > 0 and j.attempts < j.max_attempts)::int as retrying,
        count(*) filter (where j.locked_at is null and j.attempts >= j.max_attempts)::int as given_up,
        min(j.created_at) filter (where j.locked_at is not null or j.attempts < j.max_attempts) as oldest_at
      from graphile_worker._private_jobs j join graphile_worker._private_tasks n on n.id = j.task_id
      group by n.identifier
    )
    select coalesce(line.job, queue.job) as job, coalesce(line.waiting, 0) + coalesce(queue.waiting, 0) as waiting,
      coalesce(queue.running, 0) as running, coalesce(queue.retrying, 0) as retrying,
      coalesce(queue.given_up, 0) as given_up, least(line.oldest_at, queue.oldest_at) as oldest_at
    from line full join queue on queue.job = line.job
    union all
    select 'deliver-webhook', count(*) filter (where not is_retry)::int,
      (select count(*)::int from due_deliveries where claimed_by is not null), count(*) filter (where is_retry)::int,
      0, (select min(enqueued_at) from due_deliveries)
    from (select is_retry from due_deliveries where claimed_by is null limit ${WEBHOOK_LIMITS.countedDue}) d
    having exists (select from due_deliveries)
    order by 1`;
}
