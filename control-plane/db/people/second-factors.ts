// SQL of second factors and recovery codes. That a code is used once is decided here, by updates of which one alone finds
// its row, whatever control planes ask at the same time.
import type { Queryable } from "../../../shared/db/connect.ts";

export interface FactorRow {
  /** Encrypted. */
  readonly secret: Buffer;
  readonly confirmed_at: Date | null;
  /** Of the moment at which it was read. */
  readonly database_time_ms: number;
}

/**
 * A person's second factor, or the one that they are setting up (`confirmed_at` is null); undefined where
 * there is neither.
 */
export async function selectFactor(sql: Queryable, userId: string): Promise<FactorRow | undefined> {
  const [row] = await sql<FactorRow[]>`
    select secret, confirmed_at, extract(epoch from clock_timestamp())::float8 * 1000 as database_time_ms
    from second_factors where user_id = ${userId}`;
  return row;
}

/** Begins to set one up, in place of what was begun before; false where there is one already. */
export async function upsertUnconfirmedFactor(
  sql: Queryable,
  userId: string,
  secret: Buffer,
): Promise<boolean> {
  const result = await sql`
    insert into second_factors as f (user_id, secret) values (${userId}, ${secret})
    on conflict (user_id) do update set secret = excluded.secret, last_step = 0, created_at = now()
    where f.confirmed_at is null`;
  return result.count === 1;
}

/**
 * The sealed secret of what is being set up and was begun within `setUpMs`; undefined where there is nothing
 * to confirm.
 */
export async function selectUnconfirmedFactor(
  sql: Queryable,
  userId: string,
  setUpMs: number,
): Promise<Pick<FactorRow, "secret" | "database_time_ms"> | undefined> {
  const [row] = await sql<Pick<FactorRow, "secret" | "database_time_ms">[]>`
    select secret, extract(epoch from clock_timestamp())::float8 * 1000 as database_time_ms from second_factors
    where user_id = ${userId} and confirmed_at is null
      and created_at > now() - ${setUpMs} * interval '1 millisecond'`;
  return row;
}

/** Turns on what was set up, with the step of its first code; false where it is not that any more. */
export async function confirmFactor(
  sql: Queryable,
  userId: string,
  { secret, step }: { readonly secret: Buffer; readonly step: number },
): Promise<boolean> {
  const result = await sql`
    update second_factors set confirmed_at = now(), last_step = ${step}
    where user_id = ${userId} and secret = ${secret} and confirmed_at is null`;
  return result.count === 1;
}

/** Uses a step of time; false where it, or a later one, was used already. */
export async function takeStep(sql: Queryable, userId: string, step: number): Promise<boolean> {
  const result = await sql`
    update second_factors set last_step = ${step}
    where user_id = ${userId} and confirmed_at is not null and last_step < ${step}`;
  return result.count === 1;
}

/** Uses a recovery code, by its SHA-256 in hexadecimal digits; false where it is none or was used already. */
export async function takeRecoveryCode(sql: Queryable, userId: string, codeHash: string): Promise<boolean> {
  const result = await sql`
    update recovery_codes set used_at = now()
    where user_id = ${userId} and code_hash = decode(${codeHash}, 'hex') and used_at is null`;
  return result.count === 1;
}

/**
 * Puts new recovery codes in the place of all former ones; false where the second factor is not on. Whoever changes it in
 * between waits.
 */
export async function replaceRecoveryCodes(
  sql: Queryable,
  userId: string,
  codeHashes: readonly string[],
): Promise<boolean> {
  const locked = await sql`
    select from second_factors where user_id = ${userId} and confirmed_at is not null for update`;
  if (locked.count === 0) return false;
  await sql`delete from recovery_codes where user_id = ${userId}`;
  await sql`
    insert into recovery_codes (user_id, code_hash)
    select ${userId}, decode(code_hash, 'hex') from unnest(${codeHashes}::text[]) as n (code_hash)`;
  return true;
}

/** How many recovery codes a person has left. */
export async function countRecoveryCodes(sql: Queryable, userId: string): Promise<number> {
  const [row] = await sql<{ codes: number }[]>`
    select count(*)::int as codes from recovery_codes where user_id = ${userId} and used_at is null`;
  return row?.codes ?? 0;
}

/** Turns a second factor off; false where there was none. One that is being set up goes too. */
export async function deleteFactor(sql: Queryable, userId: string): Promise<boolean> {
  const result = await sql<{ was_on: boolean }[]>`
    delete from second_factors where user_id = ${userId} returning confirmed_at is not null as was_on`;
  await sql`delete from recovery_codes where user_id = ${userId}`;
  return result[0]?.was_on === true;
}

export interface SealedRow {
  readonly user_id: string;
  readonly secret: Buffer;
}

/** Secrets that do not begin with these bytes, by person, after one of them. */
export async function selectSealedOtherwise(
  sql: Queryable,
  { prefix, after, limit }: { readonly prefix: Buffer; readonly after: string; readonly limit: number },
): Promise<SealedRow[]> {
  return sql<SealedRow[]>`
    select user_id, secret from second_factors
    where user_id > ${after} and substring(secret from 1 for ${prefix.length}) <> ${prefix}
    order by user_id limit ${limit}`;
}

/** Replaces a stored secret by the same one under a new key, unless it has changed meanwhile. */
export async function replaceSealed(
  sql: Queryable,
  { user_id, secret }: SealedRow,
  resealed: Buffer,
): Promise<void> {
  await sql`
    update second_factors set secret = ${resealed} where user_id = ${user_id} and secret = ${secret}`;
}
