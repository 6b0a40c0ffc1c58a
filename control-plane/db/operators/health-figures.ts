// SQL of what operators want to know of the database itself, and of files that could not be removed.
import type { Queryable } from "../../../shared/db/connect.ts";
import { isRepeated } from "../expired-files.ts";

export interface DatabaseFigures {
  readonly version: string;
  readonly sizeBytes: number;
  readonly connections: number;
  readonly maxConnections: number;
  /** Bytes of our tables with their indexes, the largest first; partitions within the whole that they are of. */
  readonly tables: readonly { readonly name: string; readonly sizeBytes: number }[];
}

/** Reads sizes of all tables' files: ask at most every minute. */
export async function selectDatabaseFigures(sql: Queryable, shownTables: number): Promise<DatabaseFigures> {
  const [row] = await sql<DatabaseFigures[]>`
    with sizes as (
      select coalesce(p.inhparent, c.oid) as id, sum(pg_table_size(c.oid) + pg_indexes_size(c.oid))::float8 as bytes
      from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_inherits p on p.inhrelid = c.oid
      where c.relkind = 'r' and n.nspname in ('public', 'graphile_worker') group by 1
    )
    select current_setting('server_version') as version,
      pg_database_size(current_database())::float8 as "sizeBytes",
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections')::int as "maxConnections",
      (select coalesce(jsonb_agg(jsonb_build_object('name', t.name, 'sizeBytes', t.bytes) order by t.bytes desc), '[]')
        from (select id::regclass::text as name, bytes from sizes order by bytes desc limit ${shownTables}) t) as tables`;
  if (row === undefined) throw new Error("One row is always there.");
  return row;
}

export interface KeptFiles {
  readonly uploads: number;
  readonly uploadBytes: number;
  /** Announced and not complete. */
  readonly openUploads: number;
  readonly openUploadBytes: number;
  /** Removals under way or to be tried again. */
  readonly removals: number;
  /** Those that were tried several times. */
  readonly failingRemovals: number;
}

/** How many removals were tried so often at least, and failed; the search for files that no row names counts as one. */
function failingRemovals(sql: Queryable, failingFrom: number) {
  return sql`
    (select count(*) from file_removals where attempts >= ${failingFrom} and not ${isRepeated(sql)})
    + (select count(*) from orphan_search where attempts >= ${failingFrom})`;
}

/** Counts what is kept: goes through all uploads that are, so ask seldom. */
export async function selectKeptFiles(sql: Queryable, failingFrom: number): Promise<KeptFiles> {
  const [row] = await sql<KeptFiles[]>`
    select u.*, r.* from (
      select count(*) filter (where stored_at is not null)::float8 as uploads,
        coalesce(sum(size_bytes) filter (where stored_at is not null), 0)::float8 as "uploadBytes",
        count(*) filter (where stored_at is null and expires_at > now())::float8 as "openUploads",
        coalesce(sum(size_bytes) filter (where stored_at is null and expires_at > now()), 0)::float8 as "openUploadBytes"
      from uploads where removed_at is null
    ) u, (
      select (select count(*) from file_removals)::float8 as removals,
        (${failingRemovals(sql, failingFrom)})::float8 as "failingRemovals"
    ) r`;
  if (row === undefined) throw new Error("One row is always there.");
  return row;
}

/** How many removals were tried so often at least, and failed. */
export async function countFailingRemovals(sql: Queryable, failingFrom: number): Promise<number> {
  const [row] = await sql<
    { removals: number }[]
  >`select (${failingRemovals(sql, failingFrom)})::int as removals`;
  return row?.removals ?? 0;
}

/** Of these sessions, those that are still an operator's. */
export async function selectOperatorSessions(
  sql: Queryable,
  sessionIds: readonly string[],
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select s.id from sessions s join users u on u.id = s.user_id
    where s.id = any (${sessionIds as string[]}) and s.expires_at > now() and u.is_operator and u.blocked_at is null`;
  return rows.map(({ id }) => id);
}
