import assert from "node:assert/strict";
import { request } from "node:http";
import { before, test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { ensureConsole } from "../../../support/browser/ensure-console.ts";
import { testControlPlane } from "../../../support/control-plane/control-plane.ts";

before(ensureConsole);

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** As it comes over the wire: fetch() would unpack it and follow it. */
function ask(url: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    sent.on("error", reject);
    sent.end();
  });
}

test("the appliance's address leads to the console, and every place of it is the page", async (t) => {
  const { url } = await testControlPlane(t);
  for (const path of ["/", "/console"]) {
    const answer = await ask(url + path);
    assert.equal(answer.status, 302);
    assert.equal(answer.headers.location, "/console/");
  }
  const page = await ask(`${url}/console/`);
  assert.equal(page.status, 200);
  assert.equal(page.headers["content-type"], "text/html; charset=utf-8");
  assert.equal(page.headers["cache-control"], "no-cache");
  assert.match(page.body.toString(), /<div id="app">/);
  assert.deepEqual((await ask(`${url}/console/tasks/task_1?x=1`)).body, page.body);
});

test("the page allows scripts and styles from its own files alone, and no frame around it", async (t) => {
  const { url } = await testControlPlane(t, { env: { CLIPMILL_PUBLIC_URL: "https://clips.example.com/" } });
  const { headers, body } = await ask(`${url}/console/`);
  const policy = String(headers["content-security-policy"]).split("; ");
  for (const part of [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "frame-ancestors 'none'",
  ]) {
    assert.ok(policy.includes(part), part);
  }
  assert.ok(policy.includes("connect-src 'self' https://clips.example.com"), policy.join("; "));
  assert.equal(headers["x-content-type-options"], "nosniff");
  assert.equal(headers["referrer-policy"], "same-origin");
  assert.doesNotMatch(body.toString(), /<style|<script(?![^>]* src=)|\son\w+=|\sstyle=/);
});

test("files come packed to those who take it, are held for good, and are not sent to those who hold them", async (t) => {
  const { url } = await testControlPlane(t);
  const [path = ""] =
    /\/console\/assets\/[\w-]+\.js/.exec((await ask(`${url}/console/`)).body.toString()) ?? [];
  const plain = await ask(url + path);
  const brotli = await ask(url + path, { "accept-encoding": "gzip, deflate, br" });
  const gzip = await ask(url + path, { "accept-encoding": "gzip" });
  assert.equal(plain.headers["content-type"], "text/javascript; charset=utf-8");
  assert.equal(plain.headers["cache-control"], "public, max-age=31536000, immutable");
  assert.equal(brotli.headers["content-encoding"], "br");
  assert.equal(brotli.headers.vary, "accept-encoding");
  assert.deepEqual(brotliDecompressSync(brotli.body), plain.body);
  assert.deepEqual(gunzipSync(gzip.body), plain.body);
  const held = await ask(url + path, { "if-none-match": String(plain.headers.etag) });
  assert.equal(held.status, 304);
  assert.equal(held.body.length, 0);
  const head = await ask(url + path, {}, "HEAD");
  assert.deepEqual([head.status, head.body.length], [200, 0]);
  assert.equal(head.headers["content-length"], String(plain.body.length));
});

test("the reader's choice of colours is in the page itself, and is another version of it", async (t) => {
  const { url } = await testControlPlane(t);
  const plain = await ask(`${url}/console/`);
  const dark = await ask(`${url}/console/`, { cookie: "a=b; clipmill-theme=dark" });
  assert.match(dark.body.toString(), /<html data-theme="dark" /);
  assert.notEqual(dark.headers.etag, plain.headers.etag);
  const odd = await ask(`${url}/console/`, { cookie: 'clipmill-theme=dark"><script>' });
  assert.deepEqual(odd.body, plain.body);
});

test("what is not there is not the page: files, and the console's API", async (t) => {
  const { url } = await testControlPlane(t);
  for (const path of ["/console/assets/none.js", "/console/assets/x/..%2Findex.html", "/console/api/none"]) {
    const { status, headers } = await ask(url + path);
    assert.equal(status, 404, path);
    assert.equal(headers["content-type"], "application/json", path);
  }
});
