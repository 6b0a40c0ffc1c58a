// The operator's commands for the ledger and for the schema.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { connectDatabase, type Sql } from "../../../shared/db/connect.ts";
import { listMigrations } from "../../../shared/db/schema/list-migrations.ts";
import { type Ended, runAdminHere } from "../../support/control-plane/admin.ts";
import { accountDatabase } from "../../support/database/account-database.ts";
import { DAY_MS, makePastPeriod } from "../../support/database/periods.ts";
import { createTestDatabase } from "../../support/database/test-database.ts";
import { emptyDisk, fillDisk } from "../../support/faults/disk-faults.ts";
import { smallDisk } from "../../support/storage/small-disk.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

interface Scene {
  readonly sql: Sql;
  readonly accountId: string;
  readonly storageFolder: string;
  readonly admin: (...args: readonly string[]) => Promise<Ended>;
  readonly json: (...args: readonly string[]) => Promise<unknown>;
}

async function scene(t: TestContext, folder?: string): Promise<Scene> {
  const { sql, databaseUrl, account } = await accountDatabase(t, "7");
  const storageFolder = folder ?? (await temporaryFolder(t));
  const admin = (...args: readonly string[]): Promise<Ended> =>
    runAdminHere({ CLIPMILL_DATABASE_URL: databaseUrl, CLIPMILL_STORAGE: `file:${storageFolder}` }, ...args);
  const json = async (...args: readonly string[]): Promise<unknown> => {
    const { code, stdout, stderr } = await admin(...args, "--json");
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout);
  };
  return { sql, accountId: account.id, storageFolder, admin, json };
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

test("an operator archives the ledger, shows an account's entries from it, and checks the books", async (t) => {
  const { sql, accountId, storageFolder, admin, json } = await scene(t);
  const period = await makePastPeriod(sql, 100, 70);
  await sql`
    insert into ledger_entries (account_id, kind, moods, note, created_at)
    values (${accountId}, 'adjustment', 0.5, 'from long ago', ${period.startsAt})`;
  await sql`update accounts set moods_granted = moods_granted + 0.5`;
  const half = await admin(
    "ledger",
    "archive",
    "--before",
    dayOf(new Date(period.endsAt.getTime() - DAY_MS)),
  );
  assert.deepEqual([half.code, half.stdout], [1, ""]);
  assert.match(half.stderr, /^No whole period of the ledger ends before/);
  const [archive] = (await json("ledger", "archive", "--before", dayOf(period.endsAt))) as Record<
    string,
    unknown
  >[];
  assert.deepEqual([archive?.entries, archive?.from], [1, period.startsAt.toISOString()]);
  assert.deepEqual(await json("ledger", "check"), { accounts: 1, archives: 1, differences: 0 });
  const entries = (await json("ledger", "show", accountId)) as Record<string, unknown>[];
  assert.deepEqual(
    entries.map(({ kind, moods, note }) => [kind, moods, note]),
    [
      ["adjustment", 0.5, "from long ago"],
      ["grant", 7, null],
    ],
  );
  const early = ["--from", period.startsAt.toISOString(), "--to", period.endsAt.toISOString()];
  assert.equal(((await json("ledger", "show", accountId, ...early)) as unknown[]).length, 1);
  const key = String(archive?.storageKey);
  await writeFile(join(storageFolder, key), "something else");
  const { code, stdout, stderr } = await admin("ledger", "show", accountId);
  assert.deepEqual([code, stdout], [1, ""]);
  assert.equal(stderr.trim(), `The archive ${key} is not right: its content cannot be read.`);
  assert.equal((await admin("ledger", "check")).stderr.trim(), stderr.trim());
});

test("an archive for which there is no room says which disk is full, and the ledger keeps its period", async (t) => {
  const disk = await smallDisk(t, 1);
  if (disk === undefined) return;
  const { sql, accountId, admin, json } = await scene(t, disk);
  const period = await makePastPeriod(sql, 100, 70);
  await sql`
    insert into ledger_entries (account_id, kind, moods, note, created_at)
    values (${accountId}, 'adjustment', 0.5, 'from long ago', ${period.startsAt})`;
  await sql`update accounts set moods_granted = moods_granted + 0.5`;
  const archive = ["ledger", "archive", "--before", dayOf(period.endsAt)] as const;
  await fillDisk(disk);
  const { code, stderr } = await admin(...archive);
  assert.deepEqual([code, stderr], [1, "The disk of the storage is full: make room on it, and try again.\n"]);
  assert.deepEqual(await json("ledger", "check"), { accounts: 1, archives: 0, differences: 0 });
  await emptyDisk(disk);
  assert.equal(((await json(...archive)) as unknown[]).length, 1);
  assert.deepEqual(await json("ledger", "check"), { accounts: 1, archives: 1, differences: 0 });
});

test("a check of books that are not right says so and fails", async (t) => {
  const { sql, accountId, admin } = await scene(t);
  await sql`update accounts set moods_used = 2`;
  const { code, stdout, stderr } = await admin("ledger", "check", accountId);
  assert.deepEqual([code, stdout], [1, ""]);
  assert.equal(
    stderr.trim(),
    `Account ${accountId} was granted 7.0000 and has used 2.0000 moods; its entries say 7.0000 and 0.`,
  );
  assert.match(
    (await admin("ledger", "archive", "--before", "2020-13-01")).stderr,
    /^--before must be a day/,
  );
});

test("an operator brings a database to this version before any control plane does", async (t) => {
  const { databaseUrl } = await createTestDatabase(t, { migrate: false });
  const migrate = () => runAdminHere({ CLIPMILL_DATABASE_URL: databaseUrl }, "database", "migrate", "--json");
  const { code, stdout, stderr } = await migrate();
  assert.equal(code, 0, stderr);
  const names = listMigrations().map(({ name }) => name);
  const version = listMigrations().at(-1)?.version;
  assert.deepEqual(JSON.parse(stdout), { version, applied: names });
  assert.deepEqual(JSON.parse((await migrate()).stdout), { version, applied: [] });
  const sql = connectDatabase(databaseUrl, { applicationName: "test", connections: 1 });
  t.after(() => sql.end({ timeout: 1 }));
  assert.equal((await sql`select from periods`).length, 3);
});
