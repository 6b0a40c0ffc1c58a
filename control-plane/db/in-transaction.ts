// A transaction for what has to happen whole, within the caller's where there is one.
import type { Sql, TransactionSql } from "../../shared/db/connect.ts";

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
