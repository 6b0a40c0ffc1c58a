// A transaction for what has to happen whole, within the caller's where there is one, and what became of it.
import type { Queryable, Sql, TransactionSql } from "../../shared/db/connect.ts";

/** Runs work in a transaction: of its own, or as a part of the one that the caller has open. */
export function inTransaction<T>(
  sql: Sql | TransactionSql,
  work: (transaction: TransactionSql) => Promise<T>,
): Promise<T> {
  const begun = "savepoint" in sql ? sql.savepoint(work) : sql.begin(work);
  return begun as Promise<T>;
}

/** By which it can be asked what became of this transaction. */
export async function selectTransactionId(transaction: TransactionSql): Promise<string> {
  const [row] = await transaction<[{ id: string }]>`select pg_current_xact_id()::text as id`;
  return row.id;
}

/** Null of a transaction of too long ago. */
export async function selectTransactionState(
  sql: Queryable,
  transactionId: string,
): Promise<"in progress" | "committed" | "aborted" | null> {
  const [row] = await sql<[{ state: "in progress" | "committed" | "aborted" | null }]>`
    select pg_xact_status(${transactionId}::text::xid8) as state`;
  return row.state;
}
