// The documentation page: the API's document as one HTML page without script, image, font or style of another host.
// Of the readers of OpenAPI documents on npm (November 2026), each in a browser under a policy that lets in the service's
// own files alone, none was better: Scalar 1.72 (287 MB installed, 4.5 MB of script; buttons that lead to its maker),
// Redoc 2.5 (85 MB; asks its maker's host for an image) and RapiDoc (158 MB; asks another host for fonts) draw
// nothing, or nothing legible, without inline styles. Swagger UI does (13 MB, 1.9 MB of script), but has no table of
// contents and brings a package that reports each install to its maker. This page is 300 kB, and works without any
// script.
import { hash } from "node:crypto";
import { API_TOPICS, type ApiTopic } from "./api-topics.ts";
import {
  foldedExample,
  type ListedOperation,
  listOperations,
  methodLine,
  operationSection,
} from "./docs-operation.ts";
import { fieldTable } from "./docs-schema.ts";
import { DOCS_STYLE } from "./docs-style.ts";
import { codeSpans, Html, html } from "./html.ts";
import type { JsonSchema, OpenApiDocument, OpenApiOperation } from "./openapi-types.ts";

/** Nothing but the page's own style may load or run, and the empty icon that keeps a browser from asking for another one. */
export const DOCS_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash("sha256", DOCS_STYLE, "base64")}'`,
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

function topicId({ title }: ApiTopic): string {
  return title.toLowerCase().replaceAll(/[^a-z]+/g, "-");
}

function topicSection(topic: ApiTopic): Html {
  const items = topic.paragraphs.map((text) =>
    text.startsWith("- ")
      ? html`<p class="item">${codeSpans(text.slice(2))}</p>`
      : html`<p>${codeSpans(text)}</p>`,
  );
  return html`<section id="${topicId(topic)}"><h2>${topic.title}</h2>${items}</section>`;
}

function byTag(
  document: OpenApiDocument,
): { name: string; description: string; listed: ListedOperation[] }[] {
  const operations = listOperations(document);
  return document.tags
    .map((tag) => ({
      ...tag,
      listed: operations.filter(({ operation }) => operation.tags.includes(tag.name)),
    }))
    .filter(({ listed }) => listed.length > 0);
}

function navigation(document: OpenApiDocument): Html {
  const topics = API_TOPICS.map((topic) => html`<li><a href="#${topicId(topic)}">${topic.title}</a></li>`);
  const groups = byTag(document).map(
    ({ name, listed }) =>
      html`<h2>${name}</h2><ul>${listed.map(
        ({ method, path, operation }) =>
          html`<li><a href="#${operation.operationId}"><span class="method ${method.toLowerCase()}">${method}</span> <span class="short">${path.replace("/api/v1", "")}</span></a></li>`,
      )}</ul>`,
  );
  return html`<nav aria-label="Contents"><a class="brand" href="#top">Clipmill <span>API</span></a>
<h2>Guide</h2><ul>${topics}</ul>${groups}
<h2>More</h2><ul><li><a href="#webhooks">Webhooks</a></li><li><a href="#schemas">Schemas</a></li><li><a href="/api/v1/openapi.json">openapi.json</a></li></ul></nav>`;
}

function webhookSection(document: OpenApiDocument): Html {
  const { taskEnded } = document.webhooks as {
    taskEnded: { post: Pick<OpenApiOperation, "summary" | "requestBody"> & { description: string } };
  };
  const { summary, description, requestBody } = taskEnded.post;
  const payload = document.components.schemas.WebhookPayload ?? {};
  return html`<section class="operation" id="webhooks"><h2>Webhooks</h2><h3>${summary}</h3>
<p class="line">${methodLine("POST", "callback_url")}</p><p>${codeSpans(description)}</p>
<h4>Body</h4>${fieldTable(payload)}
${foldedExample("Example of a body", requestBody?.content["application/json"]?.example)}</section>`;
}

function schemaSection([name, schema]: readonly [string, JsonSchema]): Html {
  const description =
    schema.description === undefined ? "" : html`<p>${codeSpans(String(schema.description))}</p>`;
  return html`<section class="schema" id="schema-${name}"><h3>${name}</h3>${description}${fieldTable(schema)}</section>`;
}

/** Renders the whole page. */
export function renderDocsPage(document: OpenApiDocument): string {
  const tags = byTag(document).map(
    ({ name, description, listed }) =>
      html`<h2 class="tag">${name}</h2><p>${description}</p>${listed.map((item) => operationSection(document, item))}`,
  );
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${document.info.title}</title>
<style>${new Html(DOCS_STYLE)}</style>
</head>
<body id="top">
${navigation(document)}
<main>
<header><h1>${document.info.title}</h1><p class="base">Version ${document.info.version} · Base address <code>${document.servers[0]?.url ?? ""}</code></p></header>
${API_TOPICS.map(topicSection)}
${tags}
${webhookSection(document)}
<h2 class="tag" id="schemas">Schemas</h2>
${Object.entries(document.components.schemas).map(schemaSection)}
</main>
</body>
</html>
`.text;
}
