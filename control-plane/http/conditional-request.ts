// Conditional requests: whether a client already has the current version, by its entity tag or its date (RFC 9110,
// section 13.1), so that it is answered with 304.
import type { Call } from "./route.ts";

type Conditions = Pick<Call, "headers">;

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

/**
 * The same of something with a date, which counts only where no tag is named. HTTP's dates are whole seconds and end with
 * GMT; whatever else JavaScript takes for a date is ignored, as the RFC demands.
 */
export function isNotModifiedSince(call: Conditions, etag: string, modifiedAt: Date): boolean {
  const { "if-none-match": tags, "if-modified-since": since = "" } = call.headers;
  if (tags !== undefined) return isNotModified(call, etag);
  return since.endsWith(" GMT") && Math.floor(modifiedAt.getTime() / 1_000) <= Date.parse(since) / 1_000;
}
