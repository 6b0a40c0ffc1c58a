// The client's table of operations is what the document of a running control plane says, so that neither has what the
// other lacks.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { createSchemaWriter } from "../../../control-plane/http/openapi/openapi-schemas.ts";
import type {
  JsonSchema,
  OpenApiDocument,
  OpenApiOperation,
} from "../../../control-plane/http/openapi/openapi-types.ts";
import { Clipmill } from "../../../shared/client/node.ts";
import { OPERATIONS } from "../../../shared/client/operations.ts";
import { type KindOutputs, surfaceOf } from "../../../shared/client/surfaces.ts";
import { DEFAULT_BOUNDS } from "../../../shared/limits/request-bounds.ts";
import type { TaskOutputs } from "../../../shared/schemas/job-output.ts";
import { QUERY_SCHEMAS } from "../../../shared/schemas/named-schemas.ts";
import { TASK_KIND_NAMES, TASK_KINDS } from "../../../shared/tasks/task-kinds.ts";
import { testControlPlane } from "../../support/control-plane/control-plane.ts";

interface Described {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, JsonSchema>>;
  readonly body?: string;
  readonly reply?: string;
  readonly replies?: string;
  readonly text?: true;
  readonly bytes?: true;
}

function nameOf(schema: JsonSchema | undefined): string | undefined {
  return typeof schema?.$ref === "string" ? schema.$ref.split("/").at(-1) : undefined;
}

function replyOf({ responses }: OpenApiOperation): Pick<Described, "reply" | "replies" | "text" | "bytes"> {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith("2")) ?? [];
  const content = Object.values(success?.content ?? {});
  if (content.some(({ schema }) => schema.format === "binary")) return { bytes: true };
  const schema = success?.content?.["application/json"]?.schema;
  if (schema === undefined) return { text: true };
  const { data } = schema.properties as Readonly<Record<string, JsonSchema>>;
  const reply = nameOf(data);
  const replies = nameOf(data?.items as JsonSchema | undefined);
  return { ...(reply && { reply }), ...(replies && { replies }) };
}

function queryOf({ parameters }: OpenApiOperation): Pick<Described, "query"> {
  const query = parameters.filter((parameter) => parameter.in === "query");
  if (query.length === 0) return {};
  return { query: Object.fromEntries(query.map(({ name, schema }) => [name, schema])) };
}

async function documentedOperations(t: TestContext): Promise<Record<string, Described>> {
  const plane = await testControlPlane(t);
  const response = await fetch(`${plane.url}/api/v1/openapi.json`);
  const { paths } = (await response.json()) as OpenApiDocument;
  const described = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => !operation.tags.includes("Service"))
      .map(([method, operation]): [string, Described] => {
        const body = nameOf(operation.requestBody?.content["application/json"]?.schema);
        const shape = {
          method: method.toUpperCase(),
          path: path.replace(/^\/api\/v1/, ""),
          ...queryOf(operation),
          ...(body && { body }),
          ...replyOf(operation),
        };
        return [operation.operationId, shape];
      }),
  );
  return Object.fromEntries(described);
}

/** A query as the document writes it: its fields without their descriptions. */
function queryFields(name: keyof typeof QUERY_SCHEMAS): Record<string, JsonSchema> {
  const { properties } = createSchemaWriter(DEFAULT_BOUNDS).reference(QUERY_SCHEMAS[name]) as {
    properties: Readonly<Record<string, JsonSchema>>;
  };
  return Object.fromEntries(
    Object.entries(properties).map(([field, { description: _, ...shape }]) => [field, shape]),
  );
}

test("the client's operations are those of the API's document, with their paths, bodies and replies", async (t) => {
  const documented = await documentedOperations(t);
  assert.ok(Object.keys(documented).length > 20, "the document must be read, or nothing is proven");
  const own = Object.entries(OPERATIONS).map(([name, { repeat: _, call: __, ...shape }]) => {
    const query = "query" in shape ? { query: queryFields(shape.query) } : {};
    return [name, { ...shape, ...query }] as const;
  });
  assert.deepEqual(Object.fromEntries(own), documented);
});

test("every operation has a method of the client, by the name that the table says", () => {
  const client = new Clipmill({ url: "http://127.0.0.1" });
  for (const { call } of Object.values(OPERATIONS)) {
    const method = call
      .split(".")
      .reduce<unknown>((holder, name) => (holder as Record<string, unknown>)[name], client);
    assert.equal(typeof method, "function", call);
  }
});

test("a create carries a key with which it can be repeated, and nothing else that charges is repeated", () => {
  for (const [name, { method, repeat, ...shape }] of Object.entries(OPERATIONS)) {
    const createsTask = method === "POST" && "body" in shape && shape.reply === "Task";
    assert.equal(repeat === "keyed", createsTask, name);
  }
});

test("what the client says that kinds report is what their schemas say", () => {
  // Compiled, not run: either is the other.
  const fromSchemas = {} as TaskOutputs satisfies KindOutputs;
  const fromClient = {} as KindOutputs satisfies TaskOutputs;
  assert.deepEqual(fromSchemas, fromClient);
});

test("the client reads a task where the API shows its kind", () => {
  for (const kind of TASK_KIND_NAMES) assert.equal(surfaceOf({ kind }).name, TASK_KINDS[kind].surface, kind);
});
