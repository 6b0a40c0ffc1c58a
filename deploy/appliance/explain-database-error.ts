// What an operator's command says where the database does not let it work: where that database is, without the password,
// and what it answered. A stack would tell of neither.
import {
  isLoginRefused,
  isTableMissing,
  isTlsFailure,
  isUnavailable,
  reasonOf,
} from "../../shared/db/classify-error.ts";
import { AppError } from "../../shared/errors.ts";

function describe(error: Error, place: string): string | undefined {
  const reason = reasonOf(error);
  if (isTlsFailure(error)) return `The database at ${place} cannot be used: ${reason}`;
  if (isLoginRefused(error)) return `The database at ${place} does not let this login in: ${reason}`;
  if (isTableMissing(error))
    return `The database at ${place} is none of Clipmill's, or no control plane of this version has been started with it: ${reason}`;
  return isUnavailable(error) ? `The database at ${place} cannot be reached now: ${reason}` : undefined;
}

/** An AppError for a database that is away, refuses the login, lacks the TLS that is asked for or has no tables of ours; every other error as it is. */
export function explainDatabaseError(error: unknown, databaseUrl: string): unknown {
  if (!(error instanceof Error) || error instanceof AppError) return error;
  const { hostname, port } = new URL(databaseUrl);
  const message = describe(error, `${hostname}:${port || 5_432}`);
  return message === undefined
    ? error
    : new AppError("UNAVAILABLE", `${message}; see CLIPMILL_DATABASE_URL.`, { cause: error });
}
