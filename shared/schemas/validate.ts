// Turns a JSON Schema into a check that either returns the value, typed, or throws INVALID_REQUEST with a list of
// what is wrong, each with a JSON Pointer.
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import type { Static, TSchema } from "typebox";
import { cutText } from "../cut-text.ts";
import { AppError, type ErrorDetail } from "../errors.ts";
import { plainLine } from "../plain-line.ts";
import { STORABLE_TEXT } from "./storable-text.ts";

/** Reasons that one error lists. */
export const MAX_DETAILS = 20;
/** Reasons that its message tells, for those who read nothing else. */
const MAX_TOLD = 3;
/** Characters of each that it tells: paths have a client's own names, as long as its body, and lists of values are long. */
const MAX_TOLD_LENGTH = { path: 150, message: 400 } as const;

// Verbose: an error brings its schema along, whose example says more than its pattern.
const ajv = new Ajv({ allErrors: true, strict: true, verbose: true });

/** The JSON Pointer of what lies in a value under a name or at a place. */
export function pointerTo(parent: string, property: unknown): string {
  return `${parent}/${String(property).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The types of JSON as a sentence names them. */
const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  integer: "an integer",
  boolean: "true or false",
  array: "an array",
  object: "an object",
};

/** A text that a schema's pattern lets through: its first example, or what it is by default. */
function exampleOf({ parentSchema }: ErrorObject): string | undefined {
  const example: unknown = parentSchema?.examples?.[0] ?? parentSchema?.default;
  return typeof example === "string" ? example : undefined;
}

/** What Ajv found, as a client is told: the path is that of the value that is wrong, missing or too many. */
function describeSchemaError(error: ErrorObject): ErrorDetail {
  const { keyword, instancePath, params } = error;
  if (keyword === "required") {
    return { path: pointerTo(instancePath, params.missingProperty), message: "is required" };
  }
  if (keyword === "additionalProperties") {
    return { path: pointerTo(instancePath, params.additionalProperty), message: "is not a known property" };
  }
  if (keyword === "enum") {
    const values = (params.allowedValues as readonly unknown[]).map((value) =>
      typeof value === "string" ? value : JSON.stringify(value),
    );
    return { path: instancePath, message: `must be one of ${values.join(", ")}` };
  }
  if (keyword === "type") {
    const types = [params.type as string | readonly string[]].flat();
    return {
      path: instancePath,
      message: `must be ${types.map((type) => TYPE_NAMES[type] ?? type).join(" or ")}`,
    };
  }
  if (keyword === "pattern" && params.pattern === STORABLE_TEXT)
    return { path: instancePath, message: "must not contain the character U+0000" };
  const example = keyword === "pattern" ? exampleOf(error) : undefined;
  if (example !== undefined) return { path: instancePath, message: `must be written like ${example}` };
  if (keyword === "minLength" && params.limit === 1)
    return { path: instancePath, message: "must not be empty" };
  return { path: instancePath, message: error.message ?? "is not valid" };
}

/** That a value is not null either, or none of what it may be: noise where what is wrong with it is told, too. */
function isNoise({ keyword, params }: ErrorObject): boolean {
  return keyword === "anyOf" || (keyword === "type" && params.type === "null");
}

/** All that Ajv found, as a client is told. */
export function describeSchemaErrors(errors: readonly ErrorObject[]): ErrorDetail[] {
  const told = errors.filter((error) => !isNoise(error));
  const isTold = ({ instancePath: path }: ErrorObject): boolean =>
    told.some(({ instancePath }) => instancePath === path || instancePath.startsWith(`${path}/`));
  return errors.filter((error) => !isNoise(error) || !isTold(error)).map(describeSchemaError);
}

function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return plainLine(text);
  return `${plainLine(cutText(text.slice(0, 2 * maxLength), maxLength))}…`;
}

function tellDetail({ path, message }: ErrorDetail): string {
  const place = path === "" ? "The body" : shorten(path, MAX_TOLD_LENGTH.path);
  const reason = `${place} ${shorten(message, MAX_TOLD_LENGTH.message)}`;
  return /[?…]$/.test(reason) ? reason : `${reason}.`;
}

/** The first reasons of a list in sentences, and how many more there are; undefined of an empty list. */
export function tellDetails(details: readonly ErrorDetail[]): string | undefined {
  if (details.length === 0) return undefined;
  const told = details.slice(0, MAX_TOLD).map(tellDetail);
  const left = details.length - told.length;
  return [...told, ...(left === 0 ? [] : [`And ${left} more.`])].join(" ");
}

/** One invalid-request error for a list of reasons, of which its message tells the first few. */
export function invalidRequest(details: readonly ErrorDetail[]): AppError {
  return new AppError("INVALID_REQUEST", tellDetails(details), { details: details.slice(0, MAX_DETAILS) });
}

/**
 * The check of a schema, which throws AppError INVALID_REQUEST and changes nothing in the value. Its first value has the
 * schema compiled: a process meets few of all schemas, and compiling them all took a tenth of a control plane's start.
 */
export function compileSchema<S extends TSchema>(schema: S): (value: unknown) => Static<S> {
  let validate: ValidateFunction | undefined;
  return (value) => {
    validate ??= ajv.compile(schema);
    if (validate(value)) return value as Static<S>;
    throw invalidRequest(describeSchemaErrors(validate.errors ?? []));
  };
}

/** A parameter's value for its schema's check: a number where the schema wants one and the text is one. */
function coerce(text: string, schema: unknown): unknown {
  const type = (schema as { type?: unknown } | undefined)?.type;
  const isNumeric =
    (type === "integer" || type === "number") && /^-?[0-9]{1,15}([.][0-9]{1,15})?$/.test(text);
  return isNumeric ? Number(text) : text;
}

/**
 * Compiles an object schema to a check of a URL's query, without its question mark. Unknown parameters are ignored.
 * The check throws AppError INVALID_REQUEST, also for a parameter that is given twice.
 */
export function compileQuery<S extends TSchema>(schema: S): (query: string) => Static<S> {
  const check = compileSchema(schema);
  const properties = (schema as { properties?: Readonly<Record<string, unknown>> }).properties ?? {};
  return (query) => {
    const values = new Map<string, unknown>();
    for (const [name, text] of new URLSearchParams(query)) {
      if (!Object.hasOwn(properties, name)) continue;
      if (values.has(name)) throw invalidRequest([{ path: `/${name}`, message: "is given more than once" }]);
      values.set(name, coerce(text, properties[name]));
    }
    return check(Object.fromEntries(values));
  };
}
