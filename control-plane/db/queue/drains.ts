// SQL of draining nodes, as operators ask for it and see it.
import type { Queryable } from "../../../shared/db/connect.ts";

/** Marks a node's id or a machine's name; false where it was marked already. */
export async function insertDrain(sql: Queryable, node: string): Promise<boolean> {
  const result = await sql`insert into drains (node) values (${node}) on conflict (node) do nothing`;
  return result.count === 1;
}

/** Whether it was marked. */
export async function deleteDrain(sql: Queryable, node: string): Promise<boolean> {
  const result = await sql`delete from drains where node = ${node}`;
  return result.count === 1;
}

/** Forgets marks of node ids that have been gone for a day: no other node ever has their id. */
export async function deleteOldDrains(sql: Queryable): Promise<void> {
  await sql`
    delete from drains where starts_with(node, 'node_') and asked_at < now() - interval '1 day'
      and not exists (select from worker_leases l where l.id = drains.node)`;
}

/** Names of machines without a living node, and ids, that are marked. */
export async function selectDrains(sql: Queryable): Promise<string[]> {
  const rows = await sql<{ node: string }[]>`select node from drains order by node`;
  return rows.map(({ node }) => node);
}

export interface DrainState {
  /** Living media nodes of this id or machine. */
  readonly nodes: number;
  /** Those of them that have said that they take no jobs. */
  readonly draining: number;
  /** Jobs that they hold, runs of tasks and others. */
  readonly jobs: number;
}

/** How many nodes of a name or host there are, how many of them drain, and how many jobs they still hold. */
export async function selectDrainState(sql: Queryable, node: string): Promise<DrainState> {
  const [row] = await sql<DrainState[]>`
    select count(*)::int as nodes, count(*) filter (where is_draining)::int as draining,
      coalesce(sum((select count(*) from graphile_worker._private_jobs j
        where j.locked_by = any (l.pool_ids))), 0)::int as jobs
    from worker_leases l where plane = 'media-node' and ${node} in (id, host)`;
  return row ?? { nodes: 0, draining: 0, jobs: 0 };
}
