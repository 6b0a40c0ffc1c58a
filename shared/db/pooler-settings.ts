// What a pooler in transaction mode must do for us, asked once at the start: a client can set neither timeouts for the
// connections that it is lent (PgBouncer refuses them among the start-up parameters), nor rely on a statement that it
// prepared. Where something is missing the plane works all the same, until a statement hangs; so this warns and goes on.
import { DATABASE_LIMITS } from "../limits.ts";
import type { Logger } from "../logger.ts";
import type { Sql } from "./connect.ts";

/** For a pooler's setting of what it runs on each new connection, such as PgBouncer's connect_query. */
export const SESSION_TIMEOUTS =
  `set statement_timeout = ${DATABASE_LIMITS.statementTimeoutMs}; ` +
  `set idle_in_transaction_session_timeout = ${DATABASE_LIMITS.idleTransactionMs}`;

interface PoolerFacts {
  readonly statement_timeout_ms: number;
  readonly idle_timeout_ms: number;
  /** This statement's name as the server knows it; null where it is not prepared under a name. */
  readonly statement_name: string | null;
}

/** Warns of what the pooler before this database leaves out. @throws the driver's error where it cannot be asked */
export async function checkPooler(sql: Sql, logger: Logger): Promise<void> {
  const rows = await sql<PoolerFacts[]>`
    select
      (select setting::int from pg_settings where name = 'statement_timeout') as statement_timeout_ms,
      (select setting::int from pg_settings where name = 'idle_in_transaction_session_timeout') as idle_timeout_ms,
      (select name from pg_prepared_statements where statement like '%pooler_facts%' limit 1) as statement_name
    from (values (true)) as pooler_facts`;
  const [facts] = rows;
  if (facts === undefined) return;
  const isBounded = (ms: number, limitMs: number): boolean => ms > 0 && ms <= limitMs;
  const { statement_timeout_ms: statementMs, idle_timeout_ms: idleMs } = facts;
  if (
    !isBounded(statementMs, DATABASE_LIMITS.replyTimeoutMs) ||
    !isBounded(idleMs, DATABASE_LIMITS.idleTransactionMs)
  ) {
    logger.warn(
      { statementMs, idleMs, wanted: SESSION_TIMEOUTS },
      "the database's pooler sets no timeouts as short as needed: a statement or a transaction that is left may hold its locks",
    );
  }
  // A pooler that follows prepared statements gives them names of its own.
  if (facts.statement_name !== null && facts.statement_name === rows.statement.name) {
    logger.warn(
      "the database's pooler does not follow prepared statements: set its max_prepared_statements, or add prepare=false to CLIPMILL_DATABASE_URL",
    );
  }
}
