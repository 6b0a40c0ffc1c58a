// Admissions on a real database, each like a process of its own, and the keys of one account.
import type { TestContext } from "node:test";
import { type Admission, createAdmission } from "../../../control-plane/accounts/admission.ts";
import { createAccount } from "../../../control-plane/accounts/manage-accounts.ts";
import { createKey, type NewKey } from "../../../control-plane/accounts/manage-keys.ts";
import { connectDatabase, type Sql } from "../../../shared/db/connect.ts";
import { AppError } from "../../../shared/errors.ts";
import { createTestDatabase } from "../database/test-database.ts";

export const ADDRESS = "192.0.2.7";
const DEFAULTS = { perMinute: 100, perDay: 1_000 };

export interface AdmissionFixture {
  readonly sql: Sql;
  admission(): Admission;
  key(options?: Partial<NewKey>): Promise<{ id: string; key: string }>;
}

export async function openAdmission(t: TestContext): Promise<AdmissionFixture> {
  const { databaseUrl } = await createTestDatabase(t);
  const connect = (): Sql => {
    const sql = connectDatabase(databaseUrl, { applicationName: "test", connections: 2 });
    t.after(() => sql.end({ timeout: 1 }));
    return sql;
  };
  const sql = connect();
  const account = await createAccount(sql, { email: "a@localhost", approve: true });
  const none = { scopes: [], ips: [], expiresAt: null, perMinute: null, perDay: null };
  return {
    sql,
    admission: () => createAdmission(connect(), DEFAULTS),
    key: (options = {}) => createKey(sql, { ...none, accountId: account.id, ...options }),
  };
}

/** How the calls of one key ended: how many came in, and the codes of the others. */
export async function tally(calls: readonly Promise<unknown>[]): Promise<Record<string, number>> {
  const results = await Promise.allSettled(calls);
  const ends: Record<string, number> = {};
  for (const result of results) {
    const reason: unknown = result.status === "rejected" ? result.reason : undefined;
    const end =
      result.status === "fulfilled" ? "admitted" : reason instanceof AppError ? reason.code : String(reason);
    ends[end] = (ends[end] ?? 0) + 1;
  }
  return ends;
}
