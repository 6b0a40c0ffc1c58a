// Whether the database's table of locks has room for the partitions that there are. A statement whose plan holds for all
// of them locks each, with its indexes, while it is planned; where the table is full, the server refuses it with "out of
// shared memory", and a request ends as 503. Partitions come for years, so that this is asked again and again.
import type { Queryable } from "../../../shared/db/connect.ts";
import { PERIOD_LIMITS } from "../../../shared/limits/database.ts";

export interface LockCapacity {
  /** With their indexes. */
  readonly partitions: number;
  readonly maxLocksPerTransaction: number;
  /** Those of prepared transactions included, since the server counts them alike. */
  readonly maxConnections: number;
}

/**
 * What there is to lock, and the settings that say how much room for locks there is. Reads the catalogue of
 * tables: ask seldom.
 */
export async function selectLockCapacity(sql: Queryable): Promise<LockCapacity | undefined> {
  const [room] = await sql<LockCapacity[]>`
    select (select count(*)::int from pg_class
        where relispartition and relnamespace = current_schema()::regnamespace) as partitions,
      current_setting('max_locks_per_transaction')::int as "maxLocksPerTransaction",
      current_setting('max_connections')::int + current_setting('max_prepared_transactions')::int as "maxConnections"`;
  return room;
}

/** The setting of `max_locks_per_transaction` that these partitions want; undefined where the one in force will do. */
export function findWantedLocks({
  partitions,
  maxLocksPerTransaction,
  maxConnections,
}: LockCapacity): number | undefined {
  const wanted = Math.ceil((partitions * PERIOD_LIMITS.planningConnections) / maxConnections);
  if (wanted <= maxLocksPerTransaction) return undefined;
  return 2 ** Math.ceil(Math.log2(wanted));
}
