// TypeScript of the API's schemas: an interface for each that has a name, every field with its description, default and
// bounds, as editors show them. Schemas use few keywords; another one ends the build rather than become `unknown`.
import type { JsonSchema } from "../../control-plane/http/openapi/openapi-types.ts";

const PLAIN: Readonly<Record<string, string>> = {
  string: "string",
  number: "number",
  integer: "number",
  boolean: "boolean",
  null: "null",
};

function literals(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(" | ");
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value of fields that have no name of their own; undefined where there may be none. */
function restOf({ additionalProperties, patternProperties }: JsonSchema): string | undefined {
  const [pattern] = Object.values(isSchema(patternProperties) ? patternProperties : {});
  const rest = isSchema(pattern) ? pattern : additionalProperties;
  if (isSchema(rest)) return typeText(rest);
  return rest === true ? "unknown" : undefined;
}

function objectText(schema: JsonSchema): string {
  const rest = restOf(schema);
  const { properties } = schema;
  if (!isSchema(properties)) return `Record<string, ${rest ?? "unknown"}>`;
  const more = rest === undefined ? [] : [`[name: string]: ${rest};`];
  return `{\n${[...fieldLines(schema), ...more].join("\n")}\n}`;
}

/** A schema as a type. @throws Error for one that this does not know */
function typeText(schema: JsonSchema): string {
  const { $ref, anyOf, type, items } = schema;
  if (typeof $ref === "string") return $ref.split("/").at(-1) ?? "unknown";
  // The schema of any value.
  if (Object.keys(schema).length === 0) return "unknown";
  if ("const" in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return literals(schema.enum);
  if (Array.isArray(anyOf)) return anyOf.map((each: JsonSchema) => typeText(each)).join(" | ");
  if (type === "array") return isSchema(items) ? `(${typeText(items)})[]` : "unknown[]";
  if (type === "object") return objectText(schema);
  const plain = typeof type === "string" ? PLAIN[type] : undefined;
  if (plain !== undefined) return plain;
  throw new Error(`There is no type for the schema ${JSON.stringify(schema).slice(0, 200)}`);
}

function bounds({ minimum, maximum }: JsonSchema): string[] {
  if (minimum !== undefined && maximum !== undefined) return [`From ${minimum} to ${maximum}.`];
  return maximum === undefined ? [] : [`At most ${maximum}.`];
}

/** Of a value or null, the value's. */
function descriptionOf({ description, anyOf }: JsonSchema): unknown {
  const [first] = Array.isArray(anyOf) ? (anyOf as readonly JsonSchema[]) : [];
  return description ?? first?.description;
}

function comment(schema: JsonSchema): string[] {
  const { default: fallback } = schema;
  const description = descriptionOf(schema);
  const said = [
    ...(typeof description === "string" ? [description] : []),
    ...bounds(schema),
    ...(fallback === undefined ? [] : [`Default: \`${JSON.stringify(fallback)}\`.`]),
  ];
  return said.length === 0 ? [] : [`/** ${said.join(" ").replaceAll("*/", "*\\/")} */`];
}

function fieldLines({ properties, required }: JsonSchema): string[] {
  const needed = new Set(Array.isArray(required) ? required : []);
  return Object.entries(properties as Readonly<Record<string, JsonSchema>>).flatMap(([name, schema]) => [
    ...comment(schema),
    `${/^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name)}${needed.has(name) ? "" : "?"}: ${typeText(schema)};`,
  ]);
}

/** A schema with a name. */
function declaration(name: string, schema: JsonSchema): string {
  const text = typeText(schema);
  const head = comment(schema);
  const body = text.startsWith("{") ? `export interface ${name} ${text}` : `export type ${name} = ${text};`;
  return [...head, body].join("\n");
}

function table(name: string, names: readonly string[]): string {
  return `export interface ${name} {\n${names.map((each) => `${each}: ${each};`).join("\n")}\n}`;
}

/** The file that has a type for each schema, and tables of them by name. */
export function apiTypesText(
  schemas: Readonly<Record<string, JsonSchema>>,
  queries: Readonly<Record<string, JsonSchema>>,
): string {
  const named = Object.entries({ ...schemas, ...queries });
  return [
    "// Made from the API's schemas; not to be edited.",
    ...named.map(([name, schema]) => declaration(name, schema)),
    table("ApiTypes", Object.keys(schemas)),
    table("QueryTypes", Object.keys(queries)),
    "",
  ].join("\n\n");
}
