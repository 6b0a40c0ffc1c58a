// The schemas of the API's document: those that have a name of their own stand under components, and wherever one
// occurs inside another it is referred to. They are found by their content, so that the schemas themselves need to
// know nothing of the document.
import type { TSchema } from "typebox";
import type { RequestBounds } from "../../../shared/limits/request-bounds.ts";
import { namedSchemasWithin } from "../../../shared/schemas/named-schemas.ts";
import type { JsonSchema } from "./openapi-types.ts";

/** Says the type of an enumeration, which validation needs not but generators of clients do. */
function withType(schema: JsonSchema): JsonSchema {
  const values = schema.enum;
  if (!Array.isArray(values) || schema.type !== undefined) return schema;
  const types = new Set(values.map((value) => (Number.isInteger(value) ? "integer" : typeof value)));
  const [type] = types;
  return types.size === 1 && type !== undefined ? { type, ...schema } : schema;
}

export interface SchemaWriter {
  /** A schema as it stands in the document: a reference where it has a name. */
  reference(schema: TSchema): JsonSchema;
  /** Every schema with a name. */
  named(): Record<string, JsonSchema>;
}

/** Writes schemas within the bounds of one appliance. */
export function createSchemaWriter(bounds: RequestBounds): SchemaWriter {
  const schemas = Object.entries(namedSchemasWithin(bounds));
  const names = new Map(schemas.map(([name, schema]) => [JSON.stringify(schema), name]));
  const rewriteInside = (schema: object): unknown => {
    const entries = Object.entries(schema).map(([keyword, item]) => [keyword, rewrite(item)]);
    return withType(Object.fromEntries(entries));
  };
  const rewrite = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rewrite);
    if (typeof value !== "object" || value === null) return value;
    const name = names.get(JSON.stringify(value));
    return name === undefined ? rewriteInside(value) : { $ref: `#/components/schemas/${name}` };
  };
  return {
    reference: (schema) => rewrite(schema) as JsonSchema,
    named: () =>
      Object.fromEntries(schemas.map(([name, schema]) => [name, rewriteInside(schema) as JsonSchema])),
  };
}
