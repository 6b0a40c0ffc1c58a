// The models that clients may use: those that a living media node offers, or one did a while ago. A node that restarts
// takes no model off the list; a task for one that is away waits for its return. Nothing is cached.
import type { Queryable } from "../../shared/db/connect.ts";
import { QUEUE_LIMITS } from "../../shared/limits/queue.ts";
import type { RequestBounds } from "../../shared/limits/request-bounds.ts";
import { GENERATION_CAPABILITIES, type ListedModel } from "../../shared/schemas/model.ts";
import { MAX_OUTPUTS_MARK } from "../../shared/tasks/generation-job.ts";
import { type ModelRow, selectKnownModel, selectKnownModels } from "../db/models.ts";
import type { ModelCheck } from "./model-check.ts";

export interface ModelTimes {
  /** For how long a model is listed whose last node has gone. */
  readonly memoryMs: number;
  /** For how long a task waits for a node that can run its model. */
  readonly waitMs: number;
}

/** What one output costs in a tier, in moods, given the prices that are the model's own. */
export type TierPrice = (tier: string, ofModel: ModelRow["tier_prices"]) => number;

/** What listed models follow from beside what nodes announce. */
export interface ModelTerms {
  readonly priceOf: TierPrice;
  readonly bounds: RequestBounds;
  readonly isUsable: ModelCheck;
}

/** The most outputs that a model itself has a use for: Infinity where it says nothing. */
export function usefulOutputs({ input_schema: schema }: ModelRow): number {
  const max = (schema as { readonly [MAX_OUTPUTS_MARK]?: unknown })[MAX_OUTPUTS_MARK];
  return typeof max === "number" ? max : Number.POSITIVE_INFINITY;
}

/** What a task gets that does not say how many: a bound that was lowered goes before what the model announces. */
export function defaultOutputCount({ default_output_count: count }: ModelRow, bounds: RequestBounds): number {
  return Math.min(count, bounds.outputCount);
}

function viewModel(row: ModelRow, { priceOf, bounds }: ModelTerms): ListedModel {
  return {
    model: row.slug,
    title: row.title,
    subtitle: row.subtitle,
    capability: row.capability as ListedModel["capability"],
    default_output_count: defaultOutputCount(row, bounds),
    input_schema: row.input_schema,
    model_tiers: [...row.model_tiers],
    max_output_count: Math.min(usefulOutputs(row), bounds.outputCount),
    tier_prices: Object.fromEntries(row.model_tiers.map((tier) => [tier, priceOf(tier, row.tier_prices)])),
  };
}

/** The models that take generation tasks, by title. */
export async function listModels(
  sql: Queryable,
  memoryMs: number,
  terms: ModelTerms,
): Promise<ListedModel[]> {
  const { leaseTtlMs } = QUEUE_LIMITS;
  const rows = await selectKnownModels(sql, GENERATION_CAPABILITIES, { leaseTtlMs, memoryMs });
  return rows.filter(terms.isUsable).map((row) => viewModel(row, terms));
}

/** A model that takes generation tasks, or undefined. */
export async function findGenerationModel(
  sql: Queryable,
  slug: string,
  memoryMs: number,
  isUsable: ModelCheck,
): Promise<ModelRow | undefined> {
  const { leaseTtlMs } = QUEUE_LIMITS;
  const row = await selectKnownModel(sql, slug, { leaseTtlMs, memoryMs });
  return row !== undefined && GENERATION_CAPABILITIES.includes(row.capability) && isUsable(row)
    ? row
    : undefined;
}
