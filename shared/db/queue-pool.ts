// The `pg` connections of a queue runner. Graphile-worker would open its own, but takes its error handlers off when a
// runner ends while connections are still open: the next one to break then ends the process. Ours stay for the
// pool's life.
import pg from "pg";
import { DATABASE_LIMITS } from "../limits.ts";
import type { Logger } from "../logger.ts";

export interface QueuePoolOptions {
  readonly databaseUrl: string;
  readonly connections: number;
  readonly logger: Logger;
}

/** Opens a pool; a connection that breaks is logged in one line and replaced by the next that is needed. */
export function openQueuePool({ databaseUrl, connections, logger }: QueuePoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: connections,
    connectionTimeoutMillis: DATABASE_LIMITS.connectTimeoutMs,
    application_name: "clipmill queue",
    keepAlive: true,
  });
  const logBreak = (error: Error): void =>
    logger.warn({ reason: error.message }, "a connection of the queue broke");
  pool.on("error", logBreak);
  pool.on("connect", (client) => client.on("error", logBreak));
  return pool;
}
