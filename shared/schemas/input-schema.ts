// Compiles a model's input_schema. Media nodes do it before they announce a model, so that none is offered whose input
// nobody can check; control planes do it to check inputs. Each schema gets a compiler of its own: a shared one would
// keep every schema that it ever saw.
import { Ajv } from "ajv";
import type { ErrorDetail } from "../errors.ts";
import { INPUT_PATTERNS } from "../templates/input-patterns.ts";
import { describeSchemaErrors } from "./validate.ts";

/** What schemas say beside `properties`: each costs a check no more than its value is long. */
const KEYWORDS = new Set([
  ...["$schema", "title", "description", "default", "examples"],
  ...["type", "enum", "minimum", "maximum", "minLength", "maxLength", "pattern"],
  ...["properties", "required", "dependencies", "additionalProperties"],
]);

function isPlain(keyword: string, value: unknown): boolean {
  if (keyword === "pattern") return INPUT_PATTERNS.has(value);
  if (keyword === "additionalProperties") return typeof value === "boolean";
  if (keyword === "dependencies") return Object.values(value ?? {}).every(Array.isArray);
  // Keywords for forms say nothing of what is valid.
  return KEYWORDS.has(keyword) || keyword.startsWith("x-");
}

/**
 * Lets a schema pass that says what our models' schemas say, and no more. It comes from a media node, and control planes
 * check their clients' inputs by it: one that repeats itself by references, or a pattern that goes back and tries again,
 * would hold them for as long as it likes.
 * @throws Error that names the keyword
 */
export function requirePlainSchema(schema: object): void {
  for (const [keyword, value] of Object.entries(schema)) {
    if (!isPlain(keyword, value)) throw new Error(`an input's schema may not say this by ${keyword}`);
    if (keyword === "properties") Object.values(value as object).forEach(requirePlainSchema);
  }
}

/** Finds what is wrong with an input; empty where it satisfies the schema. Paths are relative to the input. */
export type InputCheck = (input: unknown) => readonly ErrorDetail[];

/** @throws Error when the schema is not valid, or says more than one may say */
export function compileInputSchema(schema: object): InputCheck {
  requirePlainSchema(schema);
  // Only own properties count: otherwise every input would have a `constructor`. Keywords that only forms understand
  // are let through.
  const ajv = new Ajv({ allErrors: true, strict: false, ownProperties: true, logger: false });
  const validate = ajv.compile(schema);
  return (input) => (validate(input) ? [] : describeSchemaErrors(validate.errors ?? []));
}
