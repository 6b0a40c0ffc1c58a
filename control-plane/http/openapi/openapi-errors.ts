// The failures that an operation may answer with, by status. Most follow from what a route is: whether it asks for a
// key, takes a body, a query, or an id. Only the rest is said by the operation itself.
import { ERRORS, type ErrorCode } from "../../../shared/errors.ts";
import { ErrorBody, ErrorReply } from "../../../shared/schemas/error.ts";
import type { Route } from "../route.ts";
import type { SchemaWriter } from "./openapi-schemas.ts";
import type { OpenApiResponse } from "./openapi-types.ts";

const OF_EVERY_ROUTE: readonly ErrorCode[] = ["FORBIDDEN", "INTERNAL", "UNAVAILABLE"];
const OF_KEYS: readonly ErrorCode[] = [
  "UNAUTHENTICATED",
  "ACCOUNT_NOT_APPROVED",
  "ACCOUNT_BLOCKED",
  "IP_NOT_ALLOWED",
  "SCOPE_MISSING",
  "RATE_LIMITED",
];
const OF_BODIES: readonly ErrorCode[] = [
  "INVALID_REQUEST",
  "REQUEST_TIMEOUT",
  "BODY_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
];

/** Every code that a route may answer with, by rising status. */
export function errorCodesOf(route: Route): ErrorCode[] {
  const codes = new Set<ErrorCode>([
    ...OF_EVERY_ROUTE,
    ...(route.access === "key" ? OF_KEYS : []),
    ...(route.body === "json" || route.body === "optional-json" ? OF_BODIES : []),
    ...(route.operation?.query === undefined ? [] : (["INVALID_REQUEST"] as const)),
    ...(route.path.includes(":") ? (["NOT_FOUND"] as const) : []),
    ...(route.operation?.errors ?? []),
  ]);
  return [...codes].sort((a, b) => ERRORS[a].status - ERRORS[b].status);
}

/** What a code means here, where its usual message is for people in the console. */
const MEANINGS: { readonly [code in ErrorCode]?: string } = {
  FORBIDDEN: "An appliance that only its own machine may call was called by another name than the machine's.",
};

function meaningOf(code: ErrorCode): string {
  return MEANINGS[code] ?? ERRORS[code].message;
}

function errorExample(code: ErrorCode): { summary: string; value: unknown } {
  const { status: statusCode } = ERRORS[code];
  const message = meaningOf(code);
  const requestId = statusCode >= 500 ? { requestId: "4c9a1f0e-8a52-4e0c-9a51-1d6a4d2d9c11" } : {};
  return { summary: message, value: { error: { statusCode, message, code, ...requestId } } };
}

/** The document's responses for a list of codes, by status. */
export function errorResponses(
  codes: readonly ErrorCode[],
  { reference }: SchemaWriter,
): Record<string, OpenApiResponse> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const responses = [...byStatus].map(([status, group]) => {
    const schema = {
      ...reference(ErrorReply),
      // Beside a reference, so that the other fields are seen as described, too: by themselves, the codes would be all
      // of the error's fields to whoever checks that an example has no other.
      properties: {
        error: { ...reference(ErrorBody), properties: { code: { type: "string", enum: group } } },
      },
    };
    const examples = Object.fromEntries(group.map((code) => [code, errorExample(code)]));
    return [
      String(status),
      {
        description: group.map((code) => `\`${code}\`: ${meaningOf(code)}`).join("\n\n"),
        headers: { "x-request-id": { $ref: "#/components/headers/x-request-id" } },
        content: { "application/json": { schema, examples } },
      },
    ];
  });
  return Object.fromEntries(responses);
}
