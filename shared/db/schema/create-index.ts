// Creates one index beside readers and writers, as often as it takes. PostgreSQL builds none concurrently on a
// partitioned table: there the parent's index is declared, which every new partition follows from then on, each
// partition's own is built concurrently, and then attached.
import type postgres from "postgres";
import type { Logger } from "../../logger.ts";
import { MIGRATION_LOCK_WAITS, retryForLocks, setLockTimeout } from "../lock-waits.ts";

export interface IndexStatement {
  readonly unique: string;
  readonly name: string;
  readonly table: string;
  /** What follows the table: columns and options. */
  readonly definition: string;
}

type Session = postgres.ReservedSql;

const STATEMENT =
  /^create\s+(unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+([a-z_][\w]*)\s+on\s+([a-z_][\w]*)\s+([\s\S]+)$/i;
/** Of a name in PostgreSQL; it cuts longer ones without a word. */
const NAME_BYTES = 63;

/** The parts of a statement that builds an index concurrently; undefined for others. */
export function readIndexStatement(statement: string): IndexStatement | undefined {
  const [, unique = "", name, table, definition] = STATEMENT.exec(statement) ?? [];
  if (name === undefined || table === undefined || definition === undefined) return undefined;
  return { unique, name, table, definition };
}

/** Whether an index is there and whole. One that a process left unfinished is dropped. */
async function isBuilt(session: Session, name: string): Promise<boolean> {
  const [found] = await session<{ isValid: boolean }[]>`
    select indisvalid as "isValid" from pg_index where indexrelid = to_regclass(${name})`;
  if (found?.isValid === false) await session.unsafe(`drop index concurrently ${name}`);
  return found?.isValid === true;
}

async function createPlainIndex(session: Session, index: IndexStatement): Promise<void> {
  const { unique, name, table, definition } = index;
  if (await isBuilt(session, name)) return;
  await session.unsafe(`create ${unique}index concurrently if not exists ${name} on ${table} ${definition}`);
}

/** A partition that has no part of this index yet. */
async function findPartitionWithout(
  { name, table }: IndexStatement,
  session: Session,
): Promise<string | undefined> {
  const [row] = await session<{ partition: string }[]>`
    select p.inhrelid::regclass::text as partition from pg_inherits p
    where p.inhparent = ${table}::regclass and not exists (
      select from pg_index i join pg_inherits a on a.inhrelid = i.indexrelid
      where i.indrelid = p.inhrelid and a.inhparent = ${name}::regclass)
    order by 1 limit 1`;
  return row?.partition;
}

function partName({ name, table }: IndexStatement, partition: string): string {
  const part = `${partition}_${name.startsWith(`${table}_`) ? name.slice(table.length + 1) : name}`;
  if (Buffer.byteLength(part) > NAME_BYTES) throw new Error(`The name of index ${part} is too long.`);
  return part;
}

async function createPartitionedIndex(
  session: Session,
  index: IndexStatement,
  logger?: Logger,
): Promise<void> {
  const { unique, name, table, definition } = index;
  // Short, but under locks that hold up writers.
  const alter = async (statement: string): Promise<void> => {
    await setLockTimeout(session, MIGRATION_LOCK_WAITS.lockTimeoutMs);
    await retryForLocks(`Index ${name}`, MIGRATION_LOCK_WAITS, logger, () => session.unsafe(statement));
    await setLockTimeout(session, 0);
  };
  await alter(`create ${unique}index if not exists ${name} on only ${table} ${definition}`);
  for (;;) {
    const partition = await findPartitionWithout(index, session);
    if (partition === undefined) return;
    const part = { unique, name: partName(index, partition), table: partition, definition };
    await createPlainIndex(session, part);
    await alter(`alter index ${name} attach partition ${part.name}`);
  }
}

/** Creates the index where it is not there; what a process that died left of it is removed first. */
export async function createIndex(session: Session, index: IndexStatement, logger?: Logger): Promise<void> {
  const [table] = await session<{ isPartitioned: boolean }[]>`
    select relkind = 'p' as "isPartitioned" from pg_class where oid = ${index.table}::regclass`;
  if (table?.isPartitioned === true) await createPartitionedIndex(session, index, logger);
  else await createPlainIndex(session, index);
}
