// SQL of the catalogue's models on this plane, which only reads them: media nodes write down the models that they bring.
// A model can run while a living lease offers it.
import type { Queryable } from "../../shared/db/connect.ts";
import type { InputSchema } from "../../shared/schemas/model.ts";

export interface ModelRow {
  readonly slug: string;
  readonly title: string;
  readonly subtitle: string;
  readonly capability: string;
  readonly default_output_count: number;
  readonly input_schema: InputSchema;
  /** Changes with the schema's text. */
  readonly input_schema_version: string;
  readonly model_tiers: readonly string[];
}

function columns(sql: Queryable) {
  return sql`m.slug, m.title, m.subtitle, m.capability, m.default_output_count, m.input_schema,
    md5(m.input_schema::text) as input_schema_version, m.model_tiers`;
}

/** The slugs that living leases offer. */
function offered(sql: Queryable, leaseTtlMs: number) {
  return sql`select unnest(l.models) from worker_leases l
    where l.renewed_at >= now() - ${leaseTtlMs} * interval '1 millisecond'`;
}

/** The models of some capabilities that can run now, by title. */
export async function selectRunnableModels(
  sql: Queryable,
  capabilities: readonly string[],
  leaseTtlMs: number,
): Promise<ModelRow[]> {
  return sql<ModelRow[]>`
    select ${columns(sql)} from models m
    where m.capability = any (${capabilities as string[]}) and m.slug in (${offered(sql, leaseTtlMs)})
    order by m.title, m.slug`;
}

/** A model that can run now, or undefined. */
export async function selectRunnableModel(
  sql: Queryable,
  slug: string,
  leaseTtlMs: number,
): Promise<ModelRow | undefined> {
  const [row] = await sql<ModelRow[]>`
    select ${columns(sql)} from models m where m.slug = ${slug} and m.slug in (${offered(sql, leaseTtlMs)})`;
  return row;
}

/** Models that any node ever brought, whether they can run now or not. */
export async function selectModels(sql: Queryable, slugs: readonly string[]): Promise<ModelRow[]> {
  return sql<ModelRow[]>`select ${columns(sql)} from models m where m.slug = any (${slugs as string[]})`;
}
