// Opens a pool of PostgreSQL connections. Its timeouts and parsers are the same everywhere, so that a query behaves alike
// in both planes. Behind a pooler that lends a connection for one transaction at a time, nothing may belong to a session:
// the timeouts are then what the pooler sets, and all pools of a process have one name, because a pooler sends a statement
// of its own before the next transaction wherever the name is another one.
import postgres from "postgres";
import { CONNECTION_LIMITS, DATABASE_LIMITS } from "../limits/database.ts";
import { readTlsSettings } from "./database-tls.ts";
import { DriverSockets } from "./driver/driver-sockets.ts";
import { guardSessions } from "./driver/guarded-sessions.ts";
import { withoutPipelines } from "./driver/unpipelined-statements.ts";

export type Sql = postgres.Sql;
export type TransactionSql = postgres.TransactionSql;
/** What functions of db folders take: a pool, or the caller's open transaction. */
export type Queryable = postgres.ISql;

export interface ConnectOptions {
  /** Shown in pg_stat_activity, e.g. "clipmill control-plane". */
  readonly applicationName: string;
  /** Shown behind it, e.g. "reads". */
  readonly pool?: string;
  readonly connections: number;
  /** Whether the address leads through a pooler in transaction mode. */
  readonly isPooled?: boolean;
  /** The longest wait for an answer, after which the connection is given up; null for sessions that wait on purpose. */
  readonly replyTimeoutMs?: number | null;
}

/** From the end of a pool's sockets to the driver's own: each tells of it within a moment. */
const BREAK_MS = 100;

function sessionSettings({
  applicationName,
  pool,
  isPooled = false,
}: ConnectOptions): Record<string, string | number> {
  if (isPooled) return { application_name: applicationName, timezone: "UTC" };
  return {
    application_name: pool === undefined ? applicationName : `${applicationName} ${pool}`,
    timezone: "UTC",
    statement_timeout: DATABASE_LIMITS.statementTimeoutMs,
    // The server of a connection that has fallen silent does not notice that we left, and would keep its locks for hours.
    idle_in_transaction_session_timeout: DATABASE_LIMITS.idleTransactionMs,
    // A plan of its own for each call looks cheaper to the server where tables have partitions, of which it leaves some
    // out, and takes longer to make than to carry out: 1.7 ms against 0.5 for a task in a year of months (2026-11).
    plan_cache_mode: "force_generic_plan",
  };
}

/** An IPv6 address and its port, which the driver would split at the address's colons. */
function ipv6TargetOf(databaseUrl: string): Pick<postgres.Options<never>, "host" | "port"> {
  const [, host, port = "5432"] = /^[^/]*\/\/(?:[^@/?]*@)?\[([^\]]+)\](?::(\d+))?/.exec(databaseUrl) ?? [];
  // Lists are not parted; the driver's types leave them out.
  return host === undefined ? {} : ({ host: [host], port: [Number(port)] } as unknown as { host: string });
}

/** Seconds; a pool's only connection stays, since everything would wait for the next. */
function lifeOf({ connections }: ConnectOptions): number | null {
  const { min, max } = CONNECTION_LIMITS.lifeMs;
  return connections === 1 ? null : (min + Math.random() * (max - min)) / 1_000;
}

/**
 * Lets the sockets of a pool break before the driver gives up on what has not ended in time: it then fails a statement
 * of its own that nobody awaits, the first over each connection, which ends the process.
 */
function breakBeforeEnd(sql: Sql, sockets: DriverSockets): void {
  const end = sql.end.bind(sql);
  sql.end = async ({ timeout } = {}) => {
    if (timeout === undefined) return end();
    const timer = setTimeout(() => sockets.close(), timeout * 1_000);
    await end({ timeout: timeout + BREAK_MS / 1_000 }).finally(() => clearTimeout(timer));
  };
}

const socketsOf = new WeakMap<Sql, DriverSockets>();

/** How many connections a pool that was opened here has open, and how many of them wait for an answer. */
export function poolUse(sql: Sql): { readonly open: number; readonly busy: number } {
  return socketsOf.get(sql)?.use() ?? { open: 0, busy: 0 };
}

/**
 * Opens a pool; nothing is connected before the first query. Numeric values arrive as exact decimal strings.
 * @throws Error for an address whose TLS settings cannot be used
 */
export function connectDatabase(databaseUrl: string, options: ConnectOptions): Sql {
  const { databaseUrl: url, tls } = readTlsSettings(databaseUrl);
  const replyTimeoutMs =
    options.replyTimeoutMs === undefined ? DATABASE_LIMITS.replyTimeoutMs : options.replyTimeoutMs;
  const sockets = new DriverSockets({ tls, replyTimeoutMs });
  const driverOptions = {
    ...ipv6TargetOf(url),
    max: options.connections,
    connect_timeout: DATABASE_LIMITS.connectTimeoutMs / 1_000,
    // The driver's own pause between failed tries grows to 20 s, for which every request would hang.
    backoff: () => DATABASE_LIMITS.reconnectPauseMs / 1_000,
    idle_timeout: CONNECTION_LIMITS.idleMs / 1_000,
    // The driver asks a function once for each connection, as its own default is one; its types say otherwise.
    max_lifetime: (() => lifeOf(options)) as unknown as number,
    onnotice: () => undefined,
    // The first result of a new connection, on which nothing of ours relies: where a connection broke in the middle of
    // a result, the driver's count of its rows is set back only by another result's end.
    fetch_types: true,
    ssl: false,
    connection: sessionSettings(options),
    // Missing in the driver's types.
    socket: sockets.open,
  };
  const pool = postgres(url, driverOptions);
  const sql = options.isPooled === true ? withoutPipelines(pool) : pool;
  socketsOf.set(sql, sockets);
  breakBeforeEnd(sql, sockets);
  sockets.watchStatements(sql);
  guardSessions(sql, sockets);
  return sql;
}
