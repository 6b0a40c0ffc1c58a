// Checks tasks' inputs against their models' schemas. A schema is compiled once per version of its text and kept, up to
// a bound: compiling takes milliseconds, checking microseconds.
import { AppError, type ErrorDetail } from "../../shared/errors.ts";
import { GENERATION_LIMITS } from "../../shared/limits/images.ts";
import { compileInputSchema, type InputCheck } from "../../shared/schemas/input-schema.ts";
import { MAX_DETAILS, tellDetails } from "../../shared/schemas/validate.ts";
import type { ModelRow } from "../db/models.ts";

export type ModelInput = Readonly<Record<string, unknown>>;

/** Lays a task's own values over its template's, property by property. */
export function overlayInput(template: ModelInput, own: ModelInput): ModelInput {
  return { ...template, ...own };
}

/** Whether an input holds more values than a check may be given: what a schema asks of each pair of them adds up. */
function isTooLarge(input: ModelInput): boolean {
  const waiting: unknown[] = [input];
  for (let count = 1; count <= GENERATION_LIMITS.inputValues; count += 1) {
    const value = waiting.pop();
    if (value !== null && typeof value === "object") {
      for (const item of Object.values(value)) waiting.push(item);
    }
    if (waiting.length === 0) return false;
  }
  return true;
}

function violation(details: readonly ErrorDetail[]): AppError {
  const placed = details.map(({ path, message }) => ({ path: `/input${path}`, message }));
  return new AppError("INPUT_SCHEMA_VIOLATION", tellDetails(placed), {
    details: placed.slice(0, MAX_DETAILS),
  });
}

export interface InputChecks {
  /** @throws AppError INPUT_SCHEMA_VIOLATION with paths under /input */
  check(model: Pick<ModelRow, "input_schema" | "input_schema_version">, input: ModelInput): void;
}

/** @param capacity schemas that are kept; the one that was least recently used goes first */
export function createInputChecks(capacity: number = GENERATION_LIMITS.compiledSchemas): InputChecks {
  const compiled = new Map<string, InputCheck>();
  const compile = (version: string, schema: object): InputCheck => {
    const check = compiled.get(version) ?? compileInputSchema(schema);
    compiled.delete(version);
    compiled.set(version, check);
    const [oldest] = compiled.keys();
    if (compiled.size > capacity && oldest !== undefined) compiled.delete(oldest);
    return check;
  };
  return {
    check(model, input) {
      if (isTooLarge(input)) {
        throw violation([{ path: "", message: `holds more than ${GENERATION_LIMITS.inputValues} values` }]);
      }
      const details = compile(model.input_schema_version, model.input_schema)(input);
      if (details.length > 0) throw violation(details);
    },
  };
}
