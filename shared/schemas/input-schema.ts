// Compiles a model's input_schema. Media nodes do it before they announce a model, so that none is offered whose input
// nobody can check; control planes do it to check inputs. Each schema gets a compiler of its own: a shared one would
// keep every schema that it ever saw, and would mix up those that carry the same $id.
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import type { ErrorDetail } from "../errors.ts";
import { describeSchemaErrors } from "./validate.ts";

/** Finds what is wrong with an input; empty where it satisfies the schema. Paths are relative to the input. */
export type InputCheck = (input: unknown) => readonly ErrorDetail[];

/** @throws Error when the schema is not valid, refers to others, or is asynchronous */
export function compileInputSchema(schema: object): InputCheck {
  // Only own properties count: otherwise every input would have a `constructor`. Keywords that only forms understand
  // are let through.
  const ajv = new Ajv({ allErrors: true, strict: false, ownProperties: true, logger: false });
  addFormats.default(ajv);
  const validate = ajv.compile(schema);
  if ("$async" in validate) throw new Error("asynchronous schemas are not supported");
  return (input) => (validate(input) ? [] : describeSchemaErrors(validate.errors ?? []));
}
