// Clients that no library would imitate: paths, headers, methods and bodies made to break a server, and clients that
// take their time. Whatever comes is refused quickly or its connection is closed, and everybody else is served.
import assert from "node:assert/strict";
import { request } from "node:http";
import { type TestContext, test } from "node:test";
import { BODY_ROOM, HTTP_LIMITS } from "../../../shared/limits/requests.ts";
import { timedAwake } from "../../support/awake-time.ts";
import {
  callApi,
  failureOf,
  type TestControlPlane,
  testControlPlane,
} from "../../support/control-plane/control-plane.ts";
import { postHead, rawConnection } from "../../support/control-plane/http/raw-http.ts";
import { until } from "../../support/until.ts";

/** Sooner than any bound on a request that arrives slowly, by more than a busy machine takes. */
const QUICKLY_MS = 8_000;
const SHORT_WORK_MS = 2_000;
const PEER_BODIES = 64;

/** The status of the answer to what was sent; undefined where the server only closed the connection. */
async function answerTo(t: TestContext, url: string, text: string): Promise<number | undefined> {
  const connection = await rawConnection(t, url);
  connection.send(text);
  const isAnswered = (): boolean =>
    /^HTTP\/1\.1 \d{3}.*\r\n\r\n/s.test(connection.received()) || connection.ended();
  const what = `an answer to ${JSON.stringify(text.slice(0, 120))}`;
  const { awakeMs } = await timedAwake(() => until(what, isAnswered));
  assert.ok(awakeMs < QUICKLY_MS, `${what} after ${awakeMs} ms`);
  connection.socket.destroy();
  const status = /^HTTP\/1\.1 (\d{3})/.exec(connection.received())?.[1];
  return status === undefined ? undefined : Number(status);
}

function requestText(target: string, headers: readonly string[] = [], method = "GET"): string {
  return [`${method} ${target} HTTP/1.1`, "host: localhost", ...headers, "\r\n"].join("\r\n");
}

test("headers up to the bounds that the API's document tells are taken", async (t) => {
  const { url } = await testControlPlane(t);
  const many = (count: number) => Array.from({ length: count }, (_, index) => `x-${index}: 1`);
  const statuses = [many(97), many(98), [`x-a: ${"a".repeat(15_900)}`], [`x-a: ${"a".repeat(17_000)}`]].map(
    (headers) => answerTo(t, url, requestText("/healthz", headers)),
  );
  assert.deepEqual(await Promise.all(statuses), [200, 431, 200, 431]);
});

async function openPlane(t: TestContext): Promise<{ plane: TestControlPlane; key: string }> {
  const plane = await testControlPlane(t);
  const { id } = await plane.account();
  const { key } = await plane.key(id, { perMinute: 100_000, perDay: 100_000 });
  return { plane, key };
}

async function assertServes(plane: TestControlPlane, key: string): Promise<void> {
  assert.equal((await callApi(plane, "GET", "/api/v1/balance", { key })).status, 200, "others are served");
}

function assertRefused(status: number | undefined, what: string): void {
  const isRefusal = status === undefined || (status >= 400 && status < 500) || status === 505;
  assert.ok(isRefusal, `${what.slice(0, 100)}: ${status}`);
}

test("paths made to lead elsewhere are refused", async (t) => {
  const { plane, key } = await openPlane(t);
  const paths = [
    ...[
      "/api/v1/../../etc/passwd",
      "/api/v1/jobs/%2e%2e/balance",
      "/api/v1/jobs/..%2fbalance",
      "/api/v1//balance",
    ],
    ...[
      "//api/v1/balance",
      "/api/v1/balance/",
      "/api/v1/balance%00",
      "/api/v1/balance%0d%0ax: y",
      "/API/V1/BALANCE",
    ],
    ...[
      "/api/v1/jobs/%",
      "/api/v1/jobs/%zz",
      "/api/v1/jobs/%ff%fe",
      "/api/v1/jobs/%00",
      "/api/v1/jobs/%c0%ae",
    ],
    ...["/api/v1/jobs/task_%E2%80%AE", `/api/v1/jobs/${"a".repeat(9_000)}`, `/api/v1/${"x/".repeat(4_000)}`],
    ...[
      "/files/../../../etc/passwd",
      "/files/%2e%2e/%2e%2e/etc/passwd",
      "/uploads/../config",
      "*",
      "\\",
      "/\u0001",
    ],
    ...[
      "http://127.0.0.1:22/",
      "/api/v1/jobs/;id",
      "/api/v1/jobs/[]",
      "/api/v1/jobs/{jobId}",
      "/api/v1/jobs/:jobId",
    ],
  ];
  for (const path of paths) {
    assertRefused(await answerTo(t, plane.url, requestText(path, [`x-service-api-key: ${key}`])), path);
  }
  await assertServes(plane, key);
});

test("methods of any name are answered, and only those of the path do anything", async (t) => {
  const { plane, key } = await openPlane(t);
  const methods = [
    "PUT",
    "DELETE",
    "PATCH",
    "TRACE",
    "CONNECT",
    "PROPFIND",
    "get",
    "__proto__",
    "X".repeat(3_000),
  ];
  for (const method of methods) {
    const text = requestText("/api/v1/balance", [`x-service-api-key: ${key}`], method);
    // uWebSockets takes methods in any case.
    const status = await answerTo(t, plane.url, text);
    if (method !== "get") assertRefused(status, method);
  }
  await assertServes(plane, key);
});

test("headers made to break a reader are refused or ignored", async (t) => {
  const { plane, key } = await openPlane(t);
  const own = `x-service-api-key: ${key}`;
  const refused: readonly (readonly string[])[] = [
    [own, `x-bomb: ${"a".repeat(100_000)}`],
    [own, ...Array.from({ length: 2_000 }, (_, index) => `x-${index}: ${index}`)],
    ["x-service-api-key: unknown", `x-service-api-key:`],
    [`x-service-api-key: ${"k".repeat(8_000)}`],
    [`__proto__: ${key}`],
    ["constructor: x", "hasOwnProperty: x"],
  ];
  for (const headers of refused) {
    assertRefused(await answerTo(t, plane.url, requestText("/api/v1/balance", headers)), headers.join());
  }
  const ignored = [
    ...["x-forwarded-for: , , ,", "x-forwarded-for: \u00ff", `x-forwarded-for: ${"1.1.1.1,".repeat(500)}`],
    ...["range: bytes=0-", "last-event-id: \u00ff", "accept: nothing", "host: other", "expect: 100-continue"],
  ];
  for (const header of ignored) {
    const status = await answerTo(t, plane.url, requestText("/api/v1/balance", [own, header]));
    assert.ok(status === undefined || status < 500, `${header}: ${status}`);
  }
  await assertServes(plane, key);
});

test("a body whose length is told twice, wrongly or not at all is never taken for a second request", async (t) => {
  const { plane, key } = await openPlane(t);
  const smuggled = requestText("/api/v1/balance", [`x-service-api-key: ${key}`]);
  const head = ["x-service-api-key: unknown", "content-type: application/json"];
  const framings = [
    ["content-length: 0", `content-length: ${smuggled.length}`],
    [`content-length: ${smuggled.length}`, "transfer-encoding: chunked"],
    ["content-length: -1"],
    ["content-length: 1e3"],
    ["content-length: 99999999999999999999"],
    ["transfer-encoding: identity, chunked", "content-length: 4"],
  ];
  for (const framing of framings) {
    const connection = await rawConnection(t, plane.url);
    connection.send(requestText("/api/v1/clips", [...head, ...framing], "POST") + smuggled);
    await until("an answer or the end", () => connection.received() !== "" || connection.ended(), QUICKLY_MS);
    assert.doesNotMatch(connection.received(), /moodsBalance/, framing.join());
    connection.socket.destroy();
  }
  await assertServes(plane, key);
});

test("two lines about a body's length are refused, and their connection ends", async (t) => {
  const { plane, key } = await openPlane(t);
  const framings = [
    ["content-length: 2", "content-length: 0"],
    ["content-length: 2", "content-length: 2"],
    ["transfer-encoding: identity", "transfer-encoding: chunked"],
    ["transfer-encoding: chunked", "transfer-encoding: chunked"],
  ];
  for (const path of ["/api/v1/clips", "/nowhere"]) {
    for (const framing of framings) {
      const connection = await rawConnection(t, plane.url);
      const head = [`x-service-api-key: ${key}`, "content-type: application/json", ...framing];
      const body = framing[0]?.startsWith("content") ? "{}" : "2\r\n{}\r\n0\r\n\r\n";
      connection.send(requestText(path, head, "POST") + body);
      await until(`the end of ${framing.join()}`, () => connection.ended(), QUICKLY_MS);
      assert.match(connection.received(), /^HTTP\/1\.1 400 [\s\S]*One line/, framing.join());
    }
  }
  await assertServes(plane, key);
});

test("JSON made to exhaust a reader is refused", async (t) => {
  const { plane, key } = await openPlane(t);
  const bombs = [
    "[".repeat(50_000),
    `${"[".repeat(50_000)}${"]".repeat(50_000)}`,
    `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`,
    `{"video_duration_seconds":${"9".repeat(100_000)}}`,
    `{"video_duration_seconds":1e400,"video_url":"https://93.184.215.14/v.mp4"}`,
    `{"video_url":"${"\\u0000".repeat(1_000)}","video_duration_seconds":60}`,
    `{"video_url":"\\ud800","video_duration_seconds":60}`,
    `{${Array.from({ length: 50_000 }, (_, index) => `"k${index}":${index}`).join()}}`,
    `{"subtitle":{"__proto__":{"font_size":50},"font_size":"50"},"video_duration_seconds":60}`,
  ];
  for (const body of bombs) {
    const before = process.cpuUsage();
    const reply = await callApi(plane, "POST", "/api/v1/clips", { key, body });
    const workedMs = process.cpuUsage(before).user / 1_000;
    assert.equal(failureOf(reply), "400 INVALID_REQUEST", body.slice(0, 60));
    assert.ok(workedMs < SHORT_WORK_MS, `${workedMs} ms of the processor`);
  }
  await assertServes(plane, key);
});

test("fields named like an object's own machinery change nothing", async (t) => {
  const { plane, key } = await openPlane(t);
  const body = `{"__proto__":{"video_url":"https://93.184.215.14/v.mp4"},"constructor":{"prototype":{"moods":0}},"video_duration_seconds":60}`;
  assert.equal(
    failureOf(await callApi(plane, "POST", "/api/v1/clips", { key, body })),
    "400 INVALID_REQUEST",
  );
  assert.equal(({} as Record<string, unknown>).moods, undefined);
});

test("clients that send a head or a body too slowly are let go, and hold up nobody", async (t) => {
  const { plane, key } = await openPlane(t);
  const slow = await Promise.all([
    ...Array.from({ length: 50 }, () => rawConnection(t, plane.url)),
    rawConnection(t, plane.url),
  ]);
  for (const connection of slow.slice(0, -1)) connection.send("GET /api/v1/balance HTTP/1.1\r\nhost: local");
  // A head that is not well-formed reads like one that is not whole yet.
  slow[0]?.send(`: x\u0000\r\n\r\n`);
  slow[1]?.send(` : x\r\n\r\n`);
  const body = slow.at(-1);
  body?.send(`${postHead("/api/v1/clips", key, 1_000)}{`);
  const { awakeMs } = await timedAwake(() => assertServes(plane, key));
  assert.ok(awakeMs < QUICKLY_MS, `${awakeMs} ms`);
  const isLetGo = (): boolean => slow.every((connection) => connection.ended());
  await until("the end of every slow connection", isLetGo, 60_000);
  assert.match(body?.received() ?? "", /^HTTP\/1\.1 408 |^$/);
});

/** The status of a sign-in that a browser at another address sends. */
function signInFrom(localAddress: string, url: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json" };
    const sent = request(`${url}/console/api/session`, { method: "POST", headers, localAddress });
    sent.on("response", (response) => resolve(response.resume().statusCode)).on("error", reject);
    sent.end(JSON.stringify({ email: "ada@example.com", password: "not a password" }));
  });
}

test("who invents addresses and holds bodies back takes no more room than one peer may, and others sign in", async (t) => {
  const { strangerBodyBytes: bytes } = HTTP_LIMITS;
  // With the bounds as they are the last of a thousand bodies may come when the time of the first is over.
  const times: { bodyTimeoutMs: number } = HTTP_LIMITS;
  t.mock.property(times, "bodyTimeoutMs", 300_000);
  const room: { bytesPerPeer: number } = BODY_ROOM.strangers;
  t.mock.property(room, "bytesPerPeer", PEER_BODIES * bytes);
  const { plane } = await openPlane(t);
  const body = "x".repeat(bytes - 1);
  const hold = async (index: number) => {
    const connection = await rawConnection(t, plane.url);
    const claimed = `x-forwarded-for: 198.51.${Math.floor(index / 250)}.${index % 250}\r\n\r\n`;
    const head = postHead("/console/api/session", "", bytes).replace(/\r\n$/, claimed);
    connection.send(`${head}${body}`);
    return connection;
  };
  const held = await Promise.all(Array.from({ length: PEER_BODIES + 10 }, (_, index) => hold(index)));
  const isRefused = (): boolean => held.some((connection) => / 503 /.test(connection.received()));
  await until("a refusal", isRefused);
  assert.equal(await signInFrom("127.0.0.2", plane.url), 401);
  for (const { socket } of held) socket.destroy();
});
