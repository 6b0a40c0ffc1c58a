// Holds every reply of the test run against the API's own document: a status that is not documented, a field that is
// not described, a value of another type or another content type fails the test that met it.
import assert from "node:assert/strict";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type {
  JsonSchema,
  OpenApiDocument,
  OpenApiOperation,
} from "../../../control-plane/http/openapi/openapi-types.ts";

export interface CheckedReply {
  readonly method: string;
  /** With its query, if any. */
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface ReplyCheck {
  readonly document: OpenApiDocument;
  /** The operation that a request belongs to; undefined for paths and methods that the document does not have. */
  find(method: string, path: string): OpenApiOperation | undefined;
  /** Fails where a reply is not as the document says. Replies outside the API are not checked. */
  check(reply: CheckedReply): void;
}

/** What may answer any request to the API, documented or not: unknown paths and methods, and the checks before them. */
const ANYWHERE: ReadonlySet<number> = new Set([401, 403, 404, 405, 429, 500, 503]);

/** Closes every object whose fields are listed, so that a field that nobody described is noticed. */
function close(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(close);
  if (typeof value !== "object" || value === null) return value;
  const closed = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, close(item)]));
  const isOpen = "additionalProperties" in closed || closed.type !== "object";
  return isOpen || closed.properties === undefined || Object.keys(closed.properties as object).length === 0
    ? closed
    : { ...closed, additionalProperties: false };
}

function compileAll(document: OpenApiDocument): (schema: JsonSchema) => ValidateFunction {
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  addFormats.default(ajv);
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    ajv.addSchema(close(schema) as JsonSchema, `#/components/schemas/${name}`);
  }
  const compiled = new Map<JsonSchema, ValidateFunction>();
  return (schema) => {
    const known = compiled.get(schema) ?? ajv.compile(close(schema) as JsonSchema);
    compiled.set(schema, known);
    return known;
  };
}

function pathPattern(path: string): RegExp {
  const escaped = path.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&").replaceAll(/\{\w+\}/g, "[^/]*");
  return new RegExp(`^${escaped}$`);
}

/** Makes the check of one document. */
export function createReplyCheck(document: OpenApiDocument): ReplyCheck {
  const compile = compileAll(document);
  const errorReply = document.components.schemas.ErrorReply;
  assert.ok(errorReply !== undefined);
  const paths = Object.entries(document.paths).map(
    ([path, operations]) => [pathPattern(path), operations] as const,
  );
  const find = (method: string, path: string): OpenApiOperation | undefined => {
    const [bare = ""] = path.split("?");
    const known = paths.find(([pattern]) => pattern.test(bare));
    return known?.[1][method.toLowerCase()];
  };
  const validate = (schema: JsonSchema, { method, path, status, text }: CheckedReply): void => {
    const check = compile(schema);
    const isValid = check(JSON.parse(text));
    const problems = check.errors
      ?.map(({ instancePath, message }) => `${instancePath} ${message}`)
      .join("; ");
    assert.ok(
      isValid,
      `${method} ${path}: ${status} is not as documented: ${problems}\n${text.slice(0, 1_000)}`,
    );
  };
  return {
    document,
    find,
    check(reply) {
      const { method, path, status, headers } = reply;
      if (!path.startsWith("/api/v1/") || method === "HEAD") return;
      assert.ok(headers.get("x-request-id"), "every reply has a request id");
      const contentType = headers.get("content-type") ?? "";
      const operation = find(method, path);
      const response = operation?.responses[String(status)];
      if (response === undefined) {
        assert.ok(ANYWHERE.has(status), `${method} ${path}: ${status} is not documented`);
        assert.ok(
          operation === undefined || (status !== 405 && status < 500),
          `${method} ${path}: ${status} is not documented for this operation`,
        );
        return validate(errorReply, reply);
      }
      if (response.content === undefined) return assert.equal(reply.text, "", "this reply has no body");
      const content = response.content[contentType];
      assert.ok(content !== undefined, `${method} ${path}: ${status} as ${contentType} is not documented`);
      if (contentType === "application/json") validate(content.schema, reply);
    },
  };
}

let known: Promise<ReplyCheck | undefined> | undefined;

async function fetchCheck(url: string): Promise<ReplyCheck | undefined> {
  try {
    const response = await fetch(`${url}/api/v1/openapi.json`);
    return createReplyCheck((await response.json()) as OpenApiDocument);
  } catch {
    // The plane has just been stopped by its test; the next one is asked.
    known = undefined;
    return undefined;
  }
}

/** Checks a reply against the document that the service publishes, which is fetched once per test file. */
export async function checkAgainstDocument(url: string, reply: CheckedReply): Promise<void> {
  known ??= fetchCheck(url);
  (await known)?.check(reply);
}
