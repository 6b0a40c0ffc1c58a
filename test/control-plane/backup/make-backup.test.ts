import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { openNewBackup } from "../../../control-plane/backup/backup-folder.ts";
import { makeBackup } from "../../../control-plane/backup/make-backup.ts";
import { archiveLedger } from "../../../control-plane/billing/archive-ledger.ts";
import { dropOldTasks } from "../../../control-plane/worker/drop-old-periods.ts";
import { connectDatabase } from "../../../shared/db/connect.ts";
import { newId } from "../../../shared/ids.ts";
import { createLogger } from "../../../shared/logger.ts";
import { createFileStorage } from "../../../shared/storage/file-storage.ts";
import { cleanUp } from "../../support/clean-up.ts";
import { accountDatabase } from "../../support/database/account-database.ts";
import { insertPastTask, makePastPeriod } from "../../support/database/periods.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

const KEPT_DAYS = 31;

test("what is old is neither dropped nor archived while a backup is made, and is in it", async (t) => {
  const { sql, databaseUrl, account } = await accountDatabase(t, "100");
  const storage = createFileStorage(await temporaryFolder(t));
  const folder = join(await temporaryFolder(t), "backup");
  const period = await makePastPeriod(sql, 200, 170);
  const id = newId("task", period.startsAt.getTime());
  await sql`
    insert into ledger_entries (account_id, kind, moods, task_id, created_at)
    values (${account.id}, 'charge', 3, ${id}, ${period.startsAt})`;
  await insertPastTask(sql, account.id, new Date(period.startsAt.getTime() + 1_000));
  const holder = connectDatabase(databaseUrl, { applicationName: "holder", connections: 1 });
  const patient = connectDatabase(databaseUrl, {
    applicationName: "backup",
    connections: 2,
    replyTimeoutMs: null,
  });
  for (const pool of [holder, patient]) cleanUp(t, () => pool.end({ timeout: 1 }));
  await openNewBackup(folder);
  const { promise: copiedOn, resolve: copyOn } = Promise.withResolvers<void>();
  const holding = holder.begin(async (transaction) => {
    // Is copied before the old ones, and takes as long as a large table.
    await transaction`lock table charge_days in access exclusive mode`;
    await copiedOn;
  });
  const made = makeBackup({ sql: patient, storage, secret: null }, folder, false);
  await until("the copy waits", async () => {
    const waiting = await sql`
      select from pg_stat_activity where application_name = 'backup' and wait_event_type = 'Lock'`;
    return waiting.length > 0;
  });
  const services = { sql, storage, logger: createLogger("test", "silent") };
  await assert.rejects(archiveLedger(services, period.endsAt), /a backup is being made/);
  assert.equal(await dropOldTasks(services, KEPT_DAYS), 0);
  copyOn();
  await holding;
  const { tables } = await made;
  const rowsOf = (name: string): unknown => tables.find((table) => table.name === name)?.rows;
  assert.deepEqual([rowsOf("tasks"), rowsOf("ledger_archives")], [1, 0]);
  assert.equal(rowsOf("ledger_entries"), (await sql`select from ledger_entries`).length);
  assert.equal((await archiveLedger(services, period.endsAt)).length, 1);
  assert.equal(await dropOldTasks(services, KEPT_DAYS), 1);
});
