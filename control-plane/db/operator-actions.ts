// SQL of the audit log. Rows are added, and removed once they are older than operators want them kept; a trigger refuses
// everything else.
import type { Queryable } from "../../shared/db/connect.ts";

export interface NewAction {
  readonly operator: string;
  readonly via: "command" | "console";
  readonly origin: string;
  readonly action: string;
  readonly target: string;
  readonly accountId: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface ActionRow {
  readonly id: string;
  readonly done_at: Date;
  readonly operator: string;
  readonly via: string;
  readonly origin: string;
  readonly action: string;
  readonly target: string;
  readonly account_id: string | null;
  /** Of the account's owner. */
  readonly account_email: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

/**
 * Writes a line of the audit log, in the transaction of what it tells of: neither is there without the other.
 */
export async function insertAction(sql: Queryable, action: NewAction): Promise<void> {
  await sql`
    insert into operator_actions (operator, via, origin, action, target, account_id, details)
    values (${action.operator}, ${action.via}, ${action.origin}, ${action.action}, ${action.target},
      ${action.accountId}, ${JSON.stringify(action.details)}::text::jsonb)`;
}

/**
 * What became of a recent transaction that wrote an action; null where the database does not know. A standby that took over
 * may give the id to another transaction, so a committed one counts only if the line is there that it wrote.
 */
export async function selectActionState(
  sql: Queryable,
  transactionId: string,
): Promise<"in progress" | "committed" | "aborted" | null> {
  const [row] = await sql<[{ state: "in progress" | "committed" | "aborted" | null; has_line: boolean }]>`
    select pg_xact_status(${transactionId}::text::xid8) as state, exists (
      select from operator_actions where done_at > now() - interval '1 hour'
        and xmin::text = (${transactionId}::text::numeric % 4294967296)::text) as has_line`;
  return row.state === "committed" && !row.has_line ? "aborted" : row.state;
}

export interface ActionFilter {
  readonly accountId: string | null;
  /** The first words of the action, such as `account` or `account grant`. */
  readonly action: string | null;
  readonly since: Date | null;
}

export interface RowRange {
  readonly limit: number;
  readonly offset: number;
}

/**
 * In words that are there only where they are asked for: in a plan that is kept, "or null" would serve no index. What begins
 * with words lies in their index from themselves up to where a "!" follows, which is next to the space: of starts_with a plan
 * that is kept knows no bounds.
 */
function matching(sql: Queryable, { accountId, action, since }: ActionFilter) {
  return sql`where true
    ${accountId === null ? sql`` : sql`and account_id = ${accountId}`}
    ${action === null ? sql`` : sql`and action collate "C" >= ${action} and action collate "C" < ${action} || '!'`}
    ${since === null ? sql`` : sql`and done_at >= ${since}`}`;
}

/**
 * The newest first. The rows of the page are found before anything is read of them, and each is then looked up.
 * @param limit no more than there are, or all of the log is searched for what is missing
 */
export async function selectActions(
  sql: Queryable,
  filter: ActionFilter,
  { limit, offset }: RowRange,
): Promise<ActionRow[]> {
  return sql<ActionRow[]>`
    select o.*, (select u.email from accounts a join users u on u.id = a.user_id where a.id = o.account_id) as account_email
    from (
      select id from operator_actions ${matching(sql, filter)} order by id desc limit ${limit} offset ${offset}
    ) page cross join lateral (
      select id, done_at, operator, via, origin, action, target, account_id, details from operator_actions
      where id = page.id limit 1
    ) o
    order by page.id desc`;
}

/** How many lines of the log the filter leaves. */
export async function countActions(sql: Queryable, filter: ActionFilter): Promise<number> {
  const [row] = await sql<{ actions: number }[]>`
    select count(*)::float8 as actions from operator_actions ${matching(sql, filter)}`;
  return row?.actions ?? 0;
}

/** Removes some of what is older than so many days, at least 30. Returns how many. */
export async function deleteOldActions(sql: Queryable, keptDays: number, limit: number): Promise<number> {
  const result = await sql`
    delete from operator_actions where id in (
      select id from operator_actions where done_at < now() - ${keptDays} * interval '1 day'
      order by done_at limit ${limit} for update skip locked)`;
  return result.count;
}
