// Where a client is told of the fields of its body that nobody knows.
import { AppError } from "../../shared/errors.ts";
import { describeUnknownField, type UnknownField } from "../../shared/schemas/unknown-fields.ts";
import { MAX_DETAILS } from "../../shared/schemas/validate.ts";

/** The message of a call that went well, such as "Clip job created". */
export function nameInMessage(message: string, unknown: readonly UnknownField[]): string {
  if (unknown.length === 0) return message;
  return `${message}. ${unknown.map(describeUnknownField).join(" ")}`;
}

/** What is missing in a body may be there under a name that is not known: then the error's details name that too. */
export function nameInError(error: unknown, unknown: readonly UnknownField[]): unknown {
  const misspelt = unknown.filter(({ nearest }) => nearest !== null);
  if (!(error instanceof AppError) || error.code !== "INVALID_REQUEST" || misspelt.length === 0) return error;
  const named = misspelt.map(({ path, nearest }) => ({
    path: `/${path.join("/")}`,
    message: `is not known, did you mean ${nearest?.join(".")}?`,
  }));
  const details = [...(error.details ?? []), ...named].slice(0, MAX_DETAILS);
  return new AppError("INVALID_REQUEST", error.message, { cause: error, details });
}
