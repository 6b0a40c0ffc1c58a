// Where a client is told of the fields of its body that nobody knows.
import { AppError, type ErrorCode } from "../../shared/errors.ts";
import { describeUnknownFields, showPath, type UnknownFields } from "../../shared/schemas/unknown-fields.ts";
import { MAX_DETAILS, pointerTo, tellDetails } from "../../shared/schemas/validate.ts";

/** The message of a call that went well, such as "Clip job created". */
export function nameInMessage(message: string, unknown: UnknownFields): string {
  return unknown.count === 0 ? message : `${message}. ${describeUnknownFields(unknown)}`;
}

/** Of what may be wrong because a field has another name than was meant. */
const BODY_ERRORS: ReadonlySet<string> = new Set<ErrorCode>(["INVALID_REQUEST", "INPUT_SCHEMA_VIOLATION"]);

/** What is missing in a body may be there under a name that is not known: then the error's details name that too. */
export function nameInError(error: unknown, { fields }: UnknownFields): unknown {
  if (!(error instanceof AppError && BODY_ERRORS.has(error.code))) return error;
  const named = fields.flatMap(({ path, nearest }) => {
    if (nearest === null) return [];
    return [
      { path: path.reduce(pointerTo, ""), message: `is not known, did you mean ${showPath(nearest)}?` },
    ];
  });
  if (named.length === 0) return error;
  const details = [...(error.details ?? []), ...named].slice(0, MAX_DETAILS);
  const message = `${error.message} ${tellDetails(named)}`;
  return new AppError(error.code, message, { cause: error, details });
}
