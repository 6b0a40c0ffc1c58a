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
