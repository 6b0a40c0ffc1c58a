// What a pooler in transaction mode must do for us, asked once at the start: a client can set neither timeouts nor
// how plans are kept for the connections that it is lent (PgBouncer refuses them among the start-up parameters), nor
// rely on a statement that it prepared. Where something is missing the plane works all the same, until a statement
// hangs; so this warns and goes on.
import { DATABASE_LIMITS } from "../limits/database.ts";
import type { Logger } from "../logger.ts";
import type { Sql } from "./connect.ts";

/** For a pooler's setting of what it runs on each new connection, such as PgBouncer's connect_query. */
export const SESSION_SETTINGS =
  `set statement_timeout = ${DATABASE_LIMITS.statementTimeoutMs}; ` +
  `set idle_in_transaction_session_timeout = ${DATABASE_LIMITS.idleTransactionMs}; ` +
  "set plan_cache_mode = force_generic_plan";

interface PoolerFacts {
  readonly statement_timeout_ms: number;
  readonly idle_timeout_ms: number;
  readonly plan_cache_mode: string;
  /** This statement's name as the server knows it; null where it is not prepared under a name. */
  readonly statement_name: string | null;
}

/** Warns of what the pooler before this database leaves out. @throws the driver's error where it cannot be asked */
export async function checkPooler(sql: Sql, logger: Logger): Promise<void> {
  const rows = await sql<PoolerFacts[]>`
    select
      (select setting::int from pg_settings where name = 'statement_timeout') as statement_timeout_ms,
      (select setting::int from pg_settings where name = 'idle_in_transaction_session_timeout') as idle_timeout_ms,
      current_setting('plan_cache_mode') as plan_cache_mode,
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
      { statementMs, idleMs, wanted: SESSION_SETTINGS },
      "the database's pooler sets no timeouts as short as needed: a statement or a transaction that is left may hold its locks",
    );
  }
  if (facts.plan_cache_mode !== "force_generic_plan") {
    logger.warn(
      { wanted: SESSION_SETTINGS },
      "the database's pooler does not set plan_cache_mode: statements on tables with many partitions are planned each time",
    );
  }
  // A pooler that follows prepared statements gives them names of its own.
  if (facts.statement_name !== null && facts.statement_name === rows.statement.name) {
    logger.warn(
      "the database's pooler does not follow prepared statements: set its max_prepared_statements, or add prepare=false to CLIPMILL_DATABASE_URL",
    );
  }
}
