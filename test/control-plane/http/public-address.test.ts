// What links begin with where CLIPMILL_PUBLIC_URL does not say it.
import assert from "node:assert/strict";
import { get, request } from "node:http";
import { request as secureRequest } from "node:https";
import { test } from "node:test";
import { addressOf } from "../../../control-plane/http/public-address.ts";
import { parseNetwork } from "../../../shared/network/networks.ts";
import { type TestControlPlane, testControlPlane } from "../../support/control-plane/control-plane.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { testCertificate, writeCertificate } from "../../support/tls/test-certificate.ts";

const PROXY = parseNetwork("10.0.0.0/8");
const PROXIES = PROXY === undefined ? [] : [PROXY];

/** The address to upload to, as it is handed out to a request with these headers; fetch cannot set `host`. */
function uploadUrl(plane: TestControlPlane, key: string, headers: Record<string, string>): Promise<URL> {
  const body = JSON.stringify({ filename: "a.mp4", content_type: "video/mp4", size_bytes: 1 });
  const options = {
    host: "127.0.0.1",
    port: new URL(plane.url).port,
    method: "POST",
    path: "/api/v1/uploads",
    headers: { "content-type": "application/json", "x-service-api-key": key, ...headers },
  };
  return new Promise((resolve, reject) => {
    const send = plane.url.startsWith("https:") ? secureRequest : request;
    const sent = send({ ...options, rejectUnauthorized: false }, async (response) => {
      let text = "";
      for await (const chunk of response) text += chunk;
      resolve(new URL((JSON.parse(text) as { data: { upload_url: string } }).data.upload_url));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

test("a plane that listens on 0.0.0.0 hands out links as it was addressed, and never that address", async (t) => {
  const plane = await testControlPlane(t, { env: { CLIPMILL_HOST: "0.0.0.0" } });
  const { key } = await plane.account();
  const { port } = new URL(plane.url);
  assert.equal(
    (await uploadUrl(plane, key, { host: `127.0.0.1:${port}` })).origin,
    `http://127.0.0.1:${port}`,
  );
  const named = await uploadUrl(plane, key, { host: "Clipmill.example:8443" });
  assert.equal(named.origin, "http://clipmill.example:8443");
  for (const host of [`0.0.0.0:${port}`, `[::]:${port}`, 'evil"><script>', "a b"]) {
    const { origin } = await uploadUrl(plane, key, { host });
    assert.equal(origin, plane.url, host);
    assert.doesNotMatch(origin, /0\.0\.0\.0|\[::\]/);
  }
  const document = await fetch(`http://127.0.0.1:${port}/api/v1/openapi.json`);
  const { servers } = (await document.json()) as { servers: { url: string }[] };
  assert.deepEqual(servers, [{ url: `http://127.0.0.1:${port}` }]);
});

test("links of a plane that speaks HTTPS begin with it, unless a trusted proxy says otherwise", async (t) => {
  const files = await writeCertificate(await temporaryFolder(t), await testCertificate());
  const env = {
    CLIPMILL_TLS_CERT_FILE: files.certFile,
    CLIPMILL_TLS_KEY_FILE: files.keyFile,
    CLIPMILL_TRUSTED_PROXIES: "127.0.0.1",
  };
  const plane = await testControlPlane(t, { env });
  assert.match(plane.url, /^https:\/\/127\.0\.0\.1:\d+$/);
  const { key } = await plane.account();
  const origin = async (headers: Record<string, string>) => (await uploadUrl(plane, key, headers)).origin;
  assert.equal(await origin({ host: "clips.example" }), "https://clips.example");
  assert.equal(await origin({ host: "a.example", "x-forwarded-proto": "http" }), "http://a.example");
  assert.equal(await origin({ host: "a.example", "x-forwarded-proto": "gopher" }), "https://a.example");
});

test("a public address that is set counts, however a request was addressed", async (t) => {
  const plane = await testControlPlane(t, { env: { CLIPMILL_PUBLIC_URL: "https://clips.example.com/" } });
  const { key } = await plane.account();
  assert.equal((await uploadUrl(plane, key, { host: "elsewhere" })).origin, "https://clips.example.com");
});

/** How a page of the console is answered that is asked for by this name. */
function statusFor({ url }: TestControlPlane, host: string): Promise<number | undefined> {
  const { port } = new URL(url);
  return new Promise((resolve, reject) => {
    const headers = { host: `${host}:${port}` };
    get({ host: "127.0.0.1", port, path: "/console/api/sign-in", headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on("error", reject);
  });
}

test("a plane of this machine alone answers to no name that a stranger's page may have", async (t) => {
  const plane = await testControlPlane(t);
  assert.equal(await statusFor(plane, "evil.example"), 403);
  assert.equal(await statusFor(plane, "127.0.0.1.evil.example"), 403);
  for (const host of ["localhost", "127.0.0.1", "[::1]", "host.docker.internal", "clipmill"]) {
    assert.equal(await statusFor(plane, host), 200, host);
  }
});

for (const [what, env] of [
  ["is there for others, too,", { CLIPMILL_HOST: "0.0.0.0" }],
  ["has a public address", { CLIPMILL_PUBLIC_URL: "https://clips.example.com" }],
  ["stands behind a trusted proxy", { CLIPMILL_TRUSTED_PROXIES: "127.0.0.1" }],
] as const) {
  test(`a plane that ${what} answers to any name`, async (t) => {
    assert.equal(await statusFor(await testControlPlane(t, { env }), "clips.example.com"), 200);
  });
}

test("forwarded hosts and schemes are believed from trusted proxies alone", () => {
  const headers = {
    host: "inner:8080",
    "x-forwarded-host": "spoofed.example, clips.example.com",
    "x-forwarded-proto": "http, https",
  };
  assert.equal(addressOf({ peer: "10.1.2.3", headers }, PROXIES), "https://clips.example.com");
  assert.equal(addressOf({ peer: "::ffff:10.1.2.3", headers }, PROXIES), "https://clips.example.com");
  assert.equal(addressOf({ peer: "192.0.2.1", headers }, PROXIES), "http://inner:8080");
  assert.equal(addressOf({ peer: "10.1.2.3", headers }, null), "http://inner:8080");
  assert.equal(addressOf({ peer: "10.1.2.3", headers: {} }, PROXIES), undefined);
});

test("hosts that nobody can be sent to are not used", () => {
  for (const host of ["0.0.0.0", "0.0.0.0:80", "[::]", "[::]:80", "", "a/b", "a@b", "-", "a:port"]) {
    assert.equal(addressOf({ peer: "192.0.2.1", headers: { host } }, null), undefined, host);
  }
  for (const host of ["localhost", "10.0.0.1:8080", "[2001:db8::1]:8080", "xn--bcher-kva.example"]) {
    assert.equal(addressOf({ peer: "192.0.2.1", headers: { host } }, null), `http://${host}`);
  }
});
