// The API's document, OpenAPI 3.1, built from what the routes say of themselves: the schemas in it are the ones that
// validate, so that it cannot tell another story than the service.
import type { TSchema } from "typebox";
import type { RequestBounds } from "../../../shared/limits/request-bounds.ts";
import { envelope } from "../../../shared/schemas/envelope.ts";
import { WebhookPayload } from "../../../shared/schemas/task.ts";
import type { Operation, Route } from "../route.ts";
import { API_TOPICS, topicsAsMarkdown } from "./api-topics.ts";
import { errorCodesOf, errorResponses } from "./openapi-errors.ts";
import { BODY_EXAMPLES } from "./openapi-examples.ts";
import { createSchemaWriter, type SchemaWriter } from "./openapi-schemas.ts";
import type {
  JsonSchema,
  OpenApiDocument,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiResponse,
} from "./openapi-types.ts";
import { REPLY_EXAMPLES } from "./reply-examples.ts";
import { WEBHOOK_EXAMPLE } from "./task-examples.ts";

const API_PREFIX = "/api/v1/";
const API_VERSION = "1.0.0";

const TAGS: Readonly<Record<Operation["tag"], string>> = {
  Clipping: "Cut clips, build highlight reels, transcribe; read the jobs.",
  Generation: "Create and read generation tasks.",
  Catalogue: "Models to generate with, and templates to start from.",
  Account: "Balance, limits and usage.",
  Service: "The API's own description.",
};

const PATH_PARAMETERS: Readonly<Record<string, string>> = {
  taskId: "Id of a generation task, `task_…`.",
  jobId: "Id of a job, `task_…`: the `task_id` of the reply that created it.",
  clipId: "Id of a clip, `clip_…`: the `id` of an item of the job's `output.clips`.",
  uploadId: "Id of an upload, `upl_…`: the `upload_id` of the reply that announced it.",
  templateId: "Id of a template, `tmpl_…`.",
};

function pathParameters(path: string): OpenApiParameter[] {
  return [...path.matchAll(/:([A-Za-z]+)/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    description: PATH_PARAMETERS[name] ?? "",
    schema: { type: "string" },
  }));
}

function queryParameters(query: TSchema | undefined, { reference }: SchemaWriter): OpenApiParameter[] {
  const { properties = {}, required = [] } = (query ?? {}) as {
    properties?: Readonly<Record<string, TSchema>>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, schema]) => {
    const { description = "", ...shape } = reference(schema);
    return {
      name,
      in: "query",
      required: required.includes(name),
      description: String(description),
      schema: shape,
    };
  });
}

/** Of replies in JSON: one as `example`, several by what they show. */
function replyExamples({ id, reply }: Operation): {
  readonly example?: unknown;
  readonly examples?: unknown;
} {
  const shown = Object.entries(REPLY_EXAMPLES[id] ?? {}).map(
    ([name, example]) => [name, { status: reply.status, ...example }] as const,
  );
  const [first] = shown;
  if (first === undefined) return {};
  if (shown.length === 1) return { example: first[1] };
  return { examples: Object.fromEntries(shown.map(([name, value]) => [name, { summary: name, value }])) };
}

function successResponse(operation: Operation, { reference }: SchemaWriter): OpenApiResponse {
  const { reply } = operation;
  const contentType = reply.contentType ?? "application/json";
  const schema =
    reply.contentType === undefined
      ? envelope(reply.status, reply.schema, reply.paginated === true)
      : reply.schema;
  return {
    description: reply.status === 201 ? "Created." : "Success.",
    headers: { "x-request-id": { $ref: "#/components/headers/x-request-id" } },
    content: { [contentType]: { schema: reference(schema), ...replyExamples(operation) } },
  };
}

function emptyResponses({ emptyReplies = {} }: Operation): Record<string, OpenApiResponse> {
  const headers = { "x-request-id": { $ref: "#/components/headers/x-request-id" } };
  return Object.fromEntries(
    Object.entries(emptyReplies).map(([status, description]) => [status, { description, headers }]),
  );
}

function requestBody(
  { body: takes }: Route,
  { id, body }: Operation,
  { reference }: SchemaWriter,
): Pick<OpenApiOperation, "requestBody"> {
  if (body === undefined) return {};
  const example = BODY_EXAMPLES[id];
  const content = { schema: reference(body), ...(example === undefined ? {} : { example }) };
  return { requestBody: { required: takes === "json", content: { "application/json": content } } };
}

function describeOperation(route: Route, operation: Operation, write: SchemaWriter): OpenApiOperation {
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.description === undefined ? {} : { description: operation.description }),
    security: route.access === "key" ? [{ apiKey: [route.scope] }] : [],
    parameters: [...pathParameters(route.path), ...queryParameters(operation.query, write)],
    ...requestBody(route, operation, write),
    responses: {
      [String(operation.reply.status)]: successResponse(operation, write),
      ...emptyResponses(operation),
      ...errorResponses(errorCodesOf(route), write),
    },
  };
}

function describePaths(routes: readonly Route[], write: SchemaWriter): OpenApiDocument["paths"] {
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const route of routes) {
    if (route.operation === undefined || !route.path.startsWith(API_PREFIX)) continue;
    const path = route.path.replaceAll(/:([A-Za-z]+)/g, "{$1}");
    const operations = paths[path] ?? {};
    operations[route.method.toLowerCase()] = describeOperation(route, route.operation, write);
    paths[path] = operations;
  }
  return paths;
}

function describeWebhooks({ reference }: SchemaWriter): JsonSchema {
  const agent = { type: "string", const: "Service-Developer-Webhooks/1.0" };
  const payload = {
    "application/json": { schema: reference(WebhookPayload), example: WEBHOOK_EXAMPLE },
  };
  return {
    taskEnded: {
      post: {
        operationId: "taskEnded",
        summary: "A task with a callback_url has ended",
        description:
          "Sent once the task is `finished` or `failed`. Any 2xx within 10 seconds is a delivery; anything else, a redirect too, is tried 3 times in all, 60 seconds apart. Requests are not signed: confirm a payload by reading the task.",
        security: [],
        parameters: [{ name: "user-agent", in: "header", required: true, schema: agent }],
        requestBody: { required: true, content: payload },
        responses: { "2XX": { description: "Delivered." }, default: { description: "Tried again." } },
      },
    },
  };
}

/** Builds the document. @param publicUrl how clients reach the service, without a slash at the end */
export function buildOpenApiDocument(
  routes: readonly Route[],
  publicUrl: string,
  bounds: RequestBounds,
): OpenApiDocument {
  const write = createSchemaWriter(bounds);
  return {
    openapi: "3.1.0",
    info: {
      title: "Clipmill API",
      version: API_VERSION,
      description: topicsAsMarkdown(API_TOPICS),
      license: { name: "Apache License 2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: publicUrl }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: describePaths(routes, write),
    webhooks: describeWebhooks(write),
    components: {
      schemas: write.named(),
      securitySchemes: {
        apiKey: {
          type: "apiKey",
          in: "header",
          name: "x-service-api-key",
          description: "A key of your account. It belongs on servers only, never in browsers or apps.",
        },
      },
      headers: {
        "x-request-id": {
          description: "Names this request in the service's logs.",
          schema: { type: "string", format: "uuid" },
        },
      },
    },
  };
}
