// Opens the pool of PostgreSQL connections that a process uses. Each process has one; its size, its statement timeout
// and its parsers are the same everywhere, so that a query behaves alike in both planes.
import postgres from "postgres";
import { DATABASE_LIMITS } from "../limits.ts";
import { driverSockets } from "./driver-socket.ts";

export type Sql = postgres.Sql;
export type TransactionSql = postgres.TransactionSql;
/** What a statement in a db folder takes: the pool, or the transaction that the caller opened. */
export type Queryable = postgres.ISql;

export interface ConnectOptions {
  /** Shown in pg_stat_activity, e.g. "clipmill control-plane". */
  readonly applicationName: string;
  readonly connections?: number;
  /** False lets a commit return before it is on disk: for counts that a crash of the machine may lose. */
  readonly synchronousCommit?: boolean;
}

/** Opens a pool; nothing is connected before the first query. Numeric values arrive as exact decimal strings. */
export function connectDatabase(databaseUrl: string, options: ConnectOptions): Sql {
  const driverOptions = {
    max: options.connections ?? DATABASE_LIMITS.connections,
    connect_timeout: DATABASE_LIMITS.connectTimeoutMs / 1_000,
    // The driver's own pause between failed tries grows to 20 s, for which every request would hang.
    backoff: () => DATABASE_LIMITS.reconnectPauseMs / 1_000,
    idle_timeout: 60,
    onnotice: () => undefined,
    connection: {
      application_name: options.applicationName,
      statement_timeout: DATABASE_LIMITS.statementTimeoutMs,
      timezone: "UTC",
      ...(options.synchronousCommit === false ? { synchronous_commit: "off" } : {}),
    },
    // Missing in the driver's types.
    socket: driverSockets(),
  };
  return postgres(databaseUrl, driverOptions);
}
