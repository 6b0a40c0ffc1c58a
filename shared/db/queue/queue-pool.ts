// The `pg` connections of a queue runner, and of the queue's migrations. Graphile-worker would open its own, but takes
// its error handlers off at its end while connections are still open: the next one to break then ends the process. Ours
// stay for the pool's life. A connection whose answer is overdue is destroyed, and a pool's end does not wait for a
// server that is silent: a stop must not hang by either.
import type { Duplex } from "node:stream";
import pg from "pg";
import { CONNECTION_LIMITS, DATABASE_LIMITS } from "../../limits/database.ts";
import type { Logger } from "../../logger.ts";
import { isFromStandby } from "../classify-error.ts";
import { readTlsSettings } from "../database-tls.ts";
import { ResponseWatchdog } from "../driver/response-watchdog.ts";
import { ResultFrames } from "../driver/result-frames.ts";
import { QueueStream } from "./queue-stream.ts";

export interface QueuePoolOptions {
  /** Past any pooler: the queue listens on one of its connections. */
  readonly databaseUrl: string;
  /** Shown in pg_stat_activity, e.g. "clipmill media-node queue". */
  readonly applicationName: string;
  readonly connections: number;
  readonly logger?: Logger | undefined;
  /** Whether statements and their answers are waited for without a bound, as migrations need it; false unless told. */
  readonly isUnbounded?: boolean;
}

/** The listener, and one by which all workers look for jobs in turn. */
const CONNECTIONS_AT_REST = 2;

export interface QueuePool {
  readonly pool: pg.Pool;
  /** Whether jobs run: at rest two connections do, one of which listens, however many workers look for jobs. */
  setBusy(isBusy: boolean): void;
  /** Ends it once all its clients are released; a server that does not hear the goodbye is left. */
  close(): Promise<void>;
}

/** What `pg` is told of where to connect, in the meaning that the address has for our own pools. */
function targetOf(databaseUrl: string): pg.PoolConfig {
  const { databaseUrl: connectionString, tls } = readTlsSettings(databaseUrl);
  const [, hosts = ""] = /^[^/]*\/\/(?:[^@/?]*@)?([^/?]*)/.exec(connectionString) ?? [];
  if (hosts.includes(",")) {
    throw new Error(
      "The queue's connections lead to one host: give the database's address with one, such as a name that follows the primary.",
    );
  }
  return {
    connectionString,
    ssl: false,
    ...(tls === undefined ? {} : { stream: () => new QueueStream(tls) as never }),
  };
}

/**
 * Opens a pool; a connection that breaks is logged in one line and replaced by the next that is needed.
 * @throws Error for an address that names several hosts, or whose TLS settings cannot be used
 */
export function openQueuePool({
  databaseUrl,
  applicationName,
  connections,
  logger,
  isUnbounded = false,
}: QueuePoolOptions): QueuePool {
  const pool = new pg.Pool({
    ...targetOf(databaseUrl),
    max: Math.min(connections, CONNECTIONS_AT_REST),
    connectionTimeoutMillis: DATABASE_LIMITS.connectTimeoutMs,
    application_name: applicationName,
    idleTimeoutMillis: CONNECTION_LIMITS.idleMs,
    keepAlive: true,
    statement_timeout: isUnbounded ? false : DATABASE_LIMITS.queueStatementTimeoutMs,
    idle_in_transaction_session_timeout: DATABASE_LIMITS.idleTransactionMs,
  });
  const streams = new Set<Duplex>();
  const logBreak = (error: Error): void =>
    logger?.warn({ reason: error.message }, "a connection of the queue broke");
  pool.on("error", logBreak);
  pool.on("connect", (client) => {
    client.on("error", logBreak);
    const { connection } = client as unknown as ConnectedClient;
    const { stream } = connection;
    streams.add(stream);
    connection.on("errorMessage", ({ code }) => {
      if (isFromStandby(code)) stream.destroy(new Error("The database has become another server's standby."));
    });
    stream.once("close", () => streams.delete(stream));
    if (!isUnbounded) watchAnswers(stream);
  });
  const close = async (): Promise<void> => {
    const leave = (): void => {
      for (const stream of streams) stream.destroy();
    };
    const late = setTimeout(leave, DATABASE_LIMITS.goodbyeMs);
    await pool.end();
    clearTimeout(late);
  };
  const setBusy = (isBusy: boolean): void => {
    pool.options.max = isBusy ? connections : Math.min(connections, CONNECTIONS_AT_REST);
  };
  return { pool, setBusy, close };
}

/** What `pg` keeps to itself: the socket under a client, encrypted or not; it stands when the pool says "connect". */
interface ConnectedClient {
  readonly connection: {
    readonly stream: Duplex;
    on(event: "errorMessage", listener: (error: { readonly code: string }) => void): void;
  };
}

/** Destroys a connection whose answer is overdue: `pg` would wait for it for as long as the connection is open. */
function watchAnswers(stream: Duplex): void {
  const watch = new ResponseWatchdog(DATABASE_LIMITS.queueReplyTimeoutMs, (error) => stream.destroy(error));
  const frames = new ResultFrames({
    onError: () => undefined,
    onCopied: () => undefined,
    onReady: () => watch.clear(),
  });
  const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
  stream.write = (...args: unknown[]): boolean => {
    watch.expect();
    return write(...args);
  };
  stream.on("data", (chunk: Buffer) => frames.read(chunk));
  stream.once("close", () => watch.clear());
}
