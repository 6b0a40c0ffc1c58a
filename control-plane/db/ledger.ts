// SQL of the append-only ledger. Every statement writes an entry and the account's totals together, so that they
// cannot drift apart; the totals are locked for the length of one statement, never across a round trip. Charges are written
// with their tasks (tasks/create-tasks.ts), refunds of withdrawn creates with what is withdrawn (tasks/withdrawals.ts).
import type { Queryable } from "../../shared/db/connect.ts";
import { isOneOf } from "../../shared/db/partition-pruning.ts";

/** Adds moods to an account. Whether there was such an account. */
export async function insertGrant(
  sql: Queryable,
  grant: { accountId: string; moods: string; note: string | null },
): Promise<boolean> {
  const result = await sql`
    with account as (
      update accounts set moods_granted = moods_granted + ${grant.moods}::numeric where id = ${grant.accountId} returning id
    )
    insert into ledger_entries (account_id, kind, moods, note)
    select id, 'grant', ${grant.moods}::numeric, ${grant.note} from account`;
  return result.count === 1;
}

/**
 * Adds moods to an account or, where they are negative, takes them away. False when there is no such account, or its
 * balance would fall below zero.
 */
export async function insertAdjustment(
  sql: Queryable,
  adjustment: { accountId: string; moods: string; note: string },
): Promise<boolean> {
  const result = await sql`
    with account as (
      update accounts set moods_granted = moods_granted + ${adjustment.moods}::numeric
      where id = ${adjustment.accountId} and moods_granted + ${adjustment.moods}::numeric >= moods_used
      returning id
    )
    insert into ledger_entries (account_id, kind, moods, note)
    select id, 'adjustment', ${adjustment.moods}::numeric, ${adjustment.note} from account`;
  return result.count === 1;
}

/**
 * Gives ended tasks back what they were charged for nothing, at most once: all of one that failed, and of one that finished
 * the share of its outputs that could not be made. Returns how many got anything. Accounts are locked in the order of
 * their ids.
 */
export async function insertRefunds(sql: Queryable, taskIds: readonly string[]): Promise<number> {
  if (taskIds.length === 0) return 0;
  const due = sql`case state when 'finished' then round((charged_moods + extra_moods)
      * jsonb_array_length(jsonb_path_query_array(result, '$[*] ? (@.status == "FAILED")'))
      / greatest(jsonb_array_length(result), 1), 4)
    else charged_moods + extra_moods end`;
  const result = await sql`
    with task as (
      update tasks set refunded_moods = ${due}
      where ${isOneOf(sql, "id", taskIds)} and refunded_moods = 0 and ${due} > 0
      returning id, account_id, refunded_moods
    ), holder as materialized (
      select id from accounts where id in (select account_id from task) order by id for no key update
    ), account as (
      update accounts set moods_used = moods_used - refund.moods
      from (select account_id, sum(refunded_moods) as moods from task group by account_id) refund
      where accounts.id = refund.account_id and exists (select from holder where holder.id = accounts.id)
    )
    insert into ledger_entries (account_id, kind, moods, task_id)
    select account_id, 'refund', refunded_moods, id from task`;
  return result.count;
}
