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

/** Takes files back that are named again, also where their removal failed before. */
export async function deleteDiscardedFiles(sql: Queryable, storageKeys: readonly string[]): Promise<void> {
  await sql`
    with kept as (
      delete from file_removals where kind = 'discarded' and subject = any (${storageKeys as string[]})
    )
    delete from discarded_files where storage_key = any (${storageKeys as string[]})`;
}
