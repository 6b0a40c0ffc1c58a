// SQL of the prices that an operator sets for models. They are read with the models, in models.ts.
import type { Queryable } from "../../shared/db/connect.ts";

export interface ModelPriceRow {
  readonly model: string;
  readonly tier: string;
  /** An exact decimal, as text. */
  readonly moods: string;
  readonly set_at: Date;
}

/** The price of one output, or undefined where no operator has set one. */
export async function selectModelPrice(
  sql: Queryable,
  { model, tier }: Pick<ModelPriceRow, "model" | "tier">,
): Promise<string | undefined> {
  const [row] = await sql<{ moods: string }[]>`
    select moods from model_prices where model = ${model} and tier = ${tier}`;
  return row?.moods;
}

/**
 * Sets what one output of a model costs in a tier, in moods, in place of what its node announces. Tasks that
 * are there keep their price.
 */
export async function upsertModelPrice(
  sql: Queryable,
  { model, tier, moods }: Omit<ModelPriceRow, "set_at">,
): Promise<void> {
  await sql`
    insert into model_prices (model, tier, moods) values (${model}, ${tier}, ${moods}::numeric)
    on conflict (model, tier) do update set moods = excluded.moods, set_at = now()`;
}

/** Has a model's own price hold again, or the appliance's; without a price set nothing happens. */
export async function deleteModelPrice(
  sql: Queryable,
  { model, tier }: Pick<ModelPriceRow, "model" | "tier">,
): Promise<void> {
  await sql`delete from model_prices where model = ${model} and tier = ${tier}`;
}

/** By model and tier. */
export async function selectModelPrices(
  sql: Queryable,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<ModelPriceRow[]> {
  return sql<ModelPriceRow[]>`
    select model, tier, moods, set_at from model_prices order by model, tier limit ${limit} offset ${offset}`;
}

/** How many prices are set, over all models and tiers. */
export async function countModelPrices(sql: Queryable): Promise<number> {
  const [row] = await sql<{ prices: number }[]>`select count(*)::float8 as prices from model_prices`;
  return row?.prices ?? 0;
}
