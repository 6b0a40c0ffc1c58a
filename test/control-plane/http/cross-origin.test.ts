// What browsers ask and are told: headers as the Fetch standard's CORS protocol has them.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { readControlPlaneConfig } from "../../../control-plane/config.ts";
import { fileLink } from "../../../control-plane/http/signed-links.ts";
import { createFileStorage } from "../../../shared/storage/file-storage.ts";
import { callApi, TEST_SECRET, testControlPlane } from "../../support/control-plane/control-plane.ts";

const PAGE = "https://app.example.com";

async function scene(t: TestContext, origins = "") {
  const plane = await testControlPlane(t, { env: { CLIPMILL_CORS_ORIGINS: origins } });
  const account = await plane.account();
  const body = {
    filename: "a.mp4",
    content_type: "video/mp4",
    size_bytes: 6_000_000,
    part_size_bytes: 5_242_880,
  };
  const { data } = (await callApi(plane, "POST", "/api/v1/uploads", { key: account.key, body })).body as {
    data: { upload_id: string; upload_url: string; parts: { url: string }[] };
  };
  await createFileStorage(plane.storageFolder).write("tasks/t1/reel.mp4", "a reel of clips");
  const file = fileLink({ publicUrl: plane.url, secrets: [TEST_SECRET] }, "tasks/t1/reel.mp4");
  const preflight = (url: string, method: string, origin = PAGE): Promise<Response> =>
    fetch(url, {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": method,
        "access-control-request-headers": "content-type",
      },
    });
  return { plane, account, upload: data, file, preflight };
}

test("any page may send to signed addresses and read files, by a preflight without a signature check", async (t) => {
  const { upload, file, preflight } = await scene(t);
  const part = upload.parts[0]?.url ?? "";
  for (const [url, method] of [
    [upload.upload_url, "PUT"],
    [part, "PUT"],
    [file, "GET"],
  ] as const) {
    const reply = await preflight(url, method);
    assert.equal(reply.status, 200);
    assert.equal(reply.headers.get("access-control-allow-origin"), "*");
    assert.ok(reply.headers.get("access-control-allow-methods")?.split(", ").includes(method));
    assert.equal(reply.headers.get("access-control-allow-headers"), "*");
    assert.equal(await reply.text(), "");
  }
});

test("pages may read what a signed address answers, and of files what a player needs", async (t) => {
  const { plane, upload, file } = await scene(t);
  const headers = { origin: PAGE };
  const refused = await fetch(`${plane.url}/uploads/a`, { method: "PUT", headers, body: "x" });
  assert.equal(refused.status, 401);
  assert.equal(refused.headers.get("access-control-allow-origin"), "*", "an error can be read, too");
  const wrong = await fetch(upload.upload_url, { method: "PUT", headers, body: "x" });
  assert.equal(wrong.headers.get("access-control-allow-origin"), "*");
  const some = await fetch(file, { headers: { ...headers, range: "bytes=0-3" } });
  assert.equal(some.status, 206);
  const exposed = some.headers.get("access-control-expose-headers")?.split(", ") ?? [];
  for (const name of ["etag", "content-length", "content-range", "accept-ranges"]) {
    assert.ok(exposed.includes(name), name);
    assert.ok(some.headers.has(name), name);
  }
});

test("no page may call the API with a key unless its origin is listed", async (t) => {
  const { plane, account, preflight } = await scene(t);
  const refused = await preflight(`${plane.url}/api/v1/balance`, "GET");
  assert.equal(refused.status, 401);
  assert.equal(refused.headers.get("access-control-allow-origin"), null);
  const read = await fetch(`${plane.url}/api/v1/balance`, {
    headers: { origin: PAGE, "x-service-api-key": account.key },
  });
  assert.equal(read.headers.get("access-control-allow-origin"), null);
});

test("a page that the operator lists may call the API, and no other", async (t) => {
  const { plane, account, upload, preflight } = await scene(t, `https://other.example.com, ${PAGE}`);
  const reply = await preflight(`${plane.url}/api/v1/uploads/${upload.upload_id}`, "DELETE");
  assert.equal(reply.status, 200);
  assert.equal(reply.headers.get("access-control-allow-origin"), PAGE);
  assert.equal(reply.headers.get("access-control-allow-methods"), "GET, DELETE");
  assert.match(reply.headers.get("access-control-allow-headers") ?? "", /x-service-api-key/);
  assert.equal(reply.headers.get("vary"), "origin");
  const read = await fetch(`${plane.url}/api/v1/balance`, {
    headers: { origin: PAGE, "x-service-api-key": account.key },
  });
  assert.equal(read.headers.get("access-control-allow-origin"), PAGE);
  const stranger = await preflight(`${plane.url}/api/v1/balance`, "GET", "https://evil.example.com");
  assert.equal(stranger.headers.get("access-control-allow-origin"), null);
  assert.equal(stranger.headers.get("vary"), "origin");
});

test("a download that goes on gets the rest of the same file, and the whole of another", async (t) => {
  const { file } = await scene(t);
  const etag = (await fetch(file, { method: "HEAD" })).headers.get("etag") ?? "";
  const from = (condition: string): Promise<Response> =>
    fetch(file, { headers: { range: "bytes=5-", "if-range": condition } });
  assert.equal((await from(etag)).status, 206);
  assert.equal((await from('"another"')).status, 200);
});

test("what is no origin is refused at the start, by the setting's name", () => {
  const base = { CLIPMILL_DATABASE_URL: "postgres://localhost/x", CLIPMILL_SECRET: TEST_SECRET };
  for (const text of [
    "*",
    "app.example.com",
    "https://app.example.com/",
    "ftp://a",
    "https://A.example.com",
  ]) {
    assert.throws(
      () => readControlPlaneConfig({ ...base, CLIPMILL_CORS_ORIGINS: text }),
      /CLIPMILL_CORS_ORIGINS/,
    );
  }
});
