// SQL of files of templates that no template names any more. They wait for their removal here, since a task that was
// made from a template may still need its logo.
import type { Queryable } from "../../shared/db/connect.ts";

/** Notes files for removal. */
export async function insertDiscardedFiles(
  sql: Queryable,
  templateId: string,
  storageKeys: readonly string[],
): Promise<void> {
  await sql`
    insert into discarded_files (storage_key, template_id)
    select unnest(${storageKeys as string[]}::text[]), ${templateId} on conflict do nothing`;
}

/** Takes files back that are named again. */
export async function deleteDiscardedFiles(sql: Queryable, storageKeys: readonly string[]): Promise<void> {
  await sql`delete from discarded_files where storage_key = any (${storageKeys as string[]})`;
}

/** Takes files out that are due and whose template no open task was made from, oldest first, and returns their keys. */
export async function deleteDueDiscardedFiles(
  sql: Queryable,
  afterMs: number,
  limit: number,
): Promise<string[]> {
  const rows = await sql<{ storage_key: string }[]>`
    delete from discarded_files where storage_key in (
      select f.storage_key from discarded_files f
      where f.discarded_at < now() - ${afterMs} * interval '1 millisecond'
        and not exists (select from tasks t where t.template_id = f.template_id and t.state in ('queued', 'running'))
      order by f.discarded_at limit ${limit} for update skip locked
    ) returning storage_key`;
  return rows.map((row) => row.storage_key);
}
