// SQL of the record of built-in templates: which versions of which were ever brought into this database.
import type { Queryable } from "../../shared/db/connect.ts";

export interface BroughtVersion {
  readonly template_id: string;
  readonly sha256: string;
}

/** Everything that was brought for these templates. */
export async function selectBroughtVersions(
  sql: Queryable,
  templateIds: readonly string[],
): Promise<BroughtVersion[]> {
  return sql<BroughtVersion[]>`
    select template_id, sha256 from built_in_templates where template_id = any (${templateIds as string[]})`;
}

/** Notes that this version of a built-in template was brought; a version that was brought before changes nothing. */
export async function insertBroughtVersion(sql: Queryable, version: BroughtVersion): Promise<void> {
  await sql`
    insert into built_in_templates (template_id, sha256) values (${version.template_id}, ${version.sha256})
    on conflict do nothing`;
}

/** One process brings built-in templates at a time; the lock ends with the transaction. */
export async function lockBuiltInTemplates(sql: Queryable): Promise<void> {
  await sql`lock table built_in_templates in exclusive mode`;
}
