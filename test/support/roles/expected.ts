// What every route owes everybody, from what the route says of itself. Only public routes need a word here, since nothing
// stands before their handlers: one that is not named has no expectation, and the matrix fails.
import type { Route } from "../../../control-plane/http/route.ts";
import type { Actor } from "./actors.ts";

/** What keeps a public route: nothing, since it tells no secret; a signed address; or a secret in its body. */
export const PUBLIC_ROUTES: Readonly<Record<string, "open" | "signature" | "secret">> = {
  "GET /": "open",
  "HEAD /": "open",
  "GET /console": "open",
  "HEAD /console": "open",
  "GET /console/*": "open",
  "HEAD /console/*": "open",
  "GET /console/assets/*": "open",
  "HEAD /console/assets/*": "open",
  "GET /console/api/sign-in": "open",
  "GET /console/api/oidc/start": "open",
  "GET /console/api/oidc/callback": "open",
  "GET /healthz": "open",
  "HEAD /healthz": "open",
  "GET /readyz": "open",
  "HEAD /readyz": "open",
  "GET /metrics": "open",
  "GET /placeholders/template.svg": "open",
  "GET /api/v1/docs": "open",
  "GET /api/v1/openapi.json": "open",
  "GET /files/*": "signature",
  "HEAD /files/*": "signature",
  "PUT /uploads/*": "signature",
  "HEAD /uploads/*": "signature",
  "POST /console/api/session": "secret",
  "POST /console/api/accounts": "secret",
  "POST /console/api/password-resets": "secret",
  "POST /console/api/setup": "secret",
  "POST /console/api/invitations": "secret",
  "POST /console/api/invitations/read": "secret",
};

export function nameOf({ method, path }: Pick<Route, "method" | "path">): string {
  return `${method} ${path}`;
}

/** Roles that a handler asks for beyond its route's, since members may do some of it. */
const STRICTER: Readonly<Record<string, "owner">> = {
  // Whoever is a member may leave; others are removed by owners.
  "DELETE /console/api/people/:id": "owner",
};

function ofKeyRoute(scope: Actor["scopes"][number], actor: Actor): string {
  const { isKnown, account, scopes } = actor;
  if (!isKnown) return "401 UNAUTHENTICATED";
  if (account === null) return "403 FORBIDDEN";
  if (account.state === "pending") return "403 ACCOUNT_NOT_APPROVED";
  if (account.state === "blocked") return "403 ACCOUNT_BLOCKED";
  return scopes.includes(scope) ? "admitted" : "403 SCOPE_MISSING";
}

/** How a route meets somebody: `admitted`, or the failure. */
export function expectedOf(route: Exclude<Route, { access: "public" }>, actor: Actor): string {
  if (route.access === "key") return ofKeyRoute(route.scope, actor);
  const { isKnown, by, account, isOperator } = actor;
  if (!isKnown || by !== "session") return "401 UNAUTHENTICATED";
  const role = STRICTER[nameOf(route)] ?? route.role;
  switch (role) {
    case "person":
      return "admitted";
    case "operator":
      return isOperator ? "admitted" : "403 FORBIDDEN";
    case "member":
    case "owner":
      if (account === null) return "403 FORBIDDEN";
      if (account.state === "blocked") return "403 ACCOUNT_BLOCKED";
      return role === "owner" && account.role !== "owner" ? "403 FORBIDDEN" : "admitted";
  }
}

/** Whether a route is about something of one account, which its path names. */
export function namesOwned({ path }: Route): boolean {
  return /:(jobId|taskId|clipId|uploadId|keyId|id|accountId)\b/.test(path);
}
