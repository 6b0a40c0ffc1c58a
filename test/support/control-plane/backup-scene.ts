// An installation to back up, and empty ones to restore into.
import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { keepSecret } from "../../../deploy/appliance/kept-secrets.ts";
import { connectDatabase, type Sql } from "../../../shared/db/connect.ts";
import { createFileStorage } from "../../../shared/storage/file-storage.ts";
import { accountDatabase } from "../database/account-database.ts";
import { makePastPeriod } from "../database/periods.ts";
import { dispatch, TEST_POOL } from "../database/queue.ts";
import { createTestDatabase } from "../database/test-database.ts";
import { fakeNode } from "../media-node/media-node.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { type Ended, runAdminHere } from "./admin.ts";
import { FINISHED, newRun, newTask } from "./tasks.ts";

/** A database and a data folder, with the admin command for them. */
export interface Place {
  readonly sql: Sql;
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly admin: (...args: readonly string[]) => Promise<Ended>;
  readonly json: (...args: readonly string[]) => Promise<Record<string, unknown>>;
}

/** With this database and a data folder of its own. */
export async function placeOf(t: TestContext, databaseUrl: string): Promise<Place> {
  const dataDir = await temporaryFolder(t);
  await mkdir(join(dataDir, "storage"));
  const sql = connectDatabase(databaseUrl, { applicationName: "test", connections: 2 });
  t.after(() => sql.end({ timeout: 1 }));
  const env = { CLIPMILL_DATABASE_URL: databaseUrl, CLIPMILL_DATA_DIR: dataDir };
  const admin = (...args: readonly string[]): Promise<Ended> => runAdminHere(env, ...args);
  return {
    sql,
    databaseUrl,
    dataDir,
    admin,
    json: async (...args) => {
      const { code, stdout, stderr } = await admin(...args, "--json");
      assert.equal(code, 0, stderr);
      return JSON.parse(stdout) as Record<string, unknown>;
    },
  };
}

/** An empty database to restore into. */
export async function emptyPlace(t: TestContext): Promise<Place> {
  const { databaseUrl } = await createTestDatabase(t, { migrate: false });
  return placeOf(t, databaseUrl);
}

export interface Scene extends Place {
  readonly accountId: string;
  readonly finished: string;
  readonly running: string;
  readonly waiting: string;
  readonly folder: string;
}

/** A database with a finished, a running and a waiting task, rows of an old period, and files. */
export async function openScene(t: TestContext): Promise<Scene> {
  const { sql, databaseUrl, account } = await accountDatabase(t, "50");
  const place = await placeOf(t, databaseUrl);
  const storage = createFileStorage(join(place.dataDir, "storage"));
  await keepSecret(place.dataDir);
  const period = await makePastPeriod(sql, 100, 70);
  await sql`
    insert into ledger_entries (account_id, kind, moods, note, created_at)
    values (${account.id}, 'adjustment', 0.5, E'old\ttabs\nand \\ lines', ${period.startsAt})`;
  await sql`update accounts set moods_granted = moods_granted + 0.5 where id = ${account.id}`;
  const node = await fakeNode(sql);
  await storage.write("uploads/film", "a film");
  const task = (): Promise<string> =>
    newTask(sql, account.id, { request: { source: { kind: "upload", storageKey: "uploads/film" } } });
  const finished = await task();
  await dispatch(sql);
  await node.report(finished, await newRun(sql, finished), FINISHED);
  await storage.write(`tasks/${finished}/clips/clip_1/video.mp4`, "a clip");
  const running = await task();
  await dispatch(sql);
  await newRun(sql, running);
  await sql`
    update graphile_worker._private_jobs set locked_by = ${TEST_POOL}, locked_at = now(), attempts = 1
    where key = ${running}`;
  const waiting = await task();
  const folder = join(await temporaryFolder(t), "backup");
  return { ...place, sql, accountId: account.id, finished, running, waiting, folder };
}
