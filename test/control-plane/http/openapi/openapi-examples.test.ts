// What the document shows is what it describes: checkers of OpenAPI documents, and whoever copies an example, take both
// at their word.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { listOperations } from "../../../../control-plane/http/openapi/docs-operation.ts";
import type {
  JsonSchema,
  OpenApiDocument,
  OpenApiOperation,
} from "../../../../control-plane/http/openapi/openapi-types.ts";
import { testControlPlane } from "../../../support/control-plane/control-plane.ts";

interface Shown {
  readonly path: string;
  readonly schema: JsonSchema;
  readonly value: unknown;
}

async function readDocument(t: Parameters<typeof testControlPlane>[0]): Promise<OpenApiDocument> {
  const plane = await testControlPlane(t);
  return (await (await fetch(`${plane.url}/api/v1/openapi.json`)).json()) as OpenApiDocument;
}

/** Every example of a body or a reply, and every default of a field, with the schema that it stands beside. */
function* findShown(value: unknown, path = "#"): Generator<Shown> {
  if (typeof value !== "object" || value === null) return;
  const { schema, example, examples, default: given } = value as Record<string, JsonSchema>;
  if (schema !== undefined && example !== undefined) yield { path, schema, value: example };
  if (schema !== undefined && examples !== undefined) {
    for (const [name, item] of Object.entries(examples)) {
      yield { path: `${path}/${name}`, schema, value: (item as { value: unknown }).value };
    }
  }
  if (given !== undefined && !path.endsWith("/properties") && !path.endsWith("/responses")) {
    yield { path, schema: value as JsonSchema, value: given };
  }
  for (const [key, item] of Object.entries(value)) yield* findShown(item, `${path}/${key}`);
}

/** Refuses what no part of a schema describes, wherever its fields are listed: as `redocly lint` reads a document. */
function sealed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sealed);
  if (typeof value !== "object" || value === null) return value;
  const parts = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, sealed(item)]));
  const listsFields = typeof parts.properties === "object" && parts.additionalProperties === undefined;
  return listsFields ? { ...parts, unevaluatedProperties: false } : parts;
}

test("every example and default satisfies its schema, and no example has a field that is not described", async (t) => {
  const document = await readDocument(t);
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    ajv.addSchema(sealed(schema) as JsonSchema, `#/components/schemas/${name}`);
  }
  const shown = [...findShown(document)];
  assert.ok(shown.length > 100, "the document must show examples, or this test proves nothing");
  const compiled = new Map<JsonSchema, ValidateFunction>();
  const wrong = shown.flatMap(({ path, schema, value }) => {
    const check = compiled.get(schema) ?? ajv.compile(sealed(schema) as JsonSchema);
    compiled.set(schema, check);
    return check(value) ? [] : [`${path}: ${ajv.errorsText(check.errors)}`];
  });
  assert.deepEqual(wrong, []);
});

test("every reply in JSON is shown, a job's for each of its ends, and so is what a webhook brings", async (t) => {
  const document = await readDocument(t);
  const bare = listOperations(document).flatMap(({ operation: { operationId, responses } }) => {
    const [, reply] = Object.entries(responses).find(([status]) => status.startsWith("2")) ?? [];
    const content = reply?.content?.["application/json"];
    const isShown = content?.example !== undefined || content?.examples !== undefined;
    return content === undefined || isShown ? [] : [operationId];
  });
  assert.deepEqual(bare, ["readOpenApiDocument"], "the document does not hold itself");
  const job = document.paths["/api/v1/jobs/{jobId}"]?.get?.responses["200"]?.content?.["application/json"];
  const jobs = Object.values(
    job?.examples as Record<string, { value: { data: { kind: string; status: string } } }>,
  );
  const shown = jobs.map(({ value }) => `${value.data.kind} ${value.data.status}`);
  for (const kind of ["clip", "highlight", "transcription"])
    assert.ok(shown.includes(`${kind} finished`), kind);
  assert.ok(shown.includes("clip failed"));
  const { taskEnded } = document.webhooks as { taskEnded: { post: OpenApiOperation } };
  assert.notEqual(taskEnded.post.requestBody?.content["application/json"]?.example, undefined);
});

test("every operation and webhook says whether it asks for a key, and the document names its licence", async (t) => {
  const { paths, webhooks, info } = await readDocument(t);
  const operations = Object.entries({ ...paths, ...webhooks }).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, { security?: unknown }>).map(([method, { security }]) => ({
      name: `${method} ${path}`,
      security,
    })),
  );
  assert.deepEqual(
    operations.filter(({ security }) => !Array.isArray(security)).map(({ name }) => name),
    [],
  );
  assert.equal(info.license.identifier, "Apache-2.0");
});
