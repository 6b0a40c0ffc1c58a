// SQL of the catalogue's models on this plane: a node that starts writes down the models that it brings. Control planes
// only read them. JSON goes in as text: the driver would send it as jsonb, which forgets the order of properties.
import type { Queryable } from "../../shared/db/connect.ts";
import type { Model } from "../../shared/schemas/model.ts";

/** Adds models or brings their descriptors up to date; one that is there already and the same is not touched. */
export async function upsertModels(sql: Queryable, models: readonly Model[]): Promise<void> {
  for (const model of models) {
    await sql`
      insert into models as m (slug, title, subtitle, capability, default_output_count, input_schema, model_tiers)
      values (${model.model}, ${model.title}, ${model.subtitle}, ${model.capability}, ${model.default_output_count},
        ${JSON.stringify(model.input_schema)}::text::json, ${model.model_tiers})
      on conflict (slug) do update set title = excluded.title, subtitle = excluded.subtitle,
        capability = excluded.capability, default_output_count = excluded.default_output_count,
        input_schema = excluded.input_schema, model_tiers = excluded.model_tiers, updated_at = now()
      where (m.title, m.subtitle, m.capability, m.default_output_count, m.input_schema::text, m.model_tiers)
        is distinct from (excluded.title, excluded.subtitle, excluded.capability, excluded.default_output_count,
          excluded.input_schema::text, excluded.model_tiers)`;
  }
}
