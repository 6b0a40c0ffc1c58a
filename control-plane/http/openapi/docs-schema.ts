// Shows JSON Schemas to people: the type and bounds of a field in words, and the fields of an object as a table.
import { codeSpans, Html, html } from "./html.ts";
import type { JsonSchema } from "./openapi-types.ts";

interface Field {
  /** With its place in the whole, such as `subtitle.font_size` or `words[].start`. */
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: JsonSchema;
}

const REFERENCE = "#/components/schemas/";

function asSchemas(value: unknown): readonly JsonSchema[] {
  return Array.isArray(value) ? (value as JsonSchema[]) : [];
}

function join(parts: readonly Html[], separator: string): Html {
  return new Html(parts.map((part) => part.text).join(separator));
}

/** A schema's type in words; named schemas are links to where they are described. */
export function typeOf(schema: JsonSchema): Html {
  if (typeof schema.$ref === "string") {
    const name = schema.$ref.slice(REFERENCE.length);
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  if ("anyOf" in schema) return join(asSchemas(schema.anyOf).map(typeOf), " or ");
  if ("const" in schema) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.type === "array") return html`array of ${typeOf(schema.items as JsonSchema)}`;
  return html`${String(schema.type ?? "any")}`;
}

function range(name: string, low: unknown, high: unknown): string | undefined {
  if (low === undefined && high === undefined) return undefined;
  if (low === undefined) return `${name} ≤ ${String(high)}`;
  return high === undefined ? `${name} ≥ ${String(low)}` : `${name} ${String(low)} to ${String(high)}`;
}

/** A schema's bounds in words. */
function boundsOf(schema: JsonSchema): Html[] {
  const parts = asSchemas(schema.anyOf).flatMap(boundsOf);
  const numbers = [
    range("value", schema.minimum, schema.maximum),
    range("length", schema.minLength, schema.maxLength),
    range("items", schema.minItems, schema.maxItems),
  ].filter((text) => text !== undefined);
  const items = schema.type === "array" ? boundsOf(schema.items as JsonSchema) : [];
  const values = Array.isArray(schema.enum) ? (schema.enum as unknown[]) : [];
  return [
    ...numbers.map((text) => html`${text}`),
    ...(values.length === 0
      ? []
      : [
          join(
            values.map((value) => html`<code>${String(value)}</code>`),
            " ",
          ),
        ]),
    ...(schema.format === undefined ? [] : [html`format ${String(schema.format)}`]),
    ...(schema.pattern === undefined ? [] : [html`pattern <code>${String(schema.pattern)}</code>`]),
    ...(schema.default === undefined ? [] : [html`default <code>${JSON.stringify(schema.default)}</code>`]),
    ...parts,
    ...items,
  ];
}

function fieldsOf(schema: JsonSchema, prefix: string): Field[] {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
  const required = new Set(schema.required as readonly string[] | undefined);
  return Object.entries(properties).flatMap(([key, field]) => {
    const name = prefix + key;
    const inner = field.type === "array" ? (field.items as JsonSchema) : field;
    const innerPrefix = field.type === "array" ? `${name}[].` : `${name}.`;
    return [{ name, isRequired: required.has(key), schema: field }, ...fieldsOf(inner, innerPrefix)];
  });
}

/** One row of a table of fields or parameters. */
export function fieldRow(name: string, isRequired: boolean, schema: JsonSchema, description: string): Html {
  const bounds = boundsOf(schema);
  return html`<tr>
<td><code class="name">${name}</code>${isRequired ? html` <span class="required">required</span>` : ""}</td>
<td><span class="type">${typeOf(schema)}</span></td>
<td>${codeSpans(description)}${bounds.length === 0 ? "" : html`<span class="bounds">${join(bounds, " · ")}</span>`}</td>
</tr>`;
}

/** The fields of an object schema, nested ones with their path, as a table. */
export function fieldTable(schema: JsonSchema, rows: readonly Html[] = []): Html {
  const fields = fieldsOf(schema, "").map((field) =>
    fieldRow(field.name, field.isRequired, field.schema, String(field.schema.description ?? "")),
  );
  return html`<div class="scroll"><table>
<thead><tr><th>Field</th><th>Type</th><th>Meaning</th></tr></thead>
<tbody>${rows}${fields}</tbody>
</table></div>`;
}
