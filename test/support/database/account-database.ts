// A database with one account, for tests below the HTTP surface.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import type { TestContext } from "node:test";
import { connectDatabase, type Sql } from "../../../shared/db/connect.ts";
import { ensureMediaLogin } from "../../../shared/db/schema/media-role.ts";
import { cleanUp } from "../clean-up.ts";
import { createTestAccount, type TestAccount } from "./test-account.ts";
import { createTestDatabase } from "./test-database.ts";

export interface AccountDatabase {
  readonly sql: Sql;
  readonly databaseUrl: string;
  /** The same database as a media node sees it: with the rights of its role. */
  readonly nodeSql: Sql;
  readonly nodeUrl: string;
  readonly account: TestAccount;
}

const NODE_PASSWORD = randomBytes(16).toString("hex");
let nodeLogin: Promise<string | undefined> | undefined;

/** A login belongs to the cluster and its rights to each database: one login of the process serves all its databases. */
async function nodeUrlOf(databaseUrl: string): Promise<string> {
  nodeLogin ??= ensureMediaLogin(databaseUrl, NODE_PASSWORD);
  const login = await nodeLogin;
  assert.ok(login !== undefined, "the tests' role makes roles");
  const url = new URL(login);
  url.pathname = new URL(databaseUrl).pathname;
  return url.href;
}

/** Makes it; the connections end before the database is dropped. */
export async function accountDatabase(t: TestContext, moods = "100"): Promise<AccountDatabase> {
  const pools: Sql[] = [];
  cleanUp(t, () => Promise.all(pools.map((pool) => pool.end({ timeout: 1 }))));
  const { databaseUrl } = await createTestDatabase(t);
  const nodeUrl = await nodeUrlOf(databaseUrl);
  const sql = connectDatabase(databaseUrl, { applicationName: "test", connections: 10 });
  const nodeSql = connectDatabase(nodeUrl, { applicationName: "test node", connections: 10 });
  pools.push(sql, nodeSql);
  return { sql, databaseUrl, nodeSql, nodeUrl, account: await createTestAccount(sql, { moods }) };
}
