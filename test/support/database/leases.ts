// Leases of worker processes as the database sees them, and the time that passed since.

import type { TestContext } from "node:test";
import type { Sql } from "../../../shared/db/connect.ts";
import { renewLease } from "../../../shared/db/queue/worker-leases.ts";
import { newId } from "../../../shared/ids.ts";
import { QUEUE_LIMITS } from "../../../shared/limits/queue.ts";
import { cleanUp } from "../clean-up.ts";

export interface TestLease {
  readonly id: string;
  /** The name under which this process locks queue jobs. */
  readonly poolId: string;
  renew(): Promise<void>;
}

/** A process that lives: of a media node unless told otherwise. */
export async function newLease(
  sql: Sql,
  plane: "control-plane" | "media-node" = "media-node",
  pid = 1,
  host = "test",
): Promise<TestLease> {
  const id = newId("node");
  const poolId = `pool-${id}`;
  const rest = { host, pid, processSpace: null, models: [], queueJobs: [] } as const;
  const renew = (): Promise<void> => renewLease(sql, { id, plane, poolIds: [poolId], ...rest });
  await renew();
  return { id, poolId, renew };
}

/** A control plane that has renewed its lease without a gap for more than a lease period, and may judge others. */
export async function steadySweeper(sql: Sql): Promise<TestLease> {
  const lease = await newLease(sql, "control-plane");
  await sql`
    update worker_leases set steady_since = now() - ${QUEUE_LIMITS.leaseTtlMs + 60_000} * interval '1 millisecond'
    where id = ${lease.id}`;
  return lease;
}

/** Has processes that are not there live for as long as a test looks at them, as they would themselves. */
export function keepAlive(t: TestContext, sql: Sql, leaseIds: readonly string[]): void {
  const renew = async (): Promise<void> => {
    await sql`update worker_leases set renewed_at = now() where id = any (${[...leaseIds]})`;
  };
  let last: Promise<void> = Promise.resolve();
  const renewing = setInterval(() => {
    last = renew().catch(() => undefined);
  }, QUEUE_LIMITS.leaseRenewalMs);
  cleanUp(t, () => {
    clearInterval(renewing);
    return last;
  });
}

/** Lets all leases that are named, or all there are, have been silent for a while: their times lie that far back. */
export async function pass(sql: Sql, durationMs: number, leaseIds?: readonly string[]): Promise<void> {
  const earlier = sql`${durationMs} * interval '1 millisecond'`;
  await sql`
    update worker_leases set renewed_at = renewed_at - ${earlier}, steady_since = steady_since - ${earlier}
    where ${leaseIds === undefined} or id = any (${[...(leaseIds ?? [])]})`;
}
