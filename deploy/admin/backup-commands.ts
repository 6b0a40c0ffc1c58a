// `admin backup` and `admin restore`. A restore brings its own database where none is set: it starts the embedded one of an
// empty data folder for as long as it takes.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { actAsOperator } from "../../control-plane/audit/operator-actions.ts";
import {
  type BackupManifest,
  openNewBackup,
  readManifest,
  SECRET_FILE,
} from "../../control-plane/backup/backup-folder.ts";
import {
  checkInventory,
  findMissingFiles,
  restoreContent,
} from "../../control-plane/backup/file-inventory.ts";
import { makeBackup } from "../../control-plane/backup/make-backup.ts";
import { restoreRows } from "../../control-plane/backup/restore-backup.ts";
import { checkLedger } from "../../control-plane/billing/check-ledger.ts";
import { connectDatabase, type Sql } from "../../shared/db/connect.ts";
import { readSessionUrl } from "../../shared/db/database-addresses.ts";
import { migrateDatabase } from "../../shared/db/schema/migrate.ts";
import { AppError } from "../../shared/errors.ts";
import { ADMIN_LIMITS } from "../../shared/limits/admin.ts";
import { createLogger } from "../../shared/logger.ts";
import { readText } from "../../shared/process/environment.ts";
import { readDataDir } from "../../shared/process/own-folders.ts";
import { isRoot } from "../../shared/process/service-user.ts";
import type { ObjectStorage } from "../../shared/storage/object-storage.ts";
import { openStorage } from "../../shared/storage/open-storage.ts";
import { readStorageSettings } from "../../shared/storage/storage-settings.ts";
import { explainDatabaseError } from "../appliance/explain-database-error.ts";
import { nameFullDisk } from "../appliance/name-full-disk.ts";
import { writePrivateFile } from "../processes/private-file.ts";
import type { Act, AdminCall, AdminCommand, AloneCall } from "./admin-call.ts";
import { invalid, text } from "./admin-call.ts";
import { findOperator } from "./find-operator.ts";
import { openRestoreTarget } from "./restore-target.ts";

const logger = createLogger("admin", "error");

function folderOf(call: Pick<AdminCall, "options">, option: "to" | "from"): string {
  const path = text(call, option);
  if (path === null || path === "") throw invalid(`--${option} is missing: the backup's folder.`);
  return resolve(path);
}

/** The secrets that the appliance keeps itself; null where there are none, or the operator keeps them. */
function readSecret(dataDir: string): Promise<string | null> {
  return readFile(join(dataDir, SECRET_FILE), "utf8").catch(() => null);
}

/** Written down once there is a folder for it, and before it is made: so the backup itself has that line. */
async function backup(call: AdminCall, act: Act): Promise<unknown> {
  const folder = folderOf(call, "to");
  const hasContent = call.options["with-files"] === true;
  const isOwnSecret = readText(call.env, "CLIPMILL_SECRET") === undefined;
  const secret = isOwnSecret ? await readSecret(readDataDir(call.env).path) : null;
  const storage = await call.storage();
  await act(async () => {
    await openNewBackup(folder);
    return { result: null, target: folder, details: { withFiles: hasContent } };
  });
  const made = await nameFullDisk(folder, () =>
    makeBackup({ sql: call.patientSql(), storage, secret }, folder, hasContent),
  );
  if (secret === null) call.note("The secret that signs links is not in the backup: keep it yourself.");
  return {
    folder,
    takenAt: made.takenAt,
    walPosition: made.walPosition,
    tables: made.tables.length,
    rows: made.tables.reduce((sum, { rows }) => sum + rows, 0),
    files: made.files.count,
    filesSizeBytes: made.files.sizeBytes,
    withFiles: hasContent,
    withSecret: made.hasSecret,
  };
}

/** Puts the kept secret back, so that links go on working; one that is there already stays. */
async function restoreSecret(
  { env, note }: AloneCall,
  { hasSecret }: BackupManifest,
  folder: string,
): Promise<void> {
  if (!hasSecret || readText(env, "CLIPMILL_SECRET") !== undefined) return;
  const path = join(readDataDir(env).path, SECRET_FILE);
  const secret = await readFile(join(folder, SECRET_FILE), "utf8");
  if (existsSync(path) && (await readFile(path, "utf8")) !== secret) {
    note(`${path} is there already and stays: add the backup's, or old links end.`);
    return;
  }
  await nameFullDisk(path, () => writePrivateFile(path, secret));
}

/** A database of the operator's own leaves nothing in the data folder, unless the backup has the secret. */
function noteOwner({ env, note }: AloneCall): void {
  const { path } = readDataDir(env);
  const isSecretThere = readSessionUrl(env) === undefined || existsSync(join(path, SECRET_FILE));
  if (!isRoot() || !isSecretThere) return;
  note(
    `What is secret in ${path} is root's alone. For a Clipmill that an ordinary user starts, as clipmill.service ` +
      `does, give that user all of it now: chown -R USER: ${path}`,
  );
}

interface Restoring {
  readonly sql: Sql;
  readonly storage: ObjectStorage;
  readonly manifest: BackupManifest;
  readonly folder: string;
}

/** Restores rows, content and secret; answers what came back, and what is missing of it. */
async function restoreInto(call: AloneCall, { sql, storage, manifest, folder }: Restoring): Promise<object> {
  let restoredFiles = 0;
  const { takenAt, files } = manifest;
  const { rows, interruptedRuns } = await restoreRows(sql, manifest, folder, async (transaction) => {
    // Before the rows are there for good: whatever breaks off here, the restore can be made again.
    await restoreSecret(call, manifest, folder);
    if (files.hasContent)
      restoredFiles = await nameFullDisk("the storage", () => restoreContent(storage, folder));
    await actAsOperator(transaction, findOperator(call.env), "restore", async () => ({
      result: null,
      target: folder,
      details: { takenAt },
    }));
  });
  const missing = await findMissingFiles(sql, storage, folder);
  const { accounts, differences } = await checkLedger(sql, () => storage, null);
  if (differences.length > 0) throw new AppError("INTERNAL", differences.join("\n"));
  noteOwner(call);
  if (missing.files > 0) call.note("Files are missing: put them into the storage, or these tasks lack them.");
  return {
    takenAt,
    rows,
    interruptedRuns,
    accounts,
    restoredFiles,
    missingFiles: missing.files,
    concernedTasks: missing.tasks,
    missing: missing.examples.map(({ key }) => key),
  };
}

async function restore(call: AloneCall): Promise<unknown> {
  const { env } = call;
  const folder = folderOf(call, "from");
  const manifest = await readManifest(folder);
  await checkInventory(folder, manifest.files);
  const target = await openRestoreTarget(env, logger);
  try {
    target.makeFolders();
    const storage = await openStorage(readStorageSettings(env), logger, {
      idleTimeoutMs: ADMIN_LIMITS.storeIdleTimeoutMs,
    });
    await migrateDatabase(target.databaseUrl, { logger });
    const pool = { applicationName: "clipmill restore", connections: 1, replyTimeoutMs: null };
    const sql = connectDatabase(target.databaseUrl, pool);
    try {
      return await restoreInto(call, { sql, storage, manifest, folder });
    } finally {
      await sql.end({ timeout: 5 });
    }
  } catch (error) {
    throw explainDatabaseError(error, target.databaseUrl);
  } finally {
    await target.close();
  }
}

export const BACKUP_COMMANDS: readonly AdminCommand[] = [
  { usage: "backup --to DIR [--with-files]", change: backup },
  { usage: "restore --from DIR", changeAlone: restore },
];
