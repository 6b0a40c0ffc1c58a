// SQL of the catalogue's models on this plane: a node that starts writes down the models that it brings. Control planes
// only read them. JSON goes in as text: the driver would send it as jsonb, which forgets the order of properties.
import type { Queryable } from "../../shared/db/connect.ts";
import type { AnnouncedModel } from "../../shared/schemas/model.ts";

/** Adds models or brings their descriptors up to date; one that is there already and the same is not touched. */
export async function upsertModels(sql: Queryable, models: readonly AnnouncedModel[]): Promise<void> {
  for (const model of models) {
    await sql`
      insert into models as m (slug, title, subtitle, capability, default_output_count, input_schema, model_tiers, tier_prices)
      values (${model.model}, ${model.title}, ${model.subtitle}, ${model.capability}, ${model.default_output_count},
        ${JSON.stringify(model.input_schema)}::text::json, ${model.model_tiers},
        ${JSON.stringify(model.tier_prices ?? {})}::text::jsonb)
      on conflict (slug) do update set title = excluded.title, subtitle = excluded.subtitle,
        capability = excluded.capability, default_output_count = excluded.default_output_count,
        input_schema = excluded.input_schema, model_tiers = excluded.model_tiers,
        tier_prices = excluded.tier_prices, updated_at = now()
      where (m.title, m.subtitle, m.capability, m.default_output_count, m.input_schema::text, m.model_tiers, m.tier_prices)
        is distinct from (excluded.title, excluded.subtitle, excluded.capability, excluded.default_output_count,
          excluded.input_schema::text, excluded.model_tiers, excluded.tier_prices)`;
  }
}

/**
 * Writes down that models are offered now, unless that was done within the interval. All nodes do, each at its own time: in
 * one order, so that none waits for another crosswise.
 */
export async function recordModelOffers(
  sql: Queryable,
  slugs: readonly string[],
  intervalMs: number,
): Promise<void> {
  if (slugs.length === 0) return;
  await sql`
    insert into model_offers as o (model, offered_at)
    select distinct slug, now() from unnest(${slugs as string[]}::text[]) slug order by slug
    on conflict (model) do update set offered_at = excluded.offered_at
    where o.offered_at <= now() - ${intervalMs} * interval '1 millisecond'`;
}
