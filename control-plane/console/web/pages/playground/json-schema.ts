// JSON Schemas as forms need them: what a field may hold, by the keywords that the API and models use.

export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly $ref?: string;
}

export type FormValue = unknown;
export type FormValues = Readonly<Record<string, FormValue>>;

export type Control =
  | "choice"
  | "boolean"
  | "number"
  | "text"
  | "long-text"
  | "choices"
  | "lines"
  | "group"
  | "json";

/** Texts that may be longer than this get several lines. */
const LONG_TEXT = 200;

/** What may be chosen, also where each value stands in an `anyOf` of its own, which may have a title. */
export function choicesOf({
  enum: values,
  anyOf,
}: JsonSchema): readonly { readonly value: unknown; readonly label: string }[] | undefined {
  if (values !== undefined) return values.map((value) => ({ value, label: String(value) }));
  if (anyOf === undefined || anyOf.some((option) => option.const === undefined)) return undefined;
  return anyOf.map(({ const: value, title }) => ({ value, label: title ?? String(value) }));
}

function typeOf({ type }: JsonSchema): string | undefined {
  return typeof type === "string" ? type : type?.find((name) => name !== "null");
}

function arrayControl({ items = {} }: JsonSchema): Control {
  if (choicesOf(items) !== undefined) return "choices";
  return typeOf(items) === "string" ? "lines" : "json";
}

/** How a field is asked for. What no form can ask for is written as JSON. */
export function controlOf(schema: JsonSchema): Control {
  if (choicesOf(schema) !== undefined) return "choice";
  const type = typeOf(schema);
  if (type === "boolean") return "boolean";
  if (type === "integer" || type === "number") return "number";
  if (type === "array") return arrayControl(schema);
  if (type === "object") return schema.properties === undefined ? "json" : "group";
  if (type === "string")
    return (schema.maxLength ?? 0) > LONG_TEXT && schema.format === undefined ? "long-text" : "text";
  return "json";
}

/** `clip_length` as "Clip length". */
export function labelOf(name: string, { title }: JsonSchema): string {
  if (title !== undefined) return title;
  const words = name
    .replaceAll("_", " ")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** Follows references into the document that a schema stands in, so that a form meets none. Recursion is cut off. */
export function resolveSchema(schema: JsonSchema, document: unknown, depth = 0): JsonSchema {
  const MAX_DEPTH = 12;
  if (depth > MAX_DEPTH) return {};
  if (schema.$ref !== undefined) {
    const path = schema.$ref.replace(/^#\//, "").split("/");
    const found = path.reduce<unknown>(
      (at, name) => (at as Record<string, unknown> | undefined)?.[name],
      document,
    );
    return resolveSchema((found ?? {}) as JsonSchema, document, depth + 1);
  }
  const { properties, items } = schema;
  return {
    ...schema,
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, each]) => [
              name,
              resolveSchema(each, document, depth + 1),
            ]),
          ),
        }),
    ...(items === undefined ? {} : { items: resolveSchema(items, document, depth + 1) }),
  };
}

function isEmpty(value: FormValue): boolean {
  if (value === undefined || value === "") return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

/** What is sent: without what was not filled in. */
export function bodyOf(values: FormValues): Record<string, unknown> {
  const given: [string, unknown][] = [];
  for (const [name, value] of Object.entries(values)) {
    const isGroup = typeof value === "object" && value !== null && !Array.isArray(value);
    const sent = isGroup ? bodyOf(value as FormValues) : value;
    if (!isEmpty(sent)) given.push([name, sent]);
  }
  return Object.fromEntries(given);
}

/** What a number lies between, as a sentence behind others; empty where it is not bounded. */
export function rangeOf({ minimum, maximum }: JsonSchema): string {
  return minimum === undefined || maximum === undefined ? "" : ` ${minimum} to ${maximum}.`;
}
