// Brings a backup's rows into an empty database of the same version, in one transaction: it is there whole, or the database
// is as empty as before. Runs that were under way are interrupted and their jobs free, so that they are run again as after
// any stop; what was charged for them stands, and nothing is charged again.
import { join } from "node:path";
import type { Sql, TransactionSql } from "../../shared/db/connect.ts";
import { releaseJobsOfPools } from "../../shared/db/queue/worker-leases.ts";
import { AppError } from "../../shared/errors.ts";
import {
  type CopiedTable,
  copyIn,
  emptyTable,
  isTableEmpty,
  liftTimeouts,
  selectCopiedTables,
} from "../db/backup/copied-tables.ts";
import {
  analyzeAll,
  dropPlannedPartitions,
  restorePartition,
  selectAppliedMigrations,
  selectHolders,
  selectInsertTriggers,
  setSequence,
  setTriggers,
} from "../db/backup/restored-schema.ts";
import { freeClaims } from "../db/due-deliveries.ts";
import { interruptAllRuns } from "../db/tasks/runs.ts";
import type { BackupManifest } from "./backup-folder.ts";
import { readCopy } from "./copied-file.ts";

/** Tables with rows from the beginning, which the backup's replace. */
const SEEDED = ["public.queue_clock", "public.ledger_totals", "public.periods", "public.summed_days"];

function refuse(message: string): AppError {
  return new AppError("INVALID_REQUEST", message);
}

function nameOf({ schema, name }: Pick<CopiedTable, "schema" | "name">): string {
  return `${schema}.${name}`;
}

/** @throws AppError INVALID_REQUEST */
async function checkVersion(sql: Sql, { migrations }: BackupManifest): Promise<void> {
  const applied = await selectAppliedMigrations(sql);
  const describe = (list: BackupManifest["migrations"]): string =>
    JSON.stringify(list.map(({ sha256 }) => sha256));
  if (describe(applied) === describe(migrations)) return;
  throw refuse(
    `The backup is of another version: its last migration is ${migrations.at(-1)?.name}, and this version's ${applied.at(-1)?.name}. Restore it with the version that made it, and upgrade that.`,
  );
}

/** @throws AppError INVALID_REQUEST */
async function checkEmpty(transaction: TransactionSql): Promise<void> {
  for (const table of await selectCopiedTables(transaction)) {
    if (SEEDED.includes(nameOf(table)) || (await isTableEmpty(transaction, table))) continue;
    throw refuse(`The database is not empty: there are rows in ${nameOf(table)}. Nothing was changed.`);
  }
}

async function copyTables(
  transaction: TransactionSql,
  { tables, partitions }: BackupManifest,
  folder: string,
): Promise<void> {
  await dropPlannedPartitions(transaction);
  const known = new Map((await selectCopiedTables(transaction)).map((table) => [nameOf(table), table]));
  // Plans come first, since partitions are made from them.
  const periodsFirst = tables.toSorted(
    (a, b) => Number(nameOf(b) === "public.periods") - Number(nameOf(a) === "public.periods"),
  );
  for (const table of periodsFirst) {
    const name = nameOf(table);
    if (!known.has(name)) throw refuse(`The backup has a table that this version has not: ${name}.`);
    if (SEEDED.includes(name)) await emptyTable(transaction, table);
    await copyIn(transaction, table, async (lines) => {
      const copied = await readCopy(join(folder, table.file), lines);
      if (copied.sha256 === table.sha256 && copied.lines === table.rows) return;
      throw refuse(`${table.file} is not what was written: the backup is damaged. Nothing was changed.`);
    });
    if (name === "public.periods") for (const place of partitions) await restorePartition(transaction, place);
  }
}

/** What was under way when the backup was made is under way nowhere now. */
async function freeWork(transaction: TransactionSql): Promise<number> {
  const holders = await selectHolders(transaction);
  const runs = await interruptAllRuns(transaction);
  await releaseJobsOfPools(transaction, holders);
  await freeClaims(transaction, holders);
  return runs;
}

export interface RestoredRows {
  readonly rows: number;
  /** That were under way, and are run again. */
  readonly interruptedRuns: number;
}

/**
 * Restores a backup's rows.
 * @param sql one connection whose answers are waited for as long as they take, to a database with this version's schema
 * @param alsoDo in the same transaction
 * @throws AppError INVALID_REQUEST for a backup of another version or a damaged one, and a database that is not empty
 */
export async function restoreRows(
  sql: Sql,
  manifest: BackupManifest,
  folder: string,
  alsoDo: (transaction: TransactionSql) => Promise<void>,
): Promise<RestoredRows> {
  await checkVersion(sql, manifest);
  const interruptedRuns = await sql.begin(async (transaction) => {
    await liftTimeouts(transaction);
    await checkEmpty(transaction);
    const triggers = await selectInsertTriggers(transaction);
    await setTriggers(transaction, triggers, "disable");
    await copyTables(transaction, manifest, folder);
    await setTriggers(transaction, triggers, "enable");
    for (const sequence of manifest.sequences) await setSequence(transaction, sequence);
    const interrupted = await freeWork(transaction);
    await alsoDo(transaction);
    return interrupted;
  });
  await sql`set statement_timeout = 0`;
  await analyzeAll(sql);
  return { rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0), interruptedRuns };
}
