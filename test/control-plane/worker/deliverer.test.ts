// What becomes of deliveries while the database answers nothing, and of many with large bodies, by stand-ins.
import assert from "node:assert/strict";
import { test } from "node:test";
import { LargeCalls } from "../../../control-plane/webhooks/large-calls.ts";
import { deliverWebhook } from "../../../control-plane/worker/deliver-webhook.ts";
import { Deliverer } from "../../../control-plane/worker/deliverer.ts";
import { WEBHOOK_LIMITS } from "../../../shared/limits/webhooks.ts";
import { keptLog } from "../../support/kept-log.ts";
import { until } from "../../support/until.ts";

const CLAIM = {
  deliveryId: "whd_1",
  taskId: "task_1",
  accountId: "acc_1",
  receiver: "example.com:443",
  attempt: 1,
  url: "https://example.com/hook",
  failures: 0,
  standing: "quick",
};

test("an end that cannot be written is tried until its claim runs out, and then the log says that the receiver is called again", async (t) => {
  const { logger, lines } = keptLog();
  const settled: number[] = [];
  const claims = [[CLAIM]];
  let laterMs = 0;
  const now = performance.now.bind(performance);
  t.mock.method(performance, "now", () => now() + laterMs);
  const answer = async (text: string): Promise<unknown[]> => {
    if (text.includes("settle_deliveries")) {
      settled.push(laterMs);
      if (settled.length === 2) laterMs = 60_000;
      throw new Error("the database is away");
    }
    return text.includes("claim_deliveries")
      ? (claims.shift() ?? [])
      : [{ id: "task_1", kind: "clip", output_key: null }];
  };
  // Names and lists of columns are called with no template.
  const sql = Object.assign(
    (text: unknown) => (Array.isArray(text) && "raw" in text ? answer(text.join("?")) : []),
    { json: (value: unknown) => value },
  );
  const services = {
    sql,
    logger,
    viewTask: async () => ({}),
    client: { post: async () => ({ outcome: "delivered", statusCode: 200, error: null }) },
    metrics: { attempted: () => undefined, open: { inc: () => undefined, dec: () => undefined } },
  };
  const deliverer = new Deliverer(services as never, { timeoutMs: 1_000, retryIntervalMs: 1_000 });
  t.after(() => deliverer.stop());
  const told = () =>
    lines.flatMap(({ msg, deliveryIds }) =>
      msg.includes("before their claims ran out") ? [deliveryIds] : [],
    );
  await until("the line", () => told().length > 0);
  assert.deepEqual(told(), [["whd_1"]]);
  assert.ok(settled.length >= 2);
});

test("of calls with large bodies a few are made at once, whose bodies alone are read, and small ones wait for none", async () => {
  const { largeCalls: atOnce } = WEBHOOK_LIMITS;
  const answers: (() => void)[] = [];
  let read = 0;
  const services = {
    logger: keptLog().logger,
    viewTask: async () => {
      read += 1;
      return {};
    },
    client: {
      post: () =>
        new Promise((resolve) => {
          answers.push(() => resolve({ outcome: "delivered", statusCode: 200, error: null }));
        }),
    },
    metrics: { attempted: () => undefined, open: { inc: () => undefined, dec: () => undefined } },
    largeCalls: new LargeCalls(),
  };
  const { signal } = new AbortController();
  const deliver = (output_key: string | null): Promise<unknown> =>
    deliverWebhook(
      services as never,
      CLAIM as never,
      { id: "task_1", kind: "clip", output_key } as never,
      signal,
    );
  const calls = Array.from({ length: atOnce + 3 }, () => deliver("outputs/one.json.gz"));
  await until("the first calls", () => answers.length === atOnce);
  calls.push(deliver(null));
  await until("the small one", () => answers.length === atOnce + 1);
  assert.equal(read, atOnce + 1);
  for (let answered = 0; answered < calls.length; answered += 1) {
    await until("the next call", () => answers.length > answered);
    answers[answered]?.();
  }
  for (const end of await Promise.all(calls)) assert.equal((end as { outcome: string }).outcome, "delivered");
});

test("a call with a large body that finds no place in time, or whose process stops, is put back", async () => {
  const largeCalls = new LargeCalls();
  const { signal } = new AbortController();
  const places = await Promise.all(
    Array.from({ length: WEBHOOK_LIMITS.largeCalls }, () => largeCalls.enter(signal)),
  );
  await assert.rejects(largeCalls.enter(signal, 1), { code: "UNAVAILABLE" });
  await assert.rejects(largeCalls.enter(AbortSignal.abort(new Error("stopped"))), /stopped/);
  for (const leave of places) leave();
  const again = Array.from({ length: WEBHOOK_LIMITS.largeCalls }, () => largeCalls.enter(signal));
  await assert.doesNotReject(Promise.all(again), "what came too late left its place");
});
