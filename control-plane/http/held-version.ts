// Whether a client holds the version of something already, by its entity tag (RFC 9110, section 13.1.2).
import type { Call } from "./route.ts";

/** @param etag with its quotes; proxies that pack replies make a tag weak */
export function isHeld({ headers }: Pick<Call, "headers">, etag: string): boolean {
  const held = headers["if-none-match"] ?? "";
  return held.split(/\s*,\s*/).some((tag) => tag.replace(/^W\//, "") === etag);
}
