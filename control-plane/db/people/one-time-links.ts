// SQL of links that work once.
import type { Queryable } from "../../../shared/db/connect.ts";
import type { MemberRole } from "./session-admission.ts";

export type LinkKind = "setup" | "operator" | "reset" | "invitation";

export interface NewLink {
  readonly id: string;
  /** SHA-256 in hexadecimal digits. */
  readonly secretHash: string;
  readonly kind: LinkKind;
  /** Whose password it sets; null for the others. */
  readonly userId: string | null;
  /** What an invitation is for; null for the others. */
  readonly accountId: string | null;
  readonly role: MemberRole | null;
  readonly email: string | null;
  readonly madeBy: string;
  readonly lifeMs: number;
}

export interface LinkRow {
  readonly id: string;
  readonly kind: LinkKind;
  readonly user_id: string | null;
  readonly account_id: string | null;
  readonly role: MemberRole | null;
  readonly email: string | null;
  readonly made_by: string;
  readonly created_at: Date;
  readonly expires_at: Date;
}

function columns(sql: Queryable) {
  return sql`id, kind, user_id, account_id, role, email, made_by, created_at, expires_at`;
}

/**
 * Adds a link, of whose secret only the SHA-256 comes here; it works for `lifeMs` by the database's clock.
 */
export async function insertLink(sql: Queryable, link: NewLink): Promise<LinkRow> {
  const [row] = await sql<LinkRow[]>`
    insert into one_time_links (id, secret_hash, kind, user_id, account_id, role, email, made_by, expires_at)
    values (${link.id}, decode(${link.secretHash}, 'hex'), ${link.kind}, ${link.userId}, ${link.accountId},
      ${link.role}, ${link.email}, ${link.madeBy}, now() + ${link.lifeMs} * interval '1 millisecond')
    returning ${columns(sql)}`;
  if (row === undefined) throw new Error("an insert returns its row");
  return row;
}

/**
 * A link of one of these kinds that still works, its row locked until the transaction ends, so that two do
 * not use it at once; undefined where it is unknown, used or over.
 */
export async function lockLink(
  sql: Queryable,
  secretHash: string,
  kinds: readonly LinkKind[],
): Promise<LinkRow | undefined> {
  const [row] = await sql<LinkRow[]>`
    select ${columns(sql)} from one_time_links
    where secret_hash = decode(${secretHash}, 'hex') and kind = any (${kinds}::text[])
      and used_at is null and expires_at > now()
    for update`;
  return row;
}

/** Whose password a link sets, whether it still works or not; undefined for one that sets none. */
export async function selectLinkUser(sql: Queryable, secretHash: string): Promise<string | undefined> {
  const [row] = await sql<{ user_id: string | null }[]>`
    select user_id from one_time_links where secret_hash = decode(${secretHash}, 'hex')`;
  return row?.user_id ?? undefined;
}

/** Has a link work no more. The caller holds it by `lockLink`. */
export async function markLinkUsed(sql: Queryable, linkId: string): Promise<void> {
  await sql`update one_time_links set used_at = now() where id = ${linkId}`;
}

/**
 * Removes links that nobody can use any more, at most `limit`; those that somebody holds are left (`skip
 * locked`).
 */
export async function deleteEndedLinks(sql: Queryable, limit: number): Promise<void> {
  await sql`
    delete from one_time_links where id in (
      select id from one_time_links where used_at is not null or expires_at <= now()
      limit ${limit} for update skip locked)`;
}

/** Removes a person's links for a new password. */
export async function deleteResetLinks(sql: Queryable, userId: string): Promise<void> {
  await sql`delete from one_time_links where kind = 'reset' and user_id = ${userId}`;
}

/** Removes the links that starts of the appliance have made. */
export async function deleteSetupLinks(sql: Queryable): Promise<void> {
  await sql`delete from one_time_links where kind = 'setup'`;
}
