// Generation tasks: files made by a model. What the client said is laid over its template, checked against the model and
// priced. A repeat with an idempotency key is answered before anything is looked up, since models come and go and templates
// change.
import type { Sql } from "../../../shared/db/connect.ts";
import type { RequestBounds } from "../../../shared/limits/request-bounds.ts";
import {
  type GenerationRequest,
  generationRequestWithin,
} from "../../../shared/schemas/requests/generation-request.ts";
import { invalidRequest } from "../../../shared/schemas/validate.ts";
import type { GenerationJobRequest } from "../../../shared/tasks/generation-job.ts";
import { generationPrice } from "../../billing/price-list.ts";
import { overlayInput } from "../../catalog/input-checks.ts";
import { defaultOutputCount, findGenerationModel, usefulOutputs } from "../../catalog/models.ts";
import { findTemplate } from "../../catalog/templates.ts";
import type { ModelRow } from "../../db/models.ts";
import type { TaskRow } from "../../db/tasks/tasks.ts";
import { createTask, findRepeatedTask } from "../create/create-task.ts";
import { checkCallbackUrl } from "../create/sources.ts";
import { nameOfPrompt } from "../create/task-name.ts";
import { type Creation, controlKind, type KindServices } from "../task-kind.ts";
import { checkInputSources, confirmInputSources } from "./input-sources.ts";

async function requireModel({ sql, modelTimes, isUsable }: KindServices, slug: string): Promise<ModelRow> {
  const model = await findGenerationModel(sql, slug, modelTimes.memoryMs, isUsable);
  if (model !== undefined) return model;
  throw invalidRequest([{ path: "/model", message: "is not a model that GET /models lists" }]);
}

function chooseTier({ model_tiers: tiers }: ModelRow, asked: string | undefined): string {
  const tier = asked ?? tiers[0];
  if (tier !== undefined && tiers.includes(tier)) return tier;
  throw invalidRequest([{ path: "/model_tier", message: `must be one of ${tiers.join(", ")}` }]);
}

function chooseOutputCount(model: ModelRow, asked: number | undefined, bounds: RequestBounds): number {
  const count = asked ?? defaultOutputCount(model, bounds);
  const max = usefulOutputs(model);
  if (count <= max) return count;
  const message = `must be at most ${max}: more of this model would be the same again`;
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

async function create(
  services: KindServices,
  { body, ...creation }: Creation<GenerationRequest>,
): Promise<TaskRow> {
  const { sql, prices, inputChecks, networkPolicy } = services;
  const { model: slug, model_tier, input: own = {}, template_id: templateId, output_count } = body;
  const { idempotency_key: idempotencyKey = null, callback_url: callbackUrl = null } = body;
  const identity = { slug, model_tier, own, templateId, output_count, callbackUrl };
  const original = await findRepeatedTask(sql, { ...creation, idempotencyKey, identity });
  if (original !== undefined) return original;
  if (callbackUrl !== null) checkCallbackUrl(callbackUrl, networkPolicy);
  const model = await requireModel(services, slug);
  const tier = chooseTier(model, model_tier);
  const input = overlayInput(await templateInput(sql, model, templateId), own);
  inputChecks.check(model, input);
  const sources = await checkInputSources(services, creation.accountId, {
    schema: model.input_schema,
    input,
    own,
  });
  const outputCount = chooseOutputCount(model, output_count, services.bounds);
  const request: GenerationJobRequest = {
    model: slug,
    tier,
    input,
    outputCount,
    ...(sources === null ? {} : { sources }),
  };
  return createTask(services, {
    ...creation,
    identity,
    request,
    model: slug,
    templateId: templateId ?? null,
    name: nameOfPrompt(input.prompt),
    baseMoods: generationPrice(prices, tier, outputCount, model.tier_prices),
    callbackUrl,
    idempotencyKey,
    confirmNew: () => confirmInputSources(services, sources),
  });
}

export const generationTasks = controlKind({
  body: generationRequestWithin,
  scope: "GENERATE",
  operation: {
    id: "createGenerationTask",
    tag: "Generation",
    summary: "Create a generation task",
    errors: ["INPUT_SCHEMA_VIOLATION", "INSUFFICIENT_MOODS", "IDEMPOTENCY_CONFLICT"],
  },
  describe: () =>
    "`input`, laid over the template's where one is named, must satisfy the model's `input_schema`. The charge is the tier's price times `output_count`. An output that could not be made while others could stands in `result` as `FAILED`, its share of the charge is refunded (`refunded_moods`), and the task finishes; where none could be made it fails. While no media node that has the model runs, the task waits and its `progress` says so; after a while it fails with `MODEL_UNAVAILABLE` and is refunded.",
  created: "Generation task created",
  create,
  viewOutput: null,
  showsTemplate: true,
  hasCaptions: false,
});
