// The models for images, as the API lists them.
import { get } from "../../api/request.ts";
import type { JsonSchema } from "../playground/json-schema.ts";

export interface ModelEntry {
  readonly model: string;
  readonly title: string;
  readonly subtitle: string;
  readonly capability: string;
  readonly default_output_count: number;
  readonly max_output_count: number;
  readonly input_schema: JsonSchema;
  readonly model_tiers: readonly string[];
  readonly tier_prices: Readonly<Record<string, number>>;
}

/** Those that nodes offer now, with their prices in moods. @throws ApiError */
export function readModels(signal: AbortSignal): Promise<ModelEntry[]> {
  return get<ModelEntry[]>("/api/v1/models", { signal });
}
