// Conditional requests (RFC 9110, section 13): whether a client already has the current version, by its entity tag or its
// date, so that it is answered with 304, and whether this is the version that it wants alone.
import { AppError } from "../../shared/errors.ts";
import type { Call } from "./route.ts";

type Conditions = Pick<Call, "headers">;

/** In seconds: HTTP's dates are whole ones and end with GMT; undefined of whatever else JavaScript takes for a date. */
function readDateS(text = ""): number | undefined {
  const ms = text.endsWith(" GMT") ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms / 1_000;
}

function isLater(modifiedAt: Date, dateS: number): boolean {
  return Math.floor(modifiedAt.getTime() / 1_000) > dateS;
}

/**
 * Refuses a request for another version, such as for a part to put beside others that the client has. Comes before all else
 * that is conditional.
 * @throws AppError PRECONDITION_FAILED
 */
export function checkVersion({ headers }: Conditions, etag: string, modifiedAt: Date): void {
  const { "if-match": tags, "if-unmodified-since": since } = headers;
  const dateS = readDateS(since);
  const isWanted =
    tags === undefined
      ? dateS === undefined || !isLater(modifiedAt, dateS)
      : tags.trim() === "*" || tags.split(",").some((tag) => tag.trim() === etag);
  if (!isWanted) throw new AppError("PRECONDITION_FAILED");
}

/**
 * Whether the client has this version.
 *
 * A pattern that splits the list with the spaces around its commas was rejected: of spaces without a comma it reads the rest
 * again from each, and a client's header of them held the process for seconds.
 * @param etag with its quotes; proxies that pack replies make a tag weak
 */
export function isNotModified({ headers }: Conditions, etag: string): boolean {
  const held = (headers["if-none-match"] ?? "").trim();
  return held === "*" || held.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}

/** The same of something with a date, which counts only where no tag is named. What is no date is ignored. */
export function isNotModifiedSince(call: Conditions, etag: string, modifiedAt: Date): boolean {
  const { "if-none-match": tags, "if-modified-since": since } = call.headers;
  if (tags !== undefined) return isNotModified(call, etag);
  const dateS = readDateS(since);
  return dateS !== undefined && !isLater(modifiedAt, dateS);
}
