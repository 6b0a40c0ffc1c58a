// SQL that tells which stored files rows name, and whose a file is, for whoever looks for what is missing.
import type { Queryable } from "../../../shared/db/connect.ts";

export interface NamedFile {
  readonly id: string;
  readonly key: string;
}

/** Kinds of rows that name a file each. */
export const NAMING_TABLES = ["uploads", "outputs", "transcripts", "ledger archives"] as const;
export type NamingTable = (typeof NAMING_TABLES)[number];

/** The next rows behind this id that name a file, by their ids. */
export async function selectNamedFiles(
  sql: Queryable,
  table: NamingTable,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<NamedFile[]> {
  if (table === "outputs") {
    return sql<NamedFile[]>`
      select id, output_key as key from tasks where id > ${after} and output_key is not null order by id limit ${limit}`;
  }
  if (table === "uploads") {
    return sql<NamedFile[]>`
      select id, storage_key as key from uploads
      where id > ${after} and stored_at is not null and removed_at is null order by id limit ${limit}`;
  }
  if (table === "transcripts") {
    return sql<NamedFile[]>`
      select id, storage_key as key from transcripts where id > ${after} order by id limit ${limit}`;
  }
  return sql<NamedFile[]>`
    select storage_key as id, storage_key as key from ledger_archives where storage_key > ${after}
    order by storage_key limit ${limit}`;
}

/** Open tasks that are made from these uploads, which a request names in `source` or `sources`. */
export async function selectTasksOfUploads(
  sql: Queryable,
  keys: readonly string[],
): Promise<{ key: string; task_id: string }[]> {
  return sql<{ key: string; task_id: string }[]>`
    select k.key, t.id as task_id from unnest(${keys as string[]}::text[]) as k (key)
    join tasks t on t.completed_at is null and t.request @? '$.**{1 to 2}.storageKey'
      and jsonb_path_query_array(t.request, '$.**{1 to 2}.storageKey') @> to_jsonb(k.key)
    order by k.key, t.id`;
}
