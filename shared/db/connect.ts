// Opens the pool of PostgreSQL connections that a process uses. Each process has one; its size, its statement timeout
// and its parsers are the same everywhere, so that a query behaves alike in both planes.
import postgres from "postgres";
import { DATABASE_LIMITS } from "../limits.ts";
import { readTlsSettings } from "./database-tls.ts";
import { driverSockets } from "./driver-socket.ts";

export type Sql = postgres.Sql;
export type TransactionSql = postgres.TransactionSql;
/** What a statement in a db folder takes: the pool, or the transaction that the caller opened. */
export type Queryable = postgres.ISql;

export interface ConnectOptions {
  /** Shown in pg_stat_activity, e.g. "clipmill control-plane". */
  readonly applicationName: string;
  readonly connections?: number;
  /** The longest wait for an answer, after which the connection is given up; null for sessions that wait on purpose. */
  readonly replyTimeoutMs?: number | null;
  /** False lets a commit return before it is on disk: for counts that a crash of the machine may lose. */
  readonly synchronousCommit?: boolean;
}

/**
 * Opens a pool; nothing is connected before the first query. Numeric values arrive as exact decimal strings.
 * @throws Error for an address whose TLS settings cannot be used
 */
export function connectDatabase(databaseUrl: string, options: ConnectOptions): Sql {
  const { databaseUrl: url, tls } = readTlsSettings(databaseUrl);
  const replyTimeoutMs =
    options.replyTimeoutMs === undefined ? DATABASE_LIMITS.replyTimeoutMs : options.replyTimeoutMs;
  const driverOptions = {
    max: options.connections ?? DATABASE_LIMITS.connections,
    connect_timeout: DATABASE_LIMITS.connectTimeoutMs / 1_000,
    // The driver's own pause between failed tries grows to 20 s, for which every request would hang.
    backoff: () => DATABASE_LIMITS.reconnectPauseMs / 1_000,
    idle_timeout: 60,
    onnotice: () => undefined,
    // The first result of a new connection, on which nothing of ours relies: where a connection broke in the middle of
    // a result, the driver's count of its rows is set back only by another result's end.
    fetch_types: true,
    ssl: false,
    connection: {
      application_name: options.applicationName,
      statement_timeout: DATABASE_LIMITS.statementTimeoutMs,
      // Where a connection has fallen silent the server does not hear that we left, and would keep its locks for hours.
      idle_in_transaction_session_timeout: DATABASE_LIMITS.idleTransactionMs,
      timezone: "UTC",
      ...(options.synchronousCommit === false ? { synchronous_commit: "off" } : {}),
    },
    // Missing in the driver's types.
    socket: driverSockets({ tls, replyTimeoutMs }),
  };
  return postgres(url, driverOptions);
}
