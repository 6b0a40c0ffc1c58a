// The published document: whole, valid, and holding every field of the specification.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { listOperations } from "../../../../control-plane/http/openapi/docs-operation.ts";
import type { JsonSchema, OpenApiDocument } from "../../../../control-plane/http/openapi/openapi-types.ts";
import { TASK_KINDS } from "../../../../shared/tasks/task-kinds.ts";
import { testControlPlane } from "../../../support/control-plane/control-plane.ts";

/** Endpoints of the specification and of the decisions beside it, with the scope that each asks for. */
const ENDPOINTS: Readonly<Record<string, string | null>> = {
  "GET /api/v1/models": "SERVICES",
  "GET /api/v1/templates": "SERVICES",
  "GET /api/v1/templates/{templateId}": "SERVICES",
  "POST /api/v1/generation-tasks": "GENERATE",
  "GET /api/v1/generation-tasks": "GENERATE",
  "GET /api/v1/generation-tasks/{taskId}": "GENERATE",
  "GET /api/v1/generation-tasks/{taskId}/events": "GENERATE",
  "POST /api/v1/generation-tasks/{taskId}/cancel": "GENERATE",
  "POST /api/v1/generation-tasks/{taskId}/webhooks/retry": "GENERATE",
  "POST /api/v1/clips": "CLIPPING",
  "POST /api/v1/highlights": "CLIPPING",
  "POST /api/v1/transcriptions": "CLIPPING",
  "POST /api/v1/uploads": "CLIPPING",
  "GET /api/v1/uploads/{uploadId}": "CLIPPING",
  "POST /api/v1/uploads/{uploadId}/complete": "CLIPPING",
  "DELETE /api/v1/uploads/{uploadId}": "CLIPPING",
  "DELETE /api/v1/jobs/{jobId}": "CLIPPING",
  "DELETE /api/v1/generation-tasks/{taskId}": "GENERATE",
  "GET /api/v1/jobs": "CLIPPING",
  "GET /api/v1/jobs/{jobId}": "CLIPPING",
  "GET /api/v1/jobs/{jobId}/events": "CLIPPING",
  "GET /api/v1/jobs/{jobId}/captions.srt": "CLIPPING",
  "GET /api/v1/jobs/{jobId}/captions.vtt": "CLIPPING",
  "GET /api/v1/jobs/{jobId}/clips/{clipId}": "CLIPPING",
  "POST /api/v1/jobs/{jobId}/clips/{clipId}/renders": "CLIPPING",
  "GET /api/v1/jobs/{jobId}/clips/{clipId}/exports/srt": "CLIPPING",
  "GET /api/v1/jobs/{jobId}/clips/{clipId}/exports/vtt": "CLIPPING",
  "GET /api/v1/jobs/{jobId}/clips/{clipId}/exports/txt": "CLIPPING",
  "GET /api/v1/jobs/{jobId}/exports/otio": "CLIPPING",
  "GET /api/v1/jobs/{jobId}/exports/fcpxml": "CLIPPING",
  "GET /api/v1/jobs/{jobId}/exports/srt": "CLIPPING",
  "GET /api/v1/jobs/{jobId}/exports/vtt": "CLIPPING",
  "GET /api/v1/jobs/{jobId}/exports/txt": "CLIPPING",
  "GET /api/v1/jobs/{jobId}/exports/zip": "CLIPPING",
  "POST /api/v1/jobs/{jobId}/cancel": "CLIPPING",
  "POST /api/v1/jobs/{jobId}/webhooks/retry": "CLIPPING",
  "GET /api/v1/balance": "BALANCE",
  "GET /api/v1/usage": "BALANCE",
  "GET /api/v1/openapi.json": null,
  "GET /api/v1/docs": null,
};

/** The field tables of the specification, by the schema that they describe. */
const FIELDS: Readonly<Record<string, string>> = {
  Pagination: "total nextPage limit currentPage totalPage",
  Model: "model title subtitle capability default_output_count input_schema model_tiers",
  InputSchema: "type properties required",
  Template:
    "template_id model model_title capability description media_url raw_prompt raw_prompt.prompt input category category.id category.name category.slug preview_results preview_results.id preview_results.type preview_results.media_url preview_results.content_type preview_results.filename model_tiers usage_count created_at updated_at",
  Task: "task_id status model template_id callback_url created_at updated_at started_at completed_at deleted_at error billing result output webhooks progress kind",
  TaskFailure: "code message retryable",
  Progress: "percent stage message queue_position",
  Billing: "base_moods charged_moods extra_moods_charged refunded_moods",
  ResultItem: "id status file_url file_type external_task_id",
  WebhookDelivery:
    "id status attempts max_attempts last_attempt_at next_retry_at delivered_at last_status_code last_error",
  WebhookPayload: "event task_id status model result error created_at completed_at kind output",
  TranscriptionOutput: "segments captions language model duration notice",
  Caption: "text start end words words.word words.start words.end words.score",
  HighlightOutput:
    "rawVideoUrl templatedVideoUrl moments moments.start moments.end moments.score moments.reason duration thumbnailUrl notice",
  ClipOutput: "clips notice",
  Clip: "id index title start end duration viralityScore scoreBreakdown scoreBreakdown.hook scoreBreakdown.engagement scoreBreakdown.value scoreBreakdown.shareability reason hook transcript videoUrl thumbnailUrl captionsUrl width height editingStyle",
  Balance:
    "moodsBalance moodsUsed moodsGranted priceMultiplier rateLimit rateLimit.perMinute rateLimit.perDay rateLimit.accountPerMinute rateLimit.accountPerDay",
  Usage:
    "range range.from range.to totals totals.requests totals.base_moods totals.charged_moods totals.avg_response_time_ms by_endpoint by_endpoint.endpoint by_endpoint.method by_endpoint.requests by_endpoint.charged_moods by_endpoint.avg_response_time_ms by_day by_day.day by_day.requests by_day.charged_moods",
  GenerationRequest: "model model_tier input template_id callback_url output_count idempotency_key",
  ClipRequest:
    "video_url s3_key start_time end_time clip_count clip_length target_resolution user_prompt video_title video_duration_seconds subtitle callback_url idempotency_key",
  SubtitleOptions:
    "with_subtitle font_style font_size max_words_on_screen allowed_editing_styles position position_y font_color highlight_color stroke_color background_color stroke_width animation uppercase preset",
  HighlightRequest:
    "url s3_key title category duration start_time end_time layout target_resolution template_id callback_url idempotency_key",
  TranscriptionRequest: "video_url s3_key start_time end_time quality callback_url idempotency_key",
  UploadRequest: "filename content_type size_bytes part_size_bytes",
  AnnouncedUpload:
    "upload_id s3_key upload_url method headers expires_at parts parts.number parts.size_bytes parts.url",
  Upload:
    "upload_id s3_key filename size_bytes part_size_bytes received complete expires_at upload_url parts parts.number parts.size_bytes parts.url",
  DeletedUpload: "upload_id s3_key deleted_at",
  ErrorReply:
    "error error.statusCode error.message error.code error.details error.details.path error.details.message error.requestId",
};

const PARAMETERS: Readonly<Record<string, string>> = {
  listTemplates: "page limit sort model templateCategoryId",
  listJobs: "page limit status cursor kind",
  listGenerationTasks: "page limit status cursor",
  readUsage: "from to",
};

let fetched: Promise<OpenApiDocument> | undefined;

async function readDocument(t: Parameters<typeof testControlPlane>[0]): Promise<OpenApiDocument> {
  fetched ??= testControlPlane(t).then(async (plane) => {
    const response = await fetch(`${plane.url}/api/v1/openapi.json`);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("content-type"), "application/json");
    return (await response.json()) as OpenApiDocument;
  });
  return fetched;
}

function* walk(value: unknown, path = ""): Generator<[string, JsonSchema]> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield [path, value as JsonSchema];
  for (const [key, item] of Object.entries(value)) yield* walk(item, `${path}/${key}`);
}

function fieldAt(schemas: JsonSchema, start: string, path: string): JsonSchema | undefined {
  let found = schemas[start] as JsonSchema | undefined;
  for (const name of path.split(".")) {
    const referred = typeof found?.$ref === "string" ? schemas[found.$ref.split("/").at(-1) ?? ""] : found;
    const shape = referred as JsonSchema | undefined;
    const object = shape?.type === "array" ? (shape.items as JsonSchema) : shape;
    found = (object?.properties as Readonly<Record<string, JsonSchema>> | undefined)?.[name];
  }
  return found;
}

test("exactly the endpoints of the specification are documented, each with its scope", async (t) => {
  const document = await readDocument(t);
  const documented = listOperations(document).map(({ method, path, operation }) => [
    `${method} ${path}`,
    operation.security[0]?.apiKey?.[0] ?? null,
  ]);
  assert.deepEqual(Object.fromEntries(documented), ENDPOINTS);
});

test("every field of the specification's tables is there, with a description", async (t) => {
  const { schemas } = (await readDocument(t)).components;
  for (const [name, fields] of Object.entries(FIELDS)) {
    for (const path of fields.split(" ")) {
      assert.ok(fieldAt(schemas, name, path) !== undefined, `${name} has ${path}`);
    }
  }
});

test("every query parameter of the specification is there", async (t) => {
  const document = await readDocument(t);
  for (const [id, names] of Object.entries(PARAMETERS)) {
    const found = listOperations(document).find(({ operation }) => operation.operationId === id);
    const documented = found?.operation.parameters.filter((parameter) => parameter.in === "query") ?? [];
    assert.deepEqual(
      documented.map(({ name }) => name),
      names.split(" "),
      id,
    );
  }
});

test("every field and parameter is described", async (t) => {
  const { components, paths } = await readDocument(t);
  const bare: string[] = [];
  for (const [path, schema] of walk({ ...components.schemas, paths })) {
    for (const [name, field] of Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)) {
      if (path.includes("/responses/") || path.endsWith("/properties")) continue;
      const parts = [field, ...((field.anyOf ?? []) as JsonSchema[])];
      const isDescribed = parts.some((part) => part.description !== undefined || part.$ref !== undefined);
      if (!isDescribed) bare.push(`${path}.${name}`);
    }
  }
  for (const operations of Object.values(paths)) {
    for (const { operationId, parameters } of Object.values(operations)) {
      bare.push(
        ...parameters
          .filter(({ description }) => description === "")
          .map(({ name }) => `${operationId} ${name}`),
      );
    }
  }
  assert.deepEqual(bare, []);
});

test("every reference leads to a schema, and every schema is referred to", async (t) => {
  const document = await readDocument(t);
  const referred = new Set<string>();
  for (const [path, part] of walk(document)) {
    if (typeof part.$ref !== "string") continue;
    const target = part.$ref
      .slice(2)
      .split("/")
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);
    assert.ok(target !== undefined, `${path} refers to ${part.$ref}`);
    referred.add(part.$ref.split("/").at(-1) ?? "");
  }
  const unused = Object.keys(document.components.schemas).filter((name) => !referred.has(name));
  assert.deepEqual(unused, []);
});

test("every schema is valid JSON Schema, and every example of a body satisfies its schema", async (t) => {
  const document = await readDocument(t);
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    ajv.addSchema(schema, `#/components/schemas/${name}`);
  }
  for (const name of Object.keys(document.components.schemas)) {
    ajv.compile({ $ref: `#/components/schemas/${name}` });
  }
  for (const { operation } of listOperations(document)) {
    const content = operation.requestBody?.content["application/json"];
    if (content === undefined) continue;
    assert.ok(content.example !== undefined, `${operation.operationId} has an example`);
    const check = ajv.compile(content.schema);
    assert.ok(check(content.example), `${operation.operationId}: ${ajv.errorsText(check.errors)}`);
  }
});

test("a reply in a kind of JSON is said to be an object, and no text", async (t) => {
  const typed = listOperations(await readDocument(t)).flatMap(({ operation }) =>
    Object.values(operation.responses).flatMap(({ content }) =>
      Object.entries(content ?? {}).map(([type, { schema }]) => [type, schema.type] as const),
    ),
  );
  const kinds = typed.filter(([type]) => type.endsWith("+json"));
  assert.deepEqual(kinds, [["application/vnd.pixar.opentimelineio+json", "object"]]);
});

test("operation ids are unique, and every failure has its status with its codes", async (t) => {
  const operations = listOperations(await readDocument(t)).map(({ operation }) => operation);
  assert.equal(new Set(operations.map(({ operationId }) => operationId)).size, operations.length);
  for (const { operationId, security, responses, requestBody, parameters } of operations) {
    const expected = [
      ...(security.length > 0 ? ["401", "403", "429"] : []),
      ...(requestBody === undefined ? [] : ["400", "408", "413", "415"]),
      ...(parameters.some((parameter) => parameter.in === "path") ? ["404"] : []),
      ...["500", "503"],
    ];
    for (const status of expected) assert.ok(responses[status] !== undefined, `${operationId} ${status}`);
  }
});

test("every kind of task is charged to an endpoint that exists", async (t) => {
  const { paths } = await readDocument(t);
  for (const { createPath } of Object.values(TASK_KINDS)) {
    const path = createPath.replaceAll(/:(\w+)/g, "{$1}");
    assert.ok(paths[path]?.post !== undefined, createPath);
  }
});

test("the webhook is described with its payload and its user agent", async (t) => {
  const { webhooks } = await readDocument(t);
  const text = JSON.stringify(webhooks);
  assert.match(text, /WebhookPayload/);
  assert.match(text, /Service-Developer-Webhooks\/1\.0/);
});
