// Creating a generation task: what the client said, laid over its template, checked against its model and priced. A
// repeat with an idempotency key is answered before anything is looked up, since models come and go and templates
// change.
import type { Sql } from "../../shared/db/connect.ts";
import { type GenerationJobRequest, MAX_OUTPUTS_MARK } from "../../shared/generation-job.ts";
import type { NetworkPolicy } from "../../shared/network-safety.ts";
import type { GenerationRequest } from "../../shared/schemas/generation-request.ts";
import { invalidRequest } from "../../shared/schemas/validate.ts";
import { generationPrice, type PriceList } from "../billing/price-list.ts";
import { type InputChecks, overlayInput } from "../catalog/input-checks.ts";
import { findGenerationModel, type ModelTimes } from "../catalog/models.ts";
import { findTemplate } from "../catalog/templates.ts";
import type { ModelRow } from "../db/models.ts";
import type { TaskRow } from "../db/tasks.ts";
import type { CreateAnswer } from "./create-answer.ts";
import { type CreateServices, createTask, findRepeatedTask } from "./create-task.ts";
import { checkInputSources } from "./input-sources.ts";

export interface GenerationServices extends CreateServices {
  readonly prices: PriceList;
  readonly inputChecks: InputChecks;
  readonly modelTimes: ModelTimes;
  readonly networkPolicy: NetworkPolicy;
}

async function requireModel(sql: Sql, slug: string, { memoryMs }: ModelTimes): Promise<ModelRow> {
  const model = await findGenerationModel(sql, slug, memoryMs);
  if (model !== undefined) return model;
  throw invalidRequest([{ path: "/model", message: "is not a model that GET /models lists" }]);
}

function chooseTier({ model_tiers: tiers }: ModelRow, asked: string | undefined): string {
  const tier = asked ?? tiers[0];
  if (tier !== undefined && tiers.includes(tier)) return tier;
  throw invalidRequest([{ path: "/model_tier", message: `must be one of ${tiers.join(", ")}` }]);
}

function chooseOutputCount(model: ModelRow, asked: number | undefined): number {
  const count = asked ?? model.default_output_count;
  const most = (model.input_schema as { readonly [MAX_OUTPUTS_MARK]?: unknown })[MAX_OUTPUTS_MARK];
  if (typeof most !== "number" || count <= most) return count;
  const message = `must be at most ${most}: more of this model would be the same again`;
  throw invalidRequest([{ path: "/output_count", message }]);
}

async function templateInput(sql: Sql, model: ModelRow, templateId: string | undefined) {
  if (templateId === undefined) return {};
  const template = await findTemplate(sql, templateId);
  if (template === undefined) throw invalidRequest([{ path: "/template_id", message: "is not a template" }]);
  if (template.model === model.slug) return template.input;
  const message = `belongs to the model ${template.model}, not to ${model.slug}`;
  throw invalidRequest([{ path: "/template_id", message }]);
}

/**
 * Creates a generation task for an account and charges it.
 * @throws AppError INVALID_REQUEST, INPUT_SCHEMA_VIOLATION, INSUFFICIENT_MOODS, IDEMPOTENCY_CONFLICT
 */
export async function createGenerationTask(
  services: GenerationServices,
  accountId: string,
  body: GenerationRequest,
  answer: CreateAnswer,
): Promise<TaskRow> {
  const { sql, prices, inputChecks, modelTimes, networkPolicy } = services;
  const { idempotency_key: idempotencyKey = null, callback_url: callbackUrl = null, ...wanted } = body;
  const { model: slug, model_tier, input: own = {}, template_id: templateId, output_count } = wanted;
  const identity = { slug, model_tier, own, templateId, output_count, callbackUrl };
  const kind = "generation";
  const original = await findRepeatedTask(sql, { accountId, kind, idempotencyKey, identity, answer });
  if (original !== undefined) return original;
  const model = await requireModel(sql, slug, modelTimes);
  const tier = chooseTier(model, model_tier);
  const input = overlayInput(await templateInput(sql, model, templateId), own);
  inputChecks.check(model, input);
  const named = { schema: model.input_schema, input, own };
  const sources = await checkInputSources(sql, accountId, named, networkPolicy);
  const outputCount = chooseOutputCount(model, output_count);
  const baseMoods = generationPrice(prices, tier, outputCount, model.tier_prices);
  const request: GenerationJobRequest = {
    ...{ model: slug, tier, input, outputCount },
    ...(sources === null ? {} : { sources }),
  };
  const chosen = { model: slug, templateId: templateId ?? null, callbackUrl, idempotencyKey, identity };
  return createTask(services, { accountId, kind, request, baseMoods, ...chosen, answer });
}
