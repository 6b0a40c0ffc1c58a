// Turns a JSON Schema into a check that either returns the value, typed, or throws INVALID_REQUEST with a list of
// what is wrong, each with a JSON Pointer. Compiled once per schema, at start.
import { Ajv, type ErrorObject } from "ajv";
import type { Static, TSchema } from "typebox";
import { AppError, type ErrorDetail } from "../errors.ts";

const MAX_DETAILS = 20;

const ajv = new Ajv({ allErrors: true, strict: true });

function describe(error: ErrorObject): ErrorDetail {
  if (error.keyword === "required") {
    const name = String(error.params.missingProperty);
    return { path: `${error.instancePath}/${name}`, message: `${name} is required` };
  }
  if (error.keyword === "enum") {
    const values = error.params.allowedValues as readonly unknown[];
    return { path: error.instancePath, message: `must be one of ${values.join(", ")}` };
  }
  return { path: error.instancePath, message: error.message ?? "is not valid" };
}

/** One invalid-request error for a list of reasons; its message names the first. */
export function invalidRequest(details: readonly ErrorDetail[]): AppError {
  const [first] = details;
  const message =
    first === undefined ? undefined : `${first.path === "" ? "The body" : first.path} ${first.message}.`;
  return new AppError("INVALID_REQUEST", message, { details: details.slice(0, MAX_DETAILS) });
}

/** Compiles a schema. The returned check throws AppError INVALID_REQUEST, and changes nothing in the value. */
export function compileSchema<S extends TSchema>(schema: S): (value: unknown) => Static<S> {
  const validate = ajv.compile(schema);
  return (value) => {
    if (validate(value)) return value as Static<S>;
    throw invalidRequest((validate.errors ?? []).map(describe));
  };
}
