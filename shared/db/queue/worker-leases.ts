// SQL of leases: one row for each live worker process of either plane, renewed every few seconds. A process that stops renewing
// counts as lost, and its queue jobs are given to others. The judging process compares others' renewals with its own, in the
// database and by its clock: a pause of the database, of the judge or of the network silences everybody alike.
import { QUEUE_LIMITS } from "../../limits/queue.ts";
import type { Queryable } from "../connect.ts";

/** A device that models may run on; `memoryBytes` is null where it does not say. */
export interface LeasedDevice {
  readonly provider: string;
  /** Of the provider's own count. */
  readonly index: number;
  readonly name: string;
  readonly memoryBytes: number | null;
}

/** What a media node computes on. */
export interface LeasedCompute {
  readonly devices: readonly LeasedDevice[];
  /** The provider that each model ran on last, by the model's name. */
  readonly modelProviders: Readonly<Record<string, string>>;
}

/** Places for runs of a media node, and how many of them are taken. */
export interface PlaceUse {
  /** What such runs keep busy. */
  readonly resource: "cores" | "devices";
  readonly places: number;
  readonly busy: number;
}

/** What is told of a process and its machine. */
export interface LeasedMachine {
  /** Of this project. */
  readonly version: string;
  /** What the process may have. */
  readonly memoryBytes: number;
  /** Why it takes no job now; null while it does. */
  readonly shortage: string | null;
}

export interface WorkerLease {
  readonly id: string;
  readonly plane: "control-plane" | "media-node";
  /** The queue's names for this process's pools; jobs are locked under them. */
  readonly poolIds: readonly string[];
  readonly host: string;
  readonly pid: number;
  /** Where `pid` means this process; see readProcessSpace. */
  readonly processSpace: string | null;
  /** Slugs of the models that this process can run. */
  readonly models: readonly string[];
  /** Names of the queue jobs that this process takes. */
  readonly queueJobs: readonly string[];
  /** Those of them whose model runs on a device here; none where this is not given. */
  readonly deviceQueueJobs?: readonly string[];
  /** Nothing is known of it where this is not given. */
  readonly compute?: LeasedCompute | undefined;
  /** Nothing is known of them where this is not given. */
  readonly places?: readonly PlaceUse[];
  readonly machine?: LeasedMachine | undefined;
  /** Whether it takes no jobs any more because it is being emptied. */
  readonly isDraining?: boolean;
}

const NO_COMPUTE: LeasedCompute = { devices: [], modelProviders: {} };

/** That a time is of before the database's clock was set back; a second may be rounding, and matters to nobody. */
function isAhead(sql: Queryable, time: string) {
  return sql`${sql(time)} > clock_timestamp() + interval '1 second'`;
}

/**
 * Takes or renews a lease. After a gap in its renewals, or where the database's clock was set back since the last one, it
 * is a fresh one to those who ask how steady it is.
 */
export async function renewLease(sql: Queryable, lease: WorkerLease): Promise<void> {
  const { devices, modelProviders } = lease.compute ?? NO_COMPUTE;
  const { machine } = lease;
  await sql`
    insert into worker_leases as l (id, plane, pool_ids, host, pid, process_space, models, queue_jobs, devices,
      model_providers, device_queue_jobs, places, is_draining, version,
      memory_bytes, shortage)
    values (${lease.id}, ${lease.plane}, ${lease.poolIds as string[]}, ${lease.host}, ${lease.pid},
      ${lease.processSpace}, ${lease.models as string[]}, ${lease.queueJobs as string[]},
      ${sql.json(devices as never)}, ${sql.json(modelProviders)}, ${(lease.deviceQueueJobs ?? []) as string[]},
      ${sql.json((lease.places ?? []) as never)}, ${lease.isDraining === true}, ${machine?.version ?? null},
      ${machine?.memoryBytes ?? null}, ${machine?.shortage ?? null})
    on conflict (id) do update set renewed_at = now(), pool_ids = excluded.pool_ids, models = excluded.models,
      queue_jobs = excluded.queue_jobs, devices = excluded.devices, model_providers = excluded.model_providers,
      device_queue_jobs = excluded.device_queue_jobs, places = excluded.places, is_draining = excluded.is_draining,
      version = excluded.version, memory_bytes = excluded.memory_bytes, shortage = excluded.shortage,
      steady_since = case when l.renewed_at < now() - ${QUEUE_LIMITS.leaseGapMs} * interval '1 millisecond'
        or ${isAhead(sql, "l.renewed_at")} then now() else l.steady_since end`;
}

/** The queue jobs that other living processes take and run on devices. */
export async function selectDeviceQueueJobs(sql: Queryable, leaseId: string): Promise<string[]> {
  const rows = await sql<{ queueJob: string }[]>`
    select distinct unnest(device_queue_jobs) as "queueJob" from worker_leases
    where id <> ${leaseId} and renewed_at > now() - ${QUEUE_LIMITS.leaseTtlMs} * interval '1 millisecond'`;
  return rows.map(({ queueJob }) => queueJob);
}

/** Gives a lease back at an orderly stop. */
export async function deleteLease(sql: Queryable, leaseId: string): Promise<void> {
  await sql`delete from worker_leases where id = ${leaseId}`;
}

/** Whether this lease has been renewed without a gap for so long. */
export async function isSteady(sql: Queryable, leaseId: string, durationMs: number): Promise<boolean> {
  const rows = await sql`
    select from worker_leases where id = ${leaseId}
      and steady_since <= renewed_at - ${durationMs} * interval '1 millisecond'`;
  return rows.length === 1;
}

export interface EndedLease {
  readonly id: string;
  readonly plane: WorkerLease["plane"];
  readonly host: string;
  readonly poolIds: string[];
}

/** That the lease `own` is this one, renewed without a gap for a lease period by the clock of now. */
function mayJudge(sql: Queryable, leaseId: string) {
  return sql`own.id = ${leaseId} and not ${isAhead(sql, "own.renewed_at")}
    and own.steady_since <= own.renewed_at - ${QUEUE_LIMITS.leaseTtlMs} * interval '1 millisecond'`;
}

/**
 * Removes the leases that were not renewed for a lease period in which the asker's own was renewed without a gap, and
 * returns them: also those whose times lie ahead, from before the database's clock was set back. Without such a period by
 * the clock of now, nobody is lost.
 */
export async function deleteLostLeases(sql: Queryable, leaseId: string): Promise<EndedLease[]> {
  const period = sql`${QUEUE_LIMITS.leaseTtlMs} * interval '1 millisecond'`;
  return sql<EndedLease[]>`
    delete from worker_leases l using worker_leases own
    where ${mayJudge(sql, leaseId)}
      and (l.renewed_at < own.renewed_at - ${period} or ${isAhead(sql, "l.renewed_at")})
    returning l.id, l.plane, l.host, l.pool_ids as "poolIds"`;
}

/** A process that is known to have ended. */
export type EndedProcess = Pick<WorkerLease, "host" | "pid" | "processSpace">;

/** Lets the leases of a process that is known to have ended run out, and returns them: the next sweep finds them. */
export async function expireLeasesOfProcess(
  sql: Queryable,
  { host, pid, processSpace }: EndedProcess,
): Promise<EndedLease[]> {
  return sql<EndedLease[]>`
    update worker_leases set renewed_at = 'epoch'
    where host = ${host} and pid = ${pid} and process_space is not distinct from ${processSpace} and renewed_at > 'epoch'
    returning id, plane, host, pool_ids as "poolIds"`;
}

/** Lets the next sweep find the leases of processes of this space that are gone, without their having to run out. */
export async function expireLeasesOfDeadProcesses(
  sql: Queryable,
  processSpace: string,
  isAlive: (pid: number) => boolean,
): Promise<number> {
  const leases = await sql<{ id: string; pid: number }[]>`
    select id, pid from worker_leases where process_space = ${processSpace}`;
  const dead = leases.filter(({ pid }) => !isAlive(pid)).map(({ id }) => id);
  if (dead.length > 0) await sql`update worker_leases set renewed_at = 'epoch' where id = any (${dead})`;
  return dead.length;
}

/** Gives the queue jobs that are locked by these pools to whoever wants them. Returns how many they were. */
export async function releaseJobsOfPools(sql: Queryable, poolIds: readonly string[]): Promise<number> {
  if (poolIds.length === 0) return 0;
  const [row] = await sql<{ freed: number }[]>`
    select free_queue_jobs(${poolIds as string[]}, ${QUEUE_LIMITS.attempts})::int as freed`;
  return row?.freed ?? 0;
}

/**
 * Frees the queue jobs that are locked by pools without a lease: of processes that were lost before their first
 * renewal, and of pools that ended without recording their last jobs. As with leases, only after a lease period of the
 * asker's own renewals, and only locks from before it: a process that has just started takes jobs before its first
 * renewal names its pool. Returns how many jobs were freed.
 */
export async function freeAbandonedJobs(sql: Queryable, leaseId: string): Promise<number> {
  const period = sql`${QUEUE_LIMITS.leaseTtlMs} * interval '1 millisecond'`;
  const pools = await sql<{ locked_by: string }[]>`
    select distinct j.locked_by from graphile_worker.jobs j, worker_leases own
    where ${mayJudge(sql, leaseId)}
      and j.locked_by is not null and j.locked_at < own.renewed_at - ${period}
      and not exists (select from worker_leases l where j.locked_by = any (l.pool_ids))`;
  return releaseJobsOfPools(
    sql,
    pools.map((pool) => pool.locked_by),
  );
}
