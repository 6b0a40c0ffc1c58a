// SQL of leases: a row per living worker process of either plane, renewed every few seconds. Who stops renewing is
// lost, and its queue jobs are given to others.
import type { Queryable } from "./connect.ts";

export interface WorkerLease {
  readonly id: string;
  readonly plane: "control-plane" | "media-node";
  /** The queue's names for this process's pools; jobs are locked under them. */
  readonly poolIds: readonly string[];
  readonly host: string;
  readonly pid: number;
  /** Slugs of the models that this process can run. */
  readonly models: readonly string[];
}

/** Takes or renews a lease. */
export async function renewLease(sql: Queryable, lease: WorkerLease): Promise<void> {
  await sql`
    insert into worker_leases (id, plane, pool_ids, host, pid, models)
    values (${lease.id}, ${lease.plane}, ${lease.poolIds as string[]}, ${lease.host}, ${lease.pid}, ${lease.models as string[]})
    on conflict (id) do update set renewed_at = now(), pool_ids = excluded.pool_ids, models = excluded.models`;
}

/** Gives a lease back at an orderly stop. */
export async function deleteLease(sql: Queryable, leaseId: string): Promise<void> {
  await sql`delete from worker_leases where id = ${leaseId}`;
}

/** Removes the leases that were not renewed in time and returns their ids. */
export async function deleteExpiredLeases(sql: Queryable, ttlMs: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    delete from worker_leases where renewed_at < now() - ${ttlMs} * interval '1 millisecond' returning id`;
  return rows.map((row) => row.id);
}

/**
 * Frees the queue jobs that are locked by pools without a lease: of lost processes, and of pools that ended without
 * recording their last jobs. A lock younger than the lease's time is left alone, since a process that has just
 * started takes jobs before its first renewal names its pool. Returns how many pools were freed.
 */
export async function freeAbandonedJobs(sql: Queryable, ttlMs: number): Promise<number> {
  const pools = await sql<{ locked_by: string }[]>`
    select distinct locked_by from graphile_worker.jobs j
    where locked_by is not null and locked_at < now() - ${ttlMs} * interval '1 millisecond'
      and not exists (select from worker_leases l where j.locked_by = any (l.pool_ids))`;
  if (pools.length === 0) return 0;
  await sql`select graphile_worker.force_unlock_workers(${pools.map((pool) => pool.locked_by)})`;
  return pools.length;
}
