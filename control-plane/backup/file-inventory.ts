// What lies in the storage, as lines of a file, with its content where that is asked for; and what of it, or of what rows
// name, is not there any more.
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Queryable } from "../../shared/db/connect.ts";
import { AppError, hasErrorCode } from "../../shared/errors.ts";
import { BACKUP_LIMITS } from "../../shared/limits/admin.ts";
import type { ObjectStorage } from "../../shared/storage/object-storage.ts";
import { STORED_FOLDERS } from "../../shared/storage/task-keys.ts";
import { NAMING_TABLES, selectNamedFiles, selectTasksOfUploads } from "../db/backup/named-files.ts";
import { CONTENT_FOLDER, INVENTORY_FILE } from "./backup-folder.ts";
import { openCopy, readCopy, writeCopy } from "./copied-file.ts";

interface StoredFile {
  readonly key: string;
  readonly sizeBytes: number;
}

export interface Inventory {
  readonly count: number;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly hasContent: boolean;
}

/** Copies a file out. How large it is; undefined where it was removed at this very moment. */
async function copyContent(storage: ObjectStorage, key: string, path: string): Promise<number | undefined> {
  const content = await storage.open(key).catch((error: unknown) => {
    if (hasErrorCode(error, "NOT_FOUND")) return undefined;
    throw error;
  });
  if (content === undefined) return undefined;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = createWriteStream(path, { flags: "wx", mode: 0o600, flush: true });
  await pipeline(content, file);
  return file.bytesWritten;
}

/** Writes down what lies in the storage now, and copies it where told to. */
export async function writeInventory(
  storage: ObjectStorage,
  folder: string,
  hasContent: boolean,
): Promise<Inventory> {
  let sizeBytes = 0;
  async function* lines(): AsyncGenerator<string> {
    for (const prefix of STORED_FOLDERS) {
      for await (const { key, sizeBytes: listedBytes } of storage.list(prefix)) {
        const path = join(folder, CONTENT_FOLDER, key);
        const copiedBytes = hasContent ? await copyContent(storage, key, path) : undefined;
        const size = copiedBytes ?? listedBytes;
        sizeBytes += size;
        yield `${JSON.stringify({ key, sizeBytes: size })}\n`;
      }
    }
  }
  const { lines: count, sha256 } = await writeCopy(
    Readable.from(lines(), { objectMode: false }),
    join(folder, INVENTORY_FILE),
  );
  return { count, sizeBytes, sha256, hasContent };
}

async function* readInventory(folder: string): AsyncGenerator<StoredFile> {
  const input = openCopy(join(folder, INVENTORY_FILE));
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY }))
    yield JSON.parse(line) as StoredFile;
}

/** @throws AppError INVALID_REQUEST where the inventory is not what was written; Error where it cannot be read */
export async function checkInventory(
  folder: string,
  { count, sha256 }: Pick<Inventory, "count" | "sha256">,
): Promise<void> {
  const read = await readCopy(
    join(folder, INVENTORY_FILE),
    new Writable({ write: (_chunk, _, done) => done() }),
  );
  if (read.sha256 === sha256 && read.lines === count) return;
  throw new AppError(
    "INVALID_REQUEST",
    `${INVENTORY_FILE} is not what was written: the backup is damaged. Nothing was changed.`,
  );
}

/**
 * Puts the content back that the backup has whole and the storage has not; what was cut off there is missing. How many
 * files.
 */
export async function restoreContent(storage: ObjectStorage, folder: string): Promise<number> {
  let restored = 0;
  for await (const { key, sizeBytes } of readInventory(folder)) {
    const path = join(folder, CONTENT_FOLDER, key);
    const info = await stat(path).catch(() => undefined);
    if (info?.size !== sizeBytes || (await storage.stat(key)) !== undefined) continue;
    await storage.putStream(key, createReadStream(path), sizeBytes);
    restored += 1;
  }
  return restored;
}

export interface MissingFiles {
  readonly files: number;
  /** The first of them, each with the tasks that it concerns. */
  readonly examples: readonly { readonly key: string; readonly tasks: readonly string[] }[];
  /** The tasks concerned, at most so many as there are examples. */
  readonly tasks: readonly string[];
}

/** The task whose folder a file lies in. */
function taskOf(key: string): string | undefined {
  return /^(?:tasks|outputs\/[^/]+)\/(task_[^/]+)\//.exec(key)?.[1];
}

async function* namedKeys(sql: Queryable): AsyncGenerator<string> {
  const { rowsPerPage: limit } = BACKUP_LIMITS;
  for (const table of NAMING_TABLES) {
    for (let after = ""; ; ) {
      const rows = await selectNamedFiles(sql, table, { after, limit });
      for (const { key } of rows) yield key;
      const last = rows.at(-1);
      if (last === undefined || rows.length < limit) break;
      after = last.id;
    }
  }
}

/** Asks the storage for many files, some at once. */
async function* absentOf(storage: ObjectStorage, keys: AsyncIterable<string>): AsyncGenerator<string> {
  let asked: string[] = [];
  const ask = async (): Promise<string[]> => {
    const found = await Promise.all(asked.map((key) => storage.stat(key)));
    const absent = asked.filter((_key, index) => found[index] === undefined);
    asked = [];
    return absent;
  };
  for await (const key of keys) {
    asked.push(key);
    if (asked.length === BACKUP_LIMITS.filesAtOnce) yield* await ask();
  }
  yield* await ask();
}

async function* expectedKeys(sql: Queryable, folder: string): AsyncGenerator<string> {
  for await (const { key } of readInventory(folder)) yield key;
  yield* namedKeys(sql);
}

/** What the backup's storage had, or rows name, and the storage has not. */
export async function findMissingFiles(
  sql: Queryable,
  storage: ObjectStorage,
  folder: string,
): Promise<MissingFiles> {
  const examples = new Map<string, string[]>();
  let files = 0;
  for await (const key of absentOf(storage, expectedKeys(sql, folder))) {
    // An example that rows name, too, comes twice.
    if (examples.has(key)) continue;
    files += 1;
    const task = taskOf(key);
    if (examples.size < BACKUP_LIMITS.missingShown) examples.set(key, task === undefined ? [] : [task]);
  }
  const uploads = [...examples.keys()].filter((key) => key.startsWith("uploads/"));
  for (const { key, task_id: task } of await selectTasksOfUploads(sql, uploads))
    examples.get(key)?.push(task);
  const tasks = [...new Set([...examples.values()].flat())];
  return { files, examples: [...examples].map(([key, of]) => ({ key, tasks: of })), tasks };
}
