// The models that clients may use now: those that a living media node offers. Nothing is cached: a model is gone from
// the list within a lease's time of its last node.
import type { Queryable } from "../../shared/db/connect.ts";
import { QUEUE_LIMITS } from "../../shared/limits.ts";
import { GENERATION_CAPABILITIES, type Model } from "../../shared/schemas/model.ts";
import { type ModelRow, selectRunnableModel, selectRunnableModels } from "../db/models.ts";

function viewModel(row: ModelRow): Model {
  return {
    model: row.slug,
    title: row.title,
    subtitle: row.subtitle,
    capability: row.capability as Model["capability"],
    default_output_count: row.default_output_count,
    input_schema: row.input_schema,
    model_tiers: [...row.model_tiers],
  };
}

/** The models that take generation tasks now, by title. */
export async function listModels(sql: Queryable): Promise<Model[]> {
  const rows = await selectRunnableModels(sql, GENERATION_CAPABILITIES, QUEUE_LIMITS.leaseTtlMs);
  return rows.map(viewModel);
}

/** A model that takes generation tasks now, or undefined. */
export async function findGenerationModel(sql: Queryable, slug: string): Promise<ModelRow | undefined> {
  const row = await selectRunnableModel(sql, slug, QUEUE_LIMITS.leaseTtlMs);
  return row !== undefined && GENERATION_CAPABILITIES.includes(row.capability) ? row : undefined;
}
