// What an operator does, and its line in the audit log, in one transaction: neither is there without the other. The
// command line and the console act through here alone. Whoever changes something says what it was and what it has become;
// only fields that differ are kept, and none that holds a secret.
import type { Queryable, Sql, TransactionSql } from "../../shared/db/connect.ts";
import { type Pagination, paginate } from "../../shared/pagination.ts";
import type { OperatorActionView } from "../console/api-types/operator.ts";
import { inTransaction } from "../db/in-transaction.ts";
import { type ActionFilter, countActions, insertAction, selectActions } from "../db/operator-actions.ts";

export interface Operator {
  /** The system's user and machine for commands, an operator's address for the console. */
  readonly name: string;
  readonly via: "command" | "console";
  /** The network address that the operator came from, or `local`. */
  readonly origin: string;
}

/** What has been done: what its caller gets, and what the log keeps. */
export interface Done<T> {
  readonly result: T;
  /** The id or name of what it was done to. */
  readonly target: string;
  /** Whose it is, where it is an account's. */
  readonly accountId?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Something that an operator does, to be run in the transaction that writes it down. */
export type OperatorWork<T> = (transaction: TransactionSql) => Promise<Done<T>>;

/** Fields that no log may hold. */
const SECRET_FIELDS: readonly string[] = ["key"];

/**
 * The fields that differ, each as `{from, to}`; all of them where something is new.
 * @param before null for what was not there
 */
export function changesOf(before: object | null, after: object): Record<string, unknown> {
  const old = new Map(Object.entries(before ?? {}));
  const changed = Object.entries(after).filter(
    ([name, value]) =>
      !SECRET_FIELDS.includes(name) && JSON.stringify(old.get(name)) !== JSON.stringify(value),
  );
  return Object.fromEntries(
    changed.map(([name, to]) => [name, before === null ? to : { from: old.get(name) ?? null, to }]),
  );
}

/** Does what an operator asked for, and writes it down with it. @throws whatever `act` throws; then nothing was done */
export function actAsOperator<T>(
  sql: Sql | TransactionSql,
  operator: Operator,
  action: string,
  act: OperatorWork<T>,
): Promise<T> {
  return inTransaction(sql, async (transaction) => {
    const { result, target, accountId = null, details = {} } = await act(transaction);
    const { name, via, origin } = operator;
    await insertAction(transaction, { operator: name, via, origin, action, target, accountId, details });
    return result;
  });
}

/** A page of the log, the newest first. */
export async function listActions(
  sql: Queryable,
  filter: ActionFilter,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ items: OperatorActionView[]; pagination: Pagination }> {
  const total = await countActions(sql, filter);
  const offset = (page - 1) * limit;
  const left = Math.min(limit, total - offset);
  const rows = left <= 0 ? [] : await selectActions(sql, filter, { limit: left, offset });
  const items = rows.map(({ id, done_at, account_id, account_email, ...row }) => ({
    id: Number(id),
    at: done_at.toISOString(),
    operator: row.operator,
    via: row.via,
    origin: row.origin,
    action: row.action,
    target: row.target,
    accountId: account_id,
    accountEmail: account_email,
    details: row.details,
  }));
  return { items, pagination: paginate(total, { page, limit }) };
}
