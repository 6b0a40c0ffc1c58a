// A database with one account, for tests below the HTTP surface.
import type { TestContext } from "node:test";
import { connectDatabase, type Sql } from "../../shared/db/connect.ts";
import { createTestAccount, type TestAccount } from "./control-plane.ts";
import { createTestDatabase } from "./test-database.ts";

export interface AccountDatabase {
  readonly sql: Sql;
  readonly databaseUrl: string;
  readonly account: TestAccount;
}

/** Makes it; the connections end before the database is dropped. */
export async function accountDatabase(t: TestContext, moods = "100"): Promise<AccountDatabase> {
  let sql: Sql | undefined;
  t.after(() => sql?.end({ timeout: 1 }));
  const { databaseUrl } = await createTestDatabase(t);
  sql = connectDatabase(databaseUrl, { applicationName: "test" });
  return { sql, databaseUrl, account: await createTestAccount(sql, { moods }) };
}
