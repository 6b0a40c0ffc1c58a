// One operation on the documentation page: what it is for, what it takes, how to call it, what it answers.
import { clientExample } from "./client-example.ts";
import { fieldRow, fieldTable, typeOf } from "./docs-schema.ts";
import { codeSpans, type Html, html } from "./html.ts";
import type {
  JsonSchema,
  OpenApiContent,
  OpenApiDocument,
  OpenApiOperation,
  OpenApiResponse,
} from "./openapi-types.ts";

export interface ListedOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: OpenApiOperation;
}

/** Every operation of a document, in its order. */
export function listOperations(document: OpenApiDocument): ListedOperation[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
}

/** Method and path, as a line. */
export function methodLine(method: string, path: string): Html {
  return html`<span class="method ${method.toLowerCase()}">${method}</span> <code class="path">${path}</code>`;
}

function resolve(document: OpenApiDocument, schema: JsonSchema): JsonSchema {
  const name = typeof schema.$ref === "string" ? schema.$ref.split("/").at(-1) : undefined;
  return (name === undefined ? undefined : document.components.schemas[name]) ?? schema;
}

function bodyExample({ requestBody }: OpenApiOperation): unknown {
  return requestBody?.content["application/json"]?.example;
}

function curlExample(document: OpenApiDocument, listed: ListedOperation): string {
  const { method, path, operation } = listed;
  const example = bodyExample(operation);
  const url =
    (document.servers[0]?.url ?? "") + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${name}`);
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}"${url}"`,
    ...(operation.security.length === 0 ? [] : [`-H "x-service-api-key: $CLIPMILL_API_KEY"`]),
    ...(example === undefined
      ? []
      : [`-H "content-type: application/json"`, `-d '${JSON.stringify(example, null, 2)}'`]),
  ];
  return lines.join(" \\\n  ");
}

/** The same call by the client for TypeScript, which has all but this document's own operations. */
function clientCall(operation: OpenApiOperation): Html | undefined {
  const call = clientExample(operation.operationId, bodyExample(operation));
  return call === undefined
    ? undefined
    : html`<h4>By the client for TypeScript</h4><pre><code>${call}</code></pre>`;
}

function parameterTable({ parameters }: OpenApiOperation): Html | undefined {
  if (parameters.length === 0) return undefined;
  const rows = parameters.map(({ name, required, schema, description, in: place }) =>
    fieldRow(name, required, schema, place === "path" ? `${description} In the path.` : description),
  );
  return html`<h4>Parameters</h4>${fieldTable({}, rows)}`;
}

function bodyTable(document: OpenApiDocument, { requestBody }: OpenApiOperation): Html | undefined {
  const schema = requestBody?.content["application/json"]?.schema;
  if (schema === undefined) return undefined;
  return html`<h4>Body</h4>${fieldTable(resolve(document, schema))}`;
}

/** Folded up, since those of several kinds of jobs are longer than what they belong to. */
export function foldedExample(title: string, value: unknown): Html {
  return html`<details><summary>${title}</summary><pre><code>${JSON.stringify(value, null, 2)}</code></pre></details>`;
}

function replyExamples({ example, examples = {} }: OpenApiContent[string]): Html[] {
  if (example !== undefined) return [foldedExample("Example of a reply", example)];
  return Object.entries(examples as Readonly<Record<string, { value: unknown }>>).map(([name, { value }]) =>
    foldedExample(`Example of a reply: ${name}`, value),
  );
}

function successReply(responses: OpenApiOperation["responses"]): Html | undefined {
  const [status, response] = Object.entries(responses).find(([code]) => code.startsWith("2")) ?? [];
  const others = Object.entries(responses)
    .filter(([code]) => code.startsWith("2") && code !== status)
    .map(([code, { description }]) => html`<p><span class="status ok">${code}</span> ${description}</p>`);
  const [contentType, content] = Object.entries(response?.content ?? {})[0] ?? [];
  if (status === undefined || contentType === undefined || content === undefined) return undefined;
  const { data, pagination } = (content.schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
  if (contentType !== "application/json" || data === undefined) {
    return html`<h4>Reply</h4><p><span class="status ok">${status}</span> <code>${contentType}</code> ${codeSpans(String(content.schema.description ?? ""))}</p>${others}`;
  }
  const paged = pagination === undefined ? "" : html`, and <code>pagination</code>: ${typeOf(pagination)}`;
  const fields = data.properties === undefined ? "" : fieldTable(data);
  return html`<h4>Reply</h4><p><span class="status ok">${status}</span> <code>data</code>: ${typeOf(data)}${paged}</p>${fields}${others}${replyExamples(content)}`;
}

function errorRows(status: string, { content }: OpenApiResponse): Html[] {
  const examples = (content?.["application/json"]?.examples ?? {}) as Readonly<
    Record<string, { summary: string }>
  >;
  return Object.entries(examples).map(
    ([code, { summary }]) =>
      html`<tr><td><span class="status">${status}</span></td><td><code>${code}</code></td><td>${summary}</td></tr>`,
  );
}

function errorTable({ responses }: OpenApiOperation): Html {
  const failures = Object.entries(responses).filter(([status]) => !status.startsWith("2"));
  return html`<details><summary>Errors</summary><div class="scroll"><table>
<thead><tr><th>Status</th><th>Code</th><th>Meaning</th></tr></thead>
<tbody>${failures.map(([status, response]) => errorRows(status, response))}</tbody>
</table></div></details>`;
}

/** The section of one operation. */
export function operationSection(document: OpenApiDocument, listed: ListedOperation): Html {
  const { method, path, operation } = listed;
  const scope = operation.security[0]?.apiKey?.[0];
  return html`<section class="operation" id="${operation.operationId}">
<h3>${operation.summary}</h3>
<p class="line">${methodLine(method, path)}<span class="scope">${scope === undefined ? "no key" : html`scope ${scope}`}</span></p>
${operation.description === undefined ? "" : html`<p>${codeSpans(operation.description)}</p>`}
${parameterTable(operation)}
${bodyTable(document, operation)}
<h4>Call</h4>
<pre><code>${curlExample(document, listed)}</code></pre>
${clientCall(operation)}
${successReply(operation.responses)}
${errorTable(operation)}
</section>`;
}
