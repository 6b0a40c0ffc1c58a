// The control plane's connection pools, one for each kind of work, so that reads never delay creates, and neither delays
// admission or the ending of tasks. Their sizes are in CONNECTION_LIMITS.
import { connectDatabase, type Sql } from "../shared/db/connect.ts";
import { type DatabaseAddresses, isPooled } from "../shared/db/database-addresses.ts";
import { checkPooler } from "../shared/db/pooler-settings.ts";
import { CONNECTION_LIMITS, DATABASE_LIMITS } from "../shared/limits/database.ts";
import type { Logger } from "../shared/logger.ts";

export interface Databases {
  /** One connection, and one statement at a time. */
  readonly admission: Sql;
  readonly reads: Sql;
  readonly writes: Sql;
  /** One connection, on which all tasks are created. */
  readonly creates: Sql;
  /** The worker's own: finishing tasks, webhooks, sweeps, usage, streams. */
  readonly work: Sql;
  /** For removing files: a backlog of them takes no connection from other work. */
  readonly expiry: Sql;
  /** Closes all pools, by force after a while. */
  end(): Promise<void>;
}

type PoolName = Exclude<keyof Databases, "end">;

/** Opens the pools, and warns if a pooler in front of the database drops settings. @throws if that pooler is away */
export async function openDatabases(addresses: DatabaseAddresses, logger: Logger): Promise<Databases> {
  const open = (pool: PoolName, replyTimeoutMs: number = DATABASE_LIMITS.replyTimeoutMs): Sql =>
    connectDatabase(addresses.databaseUrl, {
      applicationName: "clipmill control-plane",
      pool,
      connections: CONNECTION_LIMITS.controlPlane[pool],
      isPooled: isPooled(addresses),
      replyTimeoutMs,
    });
  const pools = {
    admission: open("admission", DATABASE_LIMITS.admissionTimeoutMs),
    reads: open("reads"),
    writes: open("writes"),
    creates: open("creates"),
    work: open("work"),
    expiry: open("expiry"),
  };
  if (isPooled(addresses)) await checkPooler(pools.work, logger);
  const timeout = DATABASE_LIMITS.endTimeoutMs / 1_000;
  return {
    ...pools,
    end: async () => {
      await Promise.all(Object.values(pools).map((sql) => sql.end({ timeout })));
    },
  };
}
