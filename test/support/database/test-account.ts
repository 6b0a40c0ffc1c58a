// Accounts with a key, made straight in a database.
import { createAccount } from "../../../control-plane/accounts/manage-accounts.ts";
import { createKey, type NewKey } from "../../../control-plane/accounts/manage-keys.ts";
import { grantMoods } from "../../../control-plane/billing/grant-moods.ts";
import type { Sql } from "../../../shared/db/connect.ts";

export interface TestAccount {
  readonly id: string;
  readonly keyId: string;
  /** The plaintext of a key with all scopes. */
  readonly key: string;
}

export function newKeyFor(accountId: string, options: Partial<NewKey> = {}): NewKey {
  const open = { scopes: [], ips: [], expiresAt: null, perMinute: null, perDay: null };
  return { accountId, ...open, ...options };
}

let accountCount = 0;

/** Makes an account and a key straight in a database. */
export async function createTestAccount(
  sql: Sql,
  { moods = "100", approve = true }: { moods?: string; approve?: boolean } = {},
): Promise<TestAccount> {
  accountCount += 1;
  const account = await createAccount(sql, { email: `person-${accountCount}@example.com`, approve: true });
  if (Number(moods) > 0) await grantMoods(sql, { accountId: account.id, moods, note: null });
  const key = await createKey(sql, newKeyFor(account.id));
  if (!approve) await sql`update accounts set state = 'PENDING' where id = ${account.id}`;
  return { id: account.id, keyId: key.id, key: key.key };
}
