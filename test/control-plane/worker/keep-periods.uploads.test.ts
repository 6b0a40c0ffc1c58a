// How long records of removed uploads are kept, on a real database with periods of long ago.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type PeriodRetention, sweepPeriods } from "../../../control-plane/worker/keep-periods.ts";
import type { Sql } from "../../../shared/db/connect.ts";
import { newId } from "../../../shared/ids.ts";
import { PERIOD_LIMITS } from "../../../shared/limits/database.ts";
import { createLogger } from "../../../shared/logger.ts";
import { accountDatabase } from "../../support/database/account-database.ts";
import { DAY_MS, insertPastTask, makePastPeriod, type PastPeriod } from "../../support/database/periods.ts";

const silent = createLogger("test", "silent");
const KEPT: PeriodRetention = {
  partitionDays: 30,
  tasksKeptDays: 100,
  usageSecondsKeptDays: 36_500,
  auditKeptDays: null,
};

/** Uploads of one time, of which those with a name of "gone" were removed a day later. */
async function insertPastUploads(
  sql: Sql,
  accountId: string,
  at: Date,
  names: readonly string[],
): Promise<void> {
  const uploads = names.map((name) => ({
    id: newId("upload", at.getTime()),
    account_id: accountId,
    storage_key: `uploads/${accountId}/${newId("upload")}.mp4`,
    filename: name,
    content_type: "video/mp4",
    size_bytes: 1,
    stored_at: at,
    expires_at: at,
    created_at: at,
    removed_at: name.startsWith("gone") ? new Date(at.getTime() + DAY_MS) : null,
  }));
  await sql`insert into uploads ${sql(uploads)}`;
}

async function uploadNames(sql: Sql): Promise<string[]> {
  const rows = await sql<{ filename: string }[]>`select filename from uploads order by filename`;
  return rows.map(({ filename }) => filename);
}

const begin = ({ startsAt }: PastPeriod): Date => startsAt;
const end = ({ endsAt }: PastPeriod): Date => new Date(endsAt.getTime() - 1);

test("records of removed uploads go with the tasks of their time", async (t) => {
  const { sql, databaseUrl, account } = await accountDatabase(t);
  const old = await makePastPeriod(sql, 200, 170);
  const later = await makePastPeriod(sql, 170, 60);
  await insertPastUploads(sql, account.id, begin(old), ["gone with the tasks", "kept as a file"]);
  await insertPastUploads(sql, account.id, end(old), ["gone later than the tasks"]);
  await insertPastUploads(sql, account.id, begin(later), ["gone of late"]);
  await sweepPeriods(databaseUrl, { ...KEPT, tasksKeptDays: null }, silent);
  assert.equal((await uploadNames(sql)).length, 4, "for ever where the operator says nothing");
  await sweepPeriods(databaseUrl, KEPT, silent);
  assert.deepEqual(await uploadNames(sql), ["gone later than the tasks", "gone of late", "kept as a file"]);
});

test("records of removed uploads stay while tasks of their time do", async (t) => {
  const { sql, databaseUrl, account } = await accountDatabase(t);
  const old = await makePastPeriod(sql, 200, 170);
  await insertPastTask(sql, account.id, begin(old), { state: "queued" });
  await insertPastUploads(sql, account.id, begin(old), ["gone"]);
  await sweepPeriods(databaseUrl, KEPT, silent);
  assert.deepEqual(await uploadNames(sql), ["gone"]);
  await sql`update tasks set state = 'failed', completed_at = now(), files_removed_at = now()`;
  await sweepPeriods(databaseUrl, KEPT, silent);
  assert.deepEqual(await uploadNames(sql), []);
});

test("more records than one statement looks at go at once, also behind many that stay", async (t) => {
  const { sql, databaseUrl, account } = await accountDatabase(t);
  const old = await makePastPeriod(sql, 200, 170);
  const many = Array.from({ length: PERIOD_LIMITS.uploadsPerStatement }, () => "kept");
  await insertPastUploads(sql, account.id, begin(old), many);
  await insertPastUploads(sql, account.id, new Date(begin(old).getTime() + DAY_MS), ["gone"]);
  await sweepPeriods(databaseUrl, KEPT, silent);
  assert.equal((await sql`select from uploads where filename = 'gone'`).length, 0);
  assert.equal((await sql`select from uploads`).length, many.length);
});
