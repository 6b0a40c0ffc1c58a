// A backup as a folder: `backup.json`, which says what is in it and is written last, so that a folder without it is none;
// `tables/`, a compressed file for each; `files.jsonl.gz`, what lay in the storage; `secret`, which signs links, and
// `files/`, where their content was asked for. Everything is its user's alone.
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Static, Type } from "typebox";
import { errorCode, errorMessage } from "../../shared/error-message.ts";
import { AppError } from "../../shared/errors.ts";
import { removeTree } from "../../shared/process/remove-tree.ts";
import { compileSchema } from "../../shared/schemas/validate.ts";

const Count = Type.Integer({ minimum: 0 });
const Sha256 = Type.String({ pattern: "^[0-9a-f]{64}$" });

const BackupFile = Type.Object({
  format: Type.Literal("clipmill-backup-1"),
  /** The moment that the database's rows are of. */
  takenAt: Type.String(),
  walPosition: Type.String(),
  serverVersion: Type.String(),
  migrations: Type.Array(Type.Object({ version: Count, name: Type.String(), sha256: Sha256 }), {
    minItems: 1,
  }),
  tables: Type.Array(
    Type.Object({
      schema: Type.String(),
      name: Type.String(),
      columns: Type.Array(Type.String()),
      file: Type.String({ pattern: "^tables/[a-z0-9_.-]+\\.copy\\.gz$" }),
      rows: Count,
      /** Of the rows before they are compressed. */
      sha256: Sha256,
    }),
  ),
  sequences: Type.Array(
    Type.Object({ schema: Type.String(), name: Type.String(), value: Type.String({ pattern: "^\\d+$" }) }),
  ),
  partitions: Type.Array(Type.Object({ table: Type.String(), startsAt: Type.String() })),
  files: Type.Object({ count: Count, sizeBytes: Count, sha256: Sha256, hasContent: Type.Boolean() }),
  hasSecret: Type.Boolean(),
});
export type BackupManifest = Static<typeof BackupFile>;

const parseManifest = compileSchema(BackupFile);

export const INVENTORY_FILE = "files.jsonl.gz";
export const CONTENT_FOLDER = "files";
export const SECRET_FILE = "secret";
const TABLES_FOLDER = "tables";
const MANIFEST_FILE = "backup.json";
const MANIFEST_DRAFT = `${MANIFEST_FILE}.draft`;

function refuse(message: string): AppError {
  return new AppError("INVALID_REQUEST", message);
}

/** Makes the folder, or takes an empty one. @throws AppError INVALID_REQUEST */
export async function openNewBackup(folder: string): Promise<void> {
  const entries = await readdir(folder).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return undefined;
    throw refuse(`${folder} cannot be read: ${errorMessage(error)}`);
  });
  const taken = refuse(`${folder} is not empty: name a new folder.`);
  if (entries !== undefined && entries.length > 0) throw taken;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // Of several that begin at once one makes it: their files would be mixed.
    await mkdir(join(folder, TABLES_FOLDER), { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) === "EEXIST") throw taken;
    throw refuse(`${folder} cannot be made: ${errorMessage(error)}`);
  }
}

/** Says that the backup is whole. */
export async function writeManifest(folder: string, manifest: BackupManifest): Promise<void> {
  const draft = join(folder, MANIFEST_DRAFT);
  await writeFile(draft, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });
  await rename(draft, join(folder, MANIFEST_FILE));
}

/**
 * Empties the folder of a backup that cannot be ended, so that the same one can be named again: it may have filled the
 * disk on which the database lies, too.
 */
export async function removeUnfinishedBackup(folder: string): Promise<void> {
  for (const name of [TABLES_FOLDER, CONTENT_FOLDER, INVENTORY_FILE, SECRET_FILE, MANIFEST_DRAFT])
    await removeTree(join(folder, name));
}

/** @throws AppError INVALID_REQUEST for what is no whole backup of a kind that this version reads */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const path = join(folder, MANIFEST_FILE);
  const text = await readFile(path, "utf8").catch(() => {
    throw refuse(`${folder} is no whole backup: there is no ${path} that could be read.`);
  });
  try {
    return parseManifest(JSON.parse(text));
  } catch (error) {
    throw refuse(`${path} is none that this version reads: ${errorMessage(error)}`);
  }
}
