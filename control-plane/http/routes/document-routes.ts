// GET /openapi.json and GET /docs: the API described to programs and to people. Both are made once, when they are
// first asked for; each reply puts the address in under which it was asked, and whoever holds that version gets no other.
import { hash } from "node:crypto";
import { Type } from "typebox";
import type { RequestBounds } from "../../../shared/limits/request-bounds.ts";
import { isNotModified } from "../conditional-request.ts";
import { DOCS_SECURITY_POLICY, renderDocsPage } from "../openapi/docs-page.ts";
import { buildOpenApiDocument } from "../openapi/openapi-document.ts";
import type { OpenApiDocument } from "../openapi/openapi-types.ts";
import type { Call, PublicRoute, Reply, Route } from "../route.ts";

const JSON_TYPE = "application/json";
/** Stands for the service's address; has no character that JSON or HTML would write in another way. */
const ADDRESS_MARK = "http://clipmill.invalid";
const HTML_TYPE = "text/html; charset=utf-8";

export interface DocumentRoutesOptions {
  /** What is documented, besides these two. */
  readonly routes: readonly Route[];
  readonly links: { readonly publicUrl: string };
  readonly bounds: RequestBounds;
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Answers a text, or that the client has it already. */
function versioned(call: Call, text: string, headers: Readonly<Record<string, string>>): Reply {
  const etag = `"${hash("sha256", text, "base64url")}"`;
  const all = { ...headers, etag, "cache-control": "no-cache" };
  if (isNotModified(call, etag))
    return { kind: "bytes", status: 304, headers: all, content: Buffer.alloc(0) };
  return { kind: "bytes", status: 200, headers: all, content: Buffer.from(text) };
}

const HELD = { "304": "The client holds this version already: see `etag`." } as const;

/** The routes of the API's document, which tells of `routes` and of these two themselves. */
export function documentRoutes({ routes, links, bounds }: DocumentRoutesOptions): Route[] {
  const document = once(
    (): OpenApiDocument => buildOpenApiDocument([...routes, ...own], ADDRESS_MARK, bounds),
  );
  const json = once(() => JSON.stringify(document()));
  const page = once(() => renderDocsPage(document()));
  const addressed = (text: string): string => text.replaceAll(ADDRESS_MARK, links.publicUrl);
  const own: PublicRoute[] = [
    {
      method: "GET",
      path: "/api/v1/openapi.json",
      access: "public",
      body: "none",
      operation: {
        id: "readOpenApiDocument",
        tag: "Service",
        summary: "This API as an OpenAPI 3.1 document",
        reply: {
          status: 200,
          schema: Type.Object({}, { description: "An OpenAPI 3.1 document, without the envelope." }),
          contentType: JSON_TYPE,
        },
        emptyReplies: HELD,
        errors: [],
      },
      handle: async (call) => versioned(call, addressed(json()), { "content-type": JSON_TYPE }),
    },
    {
      method: "GET",
      path: "/api/v1/docs",
      access: "public",
      body: "none",
      operation: {
        id: "readDocs",
        tag: "Service",
        summary: "This API as a page to read",
        reply: {
          status: 200,
          schema: Type.String({ description: "An HTML page without any outside resource." }),
          contentType: HTML_TYPE,
        },
        emptyReplies: HELD,
        errors: [],
      },
      handle: async (call) =>
        versioned(call, addressed(page()), {
          "content-type": HTML_TYPE,
          "content-security-policy": DOCS_SECURITY_POLICY,
          "referrer-policy": "no-referrer",
        }),
    },
  ];
  return own;
}
