// The models that clients may use: those that a living media node offers, or one did a while ago. A node that restarts
// takes no model off the list; a task for one that is away waits for its return. Nothing is cached.
import type { Queryable } from "../../shared/db/connect.ts";
import { QUEUE_LIMITS } from "../../shared/limits/queue.ts";
import { GENERATION_CAPABILITIES, type Model } from "../../shared/schemas/model.ts";
import { type ModelRow, selectKnownModel, selectKnownModels } from "../db/models.ts";

export interface ModelTimes {
  /** For how long a model is listed whose last node has gone. */
  readonly memoryMs: number;
  /** For how long a task waits for a node that can run its model. */
  readonly waitMs: number;
}

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

/** The models that take generation tasks, by title. */
export async function listModels(sql: Queryable, memoryMs: number): Promise<Model[]> {
  const { leaseTtlMs } = QUEUE_LIMITS;
  const rows = await selectKnownModels(sql, GENERATION_CAPABILITIES, { leaseTtlMs, memoryMs });
  return rows.map(viewModel);
}

/** A model that takes generation tasks, or undefined. */
export async function findGenerationModel(
  sql: Queryable,
  slug: string,
  memoryMs: number,
): Promise<ModelRow | undefined> {
  const { leaseTtlMs } = QUEUE_LIMITS;
  const row = await selectKnownModel(sql, slug, { leaseTtlMs, memoryMs });
  return row !== undefined && GENERATION_CAPABILITIES.includes(row.capability) ? row : undefined;
}
