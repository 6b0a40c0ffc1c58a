// GET /openapi.json and GET /docs: the API described to programs and to people. Both are made once, when they are
// first asked for; each reply puts the address in under which it was asked.
import { Type } from "typebox";
import { DOCS_SECURITY_POLICY, renderDocsPage } from "../openapi/docs-page.ts";
import { buildOpenApiDocument } from "../openapi/openapi-document.ts";
import type { OpenApiDocument } from "../openapi/openapi-types.ts";
import type { PublicRoute, Route } from "../route.ts";

const JSON_TYPE = "application/json";
/** Stands for the service's address; has no character that JSON or HTML would write in another way. */
const ADDRESS_MARK = "http://clipmill.invalid";
const HTML_TYPE = "text/html; charset=utf-8";

export interface DocumentRoutesOptions {
  /** What is documented, besides these two. */
  readonly routes: readonly Route[];
  readonly links: { readonly publicUrl: string };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

export function documentRoutes({ routes, links }: DocumentRoutesOptions): Route[] {
  const document = once((): OpenApiDocument => buildOpenApiDocument([...routes, ...own], ADDRESS_MARK));
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
        errors: [],
      },
      handle: async () => ({ kind: "text", status: 200, contentType: JSON_TYPE, text: addressed(json()) }),
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
        errors: [],
      },
      handle: async () => ({
        kind: "text",
        status: 200,
        contentType: HTML_TYPE,
        text: addressed(page()),
        headers: { "content-security-policy": DOCS_SECURITY_POLICY, "referrer-policy": "no-referrer" },
      }),
    },
  ];
  return own;
}
