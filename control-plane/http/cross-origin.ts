// Which web pages may read replies (the CORS protocol of the Fetch standard). Signed addresses carry their own permission,
// so that any page may use the ones that it was given. Keys are for servers: a page may send one only where the operator
// lists its origin. Cookies are not used, so that nothing is allowed with credentials.
import type { Request, Response } from "hyper-express";
import type { Reply } from "./route.ts";
import { FILES_PREFIX, UPLOADS_PREFIX } from "./signed-links.ts";

const SIGNED_PREFIXES = [FILES_PREFIX, UPLOADS_PREFIX] as const;
const API_PREFIX = "/api/v1/";
/** What pages may read of a reply besides the few headers that they always may. */
const EXPOSED = "accept-ranges, content-length, content-range, etag, x-request-id";
const KEY_HEADERS = "content-type, last-event-id, x-service-api-key";
/** How long a browser remembers the answer to a preflight; most cap it at this. */
const PREFLIGHT_KEPT_S = 7_200;

function isSigned(path: string): boolean {
  return SIGNED_PREFIXES.some((prefix) => path.startsWith(prefix));
}

/** The origin that may read replies on a path: any, the one that asks, or none. */
function allowedOrigin(request: Request, origins: readonly string[]): string | undefined {
  if (isSigned(request.path)) return "*";
  const { origin } = request.headers;
  return request.path.startsWith(API_PREFIX) && origin !== undefined && origins.includes(origin)
    ? origin
    : undefined;
}

/** Says in a reply's head who may read it. */
export function allowOrigin(request: Request, response: Response, origins: readonly string[]): void {
  const allowed = allowedOrigin(request, origins);
  // Caches must not show one page's reply to another.
  if (allowed !== "*" && origins.length > 0) response.header("vary", "origin");
  if (allowed === undefined) return;
  response.header("access-control-allow-origin", allowed);
  response.header("access-control-expose-headers", EXPOSED);
}

/** The reply to a browser's question whether a page may send a request; undefined where it is none, or may not. */
export function preflightReply(
  request: Request,
  methods: readonly string[],
  origins: readonly string[],
): Reply | undefined {
  if (request.method !== "OPTIONS" || methods.length === 0) return undefined;
  if (request.headers["access-control-request-method"] === undefined) return undefined;
  const allowed = allowedOrigin(request, origins);
  if (allowed === undefined) return undefined;
  const headers = {
    "access-control-allow-methods": methods.join(", "),
    "access-control-allow-headers": allowed === "*" ? "*" : KEY_HEADERS,
    "access-control-max-age": String(PREFLIGHT_KEPT_S),
  };
  return { kind: "text", status: 200, contentType: "text/plain; charset=utf-8", text: "", headers };
}
