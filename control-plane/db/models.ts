// SQL of the catalogue's models on this plane, which only reads them: media nodes write down the models that they bring,
// and when they last offered each. A model is known while a living lease offers it, and for a while after.
import type { Queryable } from "../../shared/db/connect.ts";
import { MODEL_OFFER_LIMITS } from "../../shared/limits/nodes.ts";
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
  /** Exact decimals, as text, of the tiers that have one: the operator's where there is one, else the model's own. */
  readonly tier_prices: Readonly<Record<string, string>>;
  /** The tiers whose price is an operator's. */
  readonly operator_tiers: readonly string[];
}

function columns(sql: Queryable) {
  return sql`m.slug, m.title, m.subtitle, m.capability, m.default_output_count, m.input_schema,
    md5(m.input_schema::text) as input_schema_version, m.model_tiers,
    m.tier_prices || coalesce((
      select jsonb_object_agg(p.tier, p.moods::text) from model_prices p where p.model = m.slug), '{}') as tier_prices,
    array(select p.tier from model_prices p where p.model = m.slug) as operator_tiers`;
}

/** Not so large that reading it would hold this plane: what a node writes is read here at each create. */
function isReadable(sql: Queryable) {
  return sql`octet_length(m::text) <= ${MODEL_OFFER_LIMITS.modelBytes}`;
}

/** The slugs that living leases offer. */
function offered(sql: Queryable, leaseTtlMs: number) {
  return sql`select unnest(l.models) from worker_leases l
    where l.renewed_at >= now() - ${leaseTtlMs} * interval '1 millisecond'`;
}

export interface OfferTimes {
  readonly leaseTtlMs: number;
  /** For how long a model is known that no living node offers. */
  readonly memoryMs: number;
}

function known(sql: Queryable, { leaseTtlMs, memoryMs }: OfferTimes) {
  return sql`${isReadable(sql)} and (m.slug in (${offered(sql, leaseTtlMs)}) or exists (select from model_offers o where o.model = m.slug
    and o.offered_at > now() - ${memoryMs} * interval '1 millisecond'))`;
}

/** The models of some capabilities that are known now, by title. */
export async function selectKnownModels(
  sql: Queryable,
  capabilities: readonly string[],
  times: OfferTimes,
): Promise<ModelRow[]> {
  return sql<ModelRow[]>`
    select ${columns(sql)} from models m
    where m.capability = any (${capabilities as string[]}) and ${known(sql, times)}
    order by m.title, m.slug`;
}

/** A model that is known now, or undefined. */
export async function selectKnownModel(
  sql: Queryable,
  slug: string,
  times: OfferTimes,
): Promise<ModelRow | undefined> {
  const [row] = await sql<ModelRow[]>`
    select ${columns(sql)} from models m where m.slug = ${slug} and ${known(sql, times)}`;
  return row;
}

/** A model that a living node can run now, or undefined. */
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
  return sql<
    ModelRow[]
  >`select ${columns(sql)} from models m where m.slug = any (${slugs as string[]}) and ${isReadable(sql)}`;
}
