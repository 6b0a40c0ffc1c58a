// Copies a database as of one moment, while everybody goes on with it, and then writes down what lies in the storage: what
// the rows name was there before them, and is found in the inventory unless its time was up meanwhile.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Sql, TransactionSql } from "../../shared/db/connect.ts";
import type { ObjectStorage } from "../../shared/storage/object-storage.ts";
import { copyOut, liftTimeouts, selectCopiedTables } from "../db/backup/copied-tables.ts";
import {
  selectAppliedMigrations,
  selectPartitions,
  selectPointInTime,
  selectSequences,
} from "../db/backup/restored-schema.ts";
import { holdPeriods } from "../db/old-periods.ts";
import { type BackupManifest, removeUnfinishedBackup, SECRET_FILE, writeManifest } from "./backup-folder.ts";
import { writeCopy } from "./copied-file.ts";
import { writeInventory } from "./file-inventory.ts";

export interface BackupSource {
  /** Whose answers are waited for as long as they take; of two connections. */
  readonly sql: Sql;
  readonly storage: ObjectStorage;
  /** What signs links; null where the operator keeps it elsewhere. */
  readonly secret: string | null;
}

type Rows = Omit<BackupManifest, "format" | "files" | "hasSecret">;

async function copyRows(transaction: TransactionSql, folder: string): Promise<Rows> {
  await liftTimeouts(transaction);
  // The first query: what the transaction sees is settled by it.
  const { taken_at: takenAt, wal_position, server_version } = await selectPointInTime(transaction);
  const migrations = await selectAppliedMigrations(transaction);
  const partitions = await selectPartitions(transaction);
  const tables: Rows["tables"] = [];
  for (const table of await selectCopiedTables(transaction)) {
    const file = `tables/${table.schema}.${table.name}.copy.gz`;
    const { lines, sha256 } = await copyOut(transaction, table, (rows) =>
      writeCopy(rows, join(folder, file)),
    );
    tables.push({ ...table, columns: [...table.columns], file, rows: lines, sha256 });
  }
  // Sequences belong to no moment: read last, they are behind no row.
  const sequences = await selectSequences(transaction);
  return {
    takenAt: takenAt.toISOString(),
    walPosition: wal_position,
    serverVersion: server_version,
    migrations,
    tables,
    sequences,
    partitions,
  };
}

/**
 * Partitions are no rows: what the transaction sees of them is not settled by its first query. Those that are dropped or
 * archived behind that would be in no copy, and so none are, from before that query on.
 */
async function copyDatabase(sql: Sql, folder: string): Promise<Rows> {
  return await sql.begin(async (holding) => {
    await liftTimeouts(holding);
    await holdPeriods(holding);
    return await sql.begin("isolation level repeatable read read only", (transaction) =>
      copyRows(transaction, folder),
    );
  });
}

async function fillBackup(
  { sql, storage, secret }: BackupSource,
  folder: string,
  hasContent: boolean,
): Promise<BackupManifest> {
  const rows = await copyDatabase(sql, folder);
  const files = await writeInventory(storage, folder, hasContent);
  if (secret !== null)
    await writeFile(join(folder, SECRET_FILE), secret, { mode: 0o600, flag: "wx", flush: true });
  const manifest = { format: "clipmill-backup-1", ...rows, files, hasSecret: secret !== null } as const;
  await writeManifest(folder, manifest);
  return manifest;
}

/**
 * Makes a backup in a folder that `openNewBackup` has opened, which is empty where that fails. Nothing waits for it, save
 * changes of tables' form.
 */
export async function makeBackup(
  source: BackupSource,
  folder: string,
  hasContent: boolean,
): Promise<BackupManifest> {
  try {
    return await fillBackup(source, folder, hasContent);
  } catch (error) {
    await removeUnfinishedBackup(folder).catch(() => undefined);
    throw error;
  }
}
