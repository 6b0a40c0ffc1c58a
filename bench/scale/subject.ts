// A database that is measured, with what a control plane on it needs and the keys of its clients.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import postgres from "postgres";
import { createKey } from "../../control-plane/accounts/manage-keys.ts";
import type { Sql } from "../../shared/db/connect.ts";
import type { FilledDatabase } from "./fill-database.ts";

const UNLIMITED = 1_000_000_000;

export interface Subject extends FilledDatabase {
  readonly name: string;
  readonly databaseUrl: string;
  readonly sql: Sql;
  readonly env: Readonly<Record<string, string>>;
  readonly storageFolder: string;
  /** Of the busy account first, then of all others. */
  readonly keys: readonly string[];
  /** A task of the busy account far back; the newest possible id where there is none. */
  readonly oldestId: string;
}

async function makeKeys(sql: Sql, accountIds: readonly string[]): Promise<string[]> {
  const keys: string[] = [];
  for (const accountId of accountIds) {
    const { key } = await createKey(sql, {
      accountId,
      scopes: [],
      ips: [],
      expiresAt: null,
      perMinute: UNLIMITED,
      perDay: UNLIMITED,
    });
    keys.push(key);
  }
  return keys;
}

async function findOldTask(sql: Sql, accountId: string): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    select id from tasks where account_id = ${accountId} and kind = 'clip' and state = 'finished' order by id offset 1000 limit 1`;
  return row?.id ?? "task_7zzzzzzzzzzzzzzzzzzzzzzzzz";
}

/** Of one database of the server at `serverUrl`. */
export function databaseUrlOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/scale_${name}`;
  return url.href;
}

/** Opens a filled database; `folder` takes its storage. */
export async function openSubject(
  filled: FilledDatabase,
  { name, serverUrl, folder }: { name: string; serverUrl: string; folder: string },
): Promise<Subject> {
  const databaseUrl = databaseUrlOf(serverUrl, name);
  const sql: Sql = postgres(databaseUrl, { max: 2, onnotice: () => undefined });
  const storageFolder = join(folder, name);
  await mkdir(storageFolder, { recursive: true });
  const env = {
    CLIPMILL_DATABASE_URL: databaseUrl,
    CLIPMILL_DATA_DIR: storageFolder,
    CLIPMILL_STORAGE: `file:${storageFolder}`,
    CLIPMILL_PORT: "0",
    CLIPMILL_ALLOW_NETWORKS: "127.0.0.0/8",
    CLIPMILL_SECRET: "a-secret-of-the-benchmark-which-guards-nothing",
  };
  const keys = await makeKeys(sql, filled.accountIds);
  const oldestId = await findOldTask(sql, filled.busyAccountId);
  return { ...filled, name, databaseUrl, sql, env, storageFolder, keys, oldestId };
}
