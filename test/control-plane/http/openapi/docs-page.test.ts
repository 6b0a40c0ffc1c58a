// The documentation page: whole, from the document, and without anything from outside.
import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { test } from "node:test";
import { listOperations } from "../../../../control-plane/http/openapi/docs-operation.ts";
import { html } from "../../../../control-plane/http/openapi/html.ts";
import type { OpenApiDocument } from "../../../../control-plane/http/openapi/openapi-types.ts";
import { testControlPlane } from "../../../support/control-plane/control-plane.ts";

test("the page needs no key, loads nothing, and lets nothing run but its own style", async (t) => {
  const plane = await testControlPlane(t);
  const response = await fetch(`${plane.url}/api/v1/docs`);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("content-type"), "text/html; charset=utf-8");
  const page = await response.text();
  const policy = response.headers.get("content-security-policy") ?? "";
  const style = /<style>(.*?)<\/style>/s.exec(page)?.[1] ?? "";
  assert.match(policy, /^default-src 'none'; /);
  assert.ok(
    policy.includes(`'sha256-${hash("sha256", style, "base64")}'`),
    "the policy names the page's style",
  );
  const icon = '<link rel="icon" href="data:,">';
  assert.ok(page.includes(icon) && policy.includes("; img-src data:;"), "no browser asks for another icon");
  assert.doesNotMatch(
    page.replace(icon, ""),
    /<(script|img|link|iframe|object|embed|form)\b|\bon\w+=|@import|url\(/i,
  );
});

test("the page shows every operation and schema, and each of its links leads somewhere", async (t) => {
  const plane = await testControlPlane(t);
  const document = (await (await fetch(`${plane.url}/api/v1/openapi.json`)).json()) as OpenApiDocument;
  const page = await (await fetch(`${plane.url}/api/v1/docs`)).text();
  const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  for (const { operation } of listOperations(document)) assert.ok(ids.has(operation.operationId));
  for (const name of Object.keys(document.components.schemas)) assert.ok(ids.has(`schema-${name}`), name);
  for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) assert.ok(ids.has(target), `#${target}`);
  assert.doesNotMatch(page, /undefined|\[object Object\]/);
});

test("whatever is put into HTML is escaped, unless it is HTML already", () => {
  const inner = html`<b>${"<i>&\"'"}</b>`;
  assert.equal(html`${inner}${["<", undefined, 1]}`.text, "<b>&lt;i&gt;&amp;&quot;&#39;</b>&lt;1");
});

test("whoever holds the document or its page is told so, for the address by which they ask", async (t) => {
  const plane = await testControlPlane(t);
  for (const path of ["/api/v1/openapi.json", "/api/v1/docs"]) {
    const first = await fetch(plane.url + path);
    const etag = first.headers.get("etag") ?? "";
    assert.match(etag, /^"[\w-]{43}"$/);
    assert.equal(first.headers.get("cache-control"), "no-cache");
    const again = await fetch(plane.url + path, { headers: { "if-none-match": `W/${etag}` } });
    assert.deepEqual([again.status, await again.text()], [304, ""]);
    const other = await fetch(plane.url + path, { headers: { "if-none-match": '"another"' } });
    assert.deepEqual([other.status, await other.text()], [200, await first.text()]);
  }
});
