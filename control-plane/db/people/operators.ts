// SQL of who operates this appliance.
import { ADVISORY_LOCKS } from "../../../shared/db/advisory-locks.ts";
import type { Queryable } from "../../../shared/db/connect.ts";
import { deleteResetLinks } from "./one-time-links.ts";

/** Lets one control plane at a time make the first operator, until the transaction ends. */
export async function lockFirstOperator(sql: Queryable): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.firstOperator})`;
}

/**
 * Whether anybody operates the appliance, blocked people included. Under `lockFirstOperator`, where one is
 * made for want of them.
 */
export async function hasOperator(sql: Queryable): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`select exists (select from users where is_operator) as found`;
  return row?.found === true;
}

/** Whether nobody else operates it who may sign in. */
export async function isOnlyOperator(sql: Queryable, userId: string): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select exists (select from users where is_operator and blocked_at is null and id <> ${userId}) as found`;
  return row?.found !== true;
}

export interface OperatorRow {
  readonly id: string;
  readonly email: string;
  readonly blocked_at: Date | null;
  readonly has_second_factor: boolean;
  readonly last_used_at: Date | null;
}

/** All operators, by address. `last_used_at` is null where there is no session of theirs. */
export async function selectOperators(sql: Queryable): Promise<OperatorRow[]> {
  return sql<OperatorRow[]>`
    select u.id, u.email, u.blocked_at, f.confirmed_at is not null as has_second_factor,
      (select max(last_used_at) from sessions s where s.user_id = u.id) as last_used_at
    from users u left join second_factors f on f.user_id = u.id where u.is_operator order by lower(u.email)`;
}

/**
 * Whether there was such a person who was not so yet. One by groups becomes one by hand, and not the other way round. Links
 * for the password of whom this makes an operator end: the console makes such links, but none for operators.
 * @param standing.byGroups whether their groups at the provider of single sign-on say so, and not somebody here
 */
export async function setOperator(
  sql: Queryable,
  userId: string,
  { isOperator, byGroups }: { readonly isOperator: boolean; readonly byGroups: boolean },
): Promise<boolean> {
  if (isOperator) await deleteResetLinks(sql, userId);
  const result = await sql`
    update users set is_operator = ${isOperator}, is_operator_by_groups = ${isOperator && byGroups}
    where id = ${userId}
      and (is_operator <> ${isOperator} or (is_operator_by_groups and ${isOperator && !byGroups}))`;
  return result.count === 1;
}
