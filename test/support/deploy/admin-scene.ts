// An appliance on whose database commands of operators are run.
import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { HIGHLIGHT_RENDER } from "../../../media-node/reel/highlight-render.ts";
import type { Sql } from "../../../shared/db/connect.ts";
import { runAdminHere } from "../control-plane/admin.ts";
import { accountDatabase } from "../database/account-database.ts";
import { fakeNode, TEST_MODEL } from "../media-node/media-node.ts";
import { temporaryFolder } from "../temporary-folder.ts";

export interface AdminScene {
  readonly sql: Sql;
  readonly accountId: string;
  readonly keyId: string;
  readonly folder: string;
  readonly nodeId: string;
  /** Runs a command, which must succeed, and returns what it printed. */
  readonly admin: (...args: readonly string[]) => Promise<unknown>;
}

export async function openAdminScene(t: TestContext, more: NodeJS.ProcessEnv = {}): Promise<AdminScene> {
  const { sql, databaseUrl, account } = await accountDatabase(t, "7");
  const folder = await temporaryFolder(t);
  await mkdir(join(folder, "storage"));
  const env = { CLIPMILL_DATABASE_URL: databaseUrl, CLIPMILL_DATA_DIR: folder, ...more };
  const admin = async (...args: readonly string[]): Promise<unknown> => {
    const { code, stdout, stderr } = await runAdminHere(env, ...args, "--json");
    assert.equal(code, 0, `${args.join(" ")}: ${stderr}`);
    return JSON.parse(stdout);
  };
  const { id: nodeId } = await fakeNode(sql, [TEST_MODEL, HIGHLIGHT_RENDER]);
  return { sql, accountId: account.id, keyId: account.keyId, folder, nodeId, admin };
}
