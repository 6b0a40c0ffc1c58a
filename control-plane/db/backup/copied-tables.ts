// SQL that copies whole tables out of a database and into another one, as streams in the server's own text form: what is
// held at a time does not grow with a table. Names come from the server's catalogue and are quoted.
import { Readable, type Writable } from "node:stream";
import { finished } from "node:stream/promises";
import type { TransactionSql } from "../../../shared/db/connect.ts";

export interface CopiedTable {
  readonly schema: string;
  readonly name: string;
  /** Those that are stored; generated ones are computed again. */
  readonly columns: readonly string[];
}

interface FoundTable extends CopiedTable {
  readonly id: string;
  /** Other tables that its foreign keys name. */
  readonly refers: readonly string[];
}

/** What is not data: what was applied and how it is made, who lives just now, and where the queue is read from. */
const LEFT_OUT = [
  "public.schema_migrations",
  "public.period_tables",
  "public.worker_leases",
  "public.drains",
  "public.node_models",
  "public.queue_mark",
  "graphile_worker.migrations",
];

function quoted(...names: readonly string[]): string {
  return names.map((name) => `"${name.replaceAll('"', '""')}"`).join(".");
}

function columnList(columns: readonly string[]): string {
  return columns.map((column) => quoted(column)).join(", ");
}

/** Each table behind those that it refers to. */
function inOrder(tables: readonly FoundTable[]): CopiedTable[] {
  const byId = new Map(tables.map((table) => [table.id, table]));
  const done = new Set<FoundTable>();
  const visit = (table: FoundTable): void => {
    if (done.has(table)) return;
    for (const id of table.refers) {
      const other = byId.get(id);
      if (other !== undefined && other !== table && !done.has(other)) visit(other);
    }
    done.add(table);
  };
  for (const table of tables) visit(table);
  return [...done].map(({ schema, name, columns }) => ({ schema, name, columns }));
}

/** Our tables and the queue's, partitions within the whole that they are of; each behind those that it refers to. */
export async function selectCopiedTables(transaction: TransactionSql): Promise<CopiedTable[]> {
  const found = await transaction<FoundTable[]>`
    select c.oid::text as id, n.nspname as schema, c.relname as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum
      ) as columns,
      array(select f.confrelid::oid::text from pg_constraint f where f.conrelid = c.oid and f.contype = 'f') as refers
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'p') and not c.relispartition
      and not n.nspname || '.' || c.relname = any (${LEFT_OUT})
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by n.nspname desc, c.relname`;
  return inOrder(found);
}

/** What a stream has, as another one: the driver's own would be destroyed with whatever fails to read it. */
function lend(rows: Readable): Readable {
  const lent = new Readable({ read: () => void rows.resume() });
  rows.on("data", (chunk) => lent.push(chunk) || rows.pause());
  rows.on("end", () => lent.push(null));
  rows.on("error", (error) => lent.destroy(error));
  return lent;
}

/**
 * Hands all rows of a table, a line each, to `take`. Where that fails, the rows that are left are thrown away: no statement,
 * not even the transaction's rollback, can be sent over a connection before they have come.
 * @throws what `take` throws
 */
export async function copyOut<T>(
  transaction: TransactionSql,
  { schema, name, columns }: CopiedTable,
  take: (lines: Readable) => Promise<T>,
): Promise<T> {
  const rows = await transaction
    .unsafe(`copy (select ${columnList(columns)} from ${quoted(schema, name)}) to stdout`)
    .readable();
  try {
    return await take(lend(rows));
  } catch (error) {
    // Where the connection itself has failed, nothing more comes.
    await finished(rows.removeAllListeners("data").resume()).catch(() => undefined);
    throw error;
  }
}

/**
 * Lets `give` write such lines as `copyOut` hands on into a table.
 * @throws what `give` throws; Error where the database refused one of the last lines
 */
export async function copyIn<T>(
  transaction: TransactionSql,
  { schema, name, columns }: CopiedTable,
  give: (lines: Writable) => Promise<T>,
): Promise<T> {
  const into = await transaction
    .unsafe(`copy ${quoted(schema, name)} (${columnList(columns)}) from stdin`)
    .writable();
  const given = await give(into);
  // Of what is refused behind the last line the driver says nothing; the transaction is undone.
  await transaction`select 1`.catch((cause: unknown) => {
    throw new Error(`The database refused rows of ${schema}.${name}; its own log says why.`, { cause });
  });
  return given;
}

/** Whether a table has no rows that this transaction sees: a restore fills none that has. */
export async function isTableEmpty(
  transaction: TransactionSql,
  { schema, name }: Pick<CopiedTable, "schema" | "name">,
): Promise<boolean> {
  const [row] = await transaction.unsafe<{ hasRows: boolean }[]>(
    `select exists (select from ${quoted(schema, name)}) as "hasRows"`,
  );
  return row?.hasRows === false;
}

/** Removes what a fresh schema brings along. */
export async function emptyTable(
  transaction: TransactionSql,
  { schema, name }: Pick<CopiedTable, "schema" | "name">,
): Promise<void> {
  await transaction.unsafe(`delete from ${quoted(schema, name)}`);
}

/** Lets a transaction take as long as it takes, also between its statements. */
export async function liftTimeouts(transaction: TransactionSql): Promise<void> {
  await transaction`
    select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`;
}
