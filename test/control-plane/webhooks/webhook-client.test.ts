// One attempt against real receivers, the bad ones above all.
import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { type TestContext, test } from "node:test";
import { createWebhookClient, type WebhookClient } from "../../../control-plane/webhooks/webhook-client.ts";
import { readNetworkPolicy } from "../../../shared/network/network-safety.ts";
import type { Resolver } from "../../../shared/network/resolve-name.ts";
import { timedAwake } from "../../support/awake-time.ts";
import { webhookReceiver } from "../../support/control-plane/webhook-receiver.ts";
import { until } from "../../support/until.ts";

/** For receivers that do not answer in time. */
const TIMEOUT_MS = 300;
/** For all others, also on a machine that stands still now and then. */
const AMPLE_MS = 60_000;
const NEVER = new AbortController().signal;
const BODY = JSON.stringify({ event: "job.finished" });

function client(
  t: TestContext,
  options: { resolve?: Resolver; allow?: string; timeoutMs?: number } = {},
): WebhookClient {
  const { allow = "127.0.0.0/8", timeoutMs = AMPLE_MS, ...rest } = options;
  const networkPolicy = readNetworkPolicy({ CLIPMILL_ALLOW_NETWORKS: allow });
  const made = createWebhookClient({ networkPolicy, timeoutMs, ...rest });
  t.after(() => made.close());
  return made;
}

test("a call is a POST of JSON with the service's user agent, to the very address", async (t) => {
  const receiver = await webhookReceiver(t, [200]);
  const result = await client(t).post(receiver.url, BODY, NEVER);
  assert.deepEqual(result, { outcome: "delivered", statusCode: 200, error: null });
  const [call] = receiver.calls;
  assert.equal(call?.method, "POST");
  assert.equal(call?.path, "/hook?secret=1");
  assert.equal(call?.body, BODY);
  assert.equal(call?.headers["content-type"], "application/json");
  assert.equal(call?.headers["user-agent"], "Service-Developer-Webhooks/1.0");
  assert.equal(call?.headers["content-length"], String(BODY.length));
});

for (const status of [301, 302, 303, 307, 308]) {
  test(`a ${status} is a failure, and its target is not called`, async (t) => {
    const target = await webhookReceiver(t, [200], "127.0.0.2");
    const receiver = await webhookReceiver(t, [
      (response) => response.writeHead(status, { location: target.url }).end(),
    ]);
    assert.deepEqual(await client(t).post(receiver.url, BODY, NEVER), {
      outcome: "rejected",
      statusCode: status,
      error: `The receiver answered ${status}, and redirects are not followed.`,
    });
    assert.equal(target.connections(), 0);
  });
}

test("a receiver that does not answer in time is given up", async (t) => {
  const receiver = await webhookReceiver(t, [() => undefined]);
  const startedAt = performance.now();
  const { value, awakeMs } = await timedAwake(() =>
    client(t, { timeoutMs: TIMEOUT_MS }).post(receiver.url, BODY, NEVER),
  );
  assert.deepEqual(value, {
    outcome: "timed_out",
    statusCode: null,
    error: "The receiver did not answer within 0.3 s.",
  });
  const tookMs = performance.now() - startedAt;
  assert.ok(tookMs >= TIMEOUT_MS - 10 && awakeMs < TIMEOUT_MS + 5_000, `${tookMs} ms, ${awakeMs} awake`);
});

test("headers that drip are no answer in time", async (t) => {
  const receiver = await webhookReceiver(t, [
    (response) => {
      response.socket?.write("HTTP/1.1 200 OK\r\n");
      const drip = setInterval(() => response.socket?.write("x-more: 1\r\n"), 20);
      response.socket?.on("error", () => undefined).on("close", () => clearInterval(drip));
    },
  ]);
  const result = await client(t, { timeoutMs: TIMEOUT_MS }).post(receiver.url, BODY, NEVER);
  assert.equal(result.outcome, "timed_out");
});

test("an answer that comes late but in time counts", async (t) => {
  const receiver = await webhookReceiver(t, [(response) => setTimeout(() => response.end(), TIMEOUT_MS)]);
  const result = await client(t).post(receiver.url, BODY, NEVER);
  assert.equal(result.outcome, "delivered");
});

test("an answer after the time is up changes nothing any more", async (t) => {
  const timedOut = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const receiver = await webhookReceiver(t, [
    async (response) => {
      await timedOut.promise;
      response.end();
      answered.resolve();
    },
  ]);
  const calls = client(t, { timeoutMs: 10 * TIMEOUT_MS });
  const result = await calls.post(receiver.url, BODY, NEVER);
  timedOut.resolve();
  await answered.promise;
  assert.equal(result.outcome, "timed_out");
  assert.equal(receiver.calls.length, 1);
});

test("a receiver that resets the connection is unreachable", async (t) => {
  const receiver = await webhookReceiver(t, [(response) => response.socket?.resetAndDestroy()]);
  const result = await client(t).post(receiver.url, BODY, NEVER);
  assert.equal(result.outcome, "unreachable");
  assert.equal(result.statusCode, null);
  assert.match(
    result.error ?? "",
    /^The receiver (reset the connection|closed the connection without an answer)\.$/,
  );
});

test("a receiver that is not there is unreachable", async (t) => {
  const result = await client(t).post("http://127.0.0.1:1/hook", BODY, NEVER);
  assert.deepEqual(result, {
    outcome: "unreachable",
    statusCode: null,
    error: "The receiver refused the connection.",
  });
});

test("what is no HTTP is unreachable", async (t) => {
  for (const answer of ["SSH-2.0-OpenSSH_9.9\r\n\r\n", "hello\r\n\r\n", "HTTP/1.1 two hundred\r\n\r\n"]) {
    const receiver = await webhookReceiver(t, [(response) => response.socket?.end(answer)]);
    const result = await client(t).post(receiver.url, BODY, NEVER);
    assert.deepEqual(result, {
      outcome: "unreachable",
      statusCode: null,
      error: "The receiver's answer is not valid HTTP.",
    });
  }
});

/** Writes until the connection is closed. */
function pour(response: ServerResponse, sent: { bytes: number }): void {
  const chunk = Buffer.alloc(64 * 1024);
  const write = (): void => {
    while (!response.destroyed && response.write(chunk)) sent.bytes += chunk.length;
  };
  response
    .writeHead(200)
    .on("drain", write)
    .on("error", () => undefined);
  write();
}

test("an endless body is cut after its first bytes, and its status counts", async (t) => {
  const sent = { bytes: 0 };
  const closed = Promise.withResolvers<void>();
  const receiver = await webhookReceiver(t, [
    (response) => {
      response.on("close", () => closed.resolve());
      pour(response, sent);
    },
  ]);
  const result = await client(t).post(receiver.url, BODY, NEVER);
  assert.equal(result.outcome, "delivered");
  await closed.promise;
  assert.ok(sent.bytes < 16 * 1024 * 1024, `${sent.bytes} bytes were taken in`);
});

test("a body that never ends is not waited for, and its status counts", async (t) => {
  const receiver = await webhookReceiver(t, [(response) => response.writeHead(204 + 2).write("x")]);
  const { value: result, awakeMs } = await timedAwake(() => client(t).post(receiver.url, BODY, NEVER));
  assert.equal(result.outcome, "delivered");
  assert.ok(awakeMs < AMPLE_MS / 2, `${awakeMs} ms`);
});

test("a name that resolves to a refused address is never called, and the answer does not tell the address", async (t) => {
  const receiver = await webhookReceiver(t, [200]);
  const resolve: Resolver = async () => [{ address: "127.0.0.1", family: 4 }];
  const port = new URL(receiver.url).port;
  const result = await client(t, { allow: "", resolve }).post(`http://hook.test:${port}/`, BODY, NEVER);
  assert.deepEqual(result, {
    outcome: "refused",
    statusCode: null,
    error:
      "The host hook.test resolves to a loopback address, which is not allowed unless an operator lists its network in CLIPMILL_ALLOW_NETWORKS.",
  });
  assert.equal(receiver.connections(), 0);
});

test("a name is judged anew at each call", async (t) => {
  const receiver = await webhookReceiver(t, [200]);
  const answers = ["127.0.0.1", "127.0.0.1", "10.0.0.1"];
  const resolve: Resolver = async () => [{ address: answers.shift() ?? "", family: 4 }];
  const port = new URL(receiver.url).port;
  const calls = client(t, { resolve });
  const outcomes = [];
  for (let call = 0; call < 3; call += 1) {
    outcomes.push((await calls.post(`http://hook.test:${port}/`, BODY, NEVER)).outcome);
  }
  assert.deepEqual(outcomes, ["delivered", "delivered", "refused"]);
  assert.equal(receiver.connections(), 2);
});

test("a call that is stopped rejects instead of counting as a failure", async (t) => {
  const receiver = await webhookReceiver(t, [() => undefined]);
  const stop = new AbortController();
  const posted = client(t).post(receiver.url, BODY, stop.signal);
  await until("the call to arrive", () => receiver.calls.length === 1);
  stop.abort(new Error("stopped"));
  await assert.rejects(posted, { message: "stopped" });
});
