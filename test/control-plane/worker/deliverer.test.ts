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

/** What calls with outputs of the storage need, by stand-ins: receivers answer when they are told to. */
function callScene({ outputBytes }: { readonly outputBytes: number }) {
  const answers: (() => void)[] = [];
  const scene = { answers, read: 0, largeCalls: new LargeCalls() };
  const services = {
    logger: keptLog().logger,
    viewTask: async () => {
      scene.read += 1;
      return { output: "x".repeat(outputBytes) };
    },
    client: {
      post: () =>
        new Promise((resolve) => {
          answers.push(() => resolve({ outcome: "delivered", statusCode: 200, error: null }));
        }),
    },
    metrics: { attempted: () => undefined, open: { inc: () => undefined, dec: () => undefined } },
    largeCalls: scene.largeCalls,
  };
  const deliver = (
    {
      standing = "quick",
      output_key = "outputs/one.json.gz",
      accountId = "acct_1",
    }: { standing?: string; output_key?: string | null; accountId?: string },
    signal: AbortSignal = new AbortController().signal,
  ): Promise<unknown> =>
    deliverWebhook(
      services as never,
      { ...CLAIM, accountId, standing } as never,
      { id: "task_1", kind: "clip", output_key } as never,
      signal,
    );
  return Object.assign(scene, { deliver });
}

const LARGE = { outputBytes: WEBHOOK_LIMITS.largeBodyBytes };

test("of calls with large bodies a few are made at once, whose bodies alone are read, and small ones wait for none", async () => {
  const { largeCalls: atOnce } = WEBHOOK_LIMITS;
  const scene = callScene(LARGE);
  const { answers, deliver } = scene;
  const calls = Array.from({ length: atOnce + 3 }, () => deliver({}));
  await until("the first calls", () => answers.length === atOnce);
  calls.push(deliver({ output_key: null }));
  await until("the small one", () => answers.length === atOnce + 1);
  assert.equal(scene.read, atOnce + 1);
  for (let answered = 0; answered < calls.length; answered += 1) {
    await until("the next call", () => answers.length > answered);
    answers[answered]?.();
  }
  for (const end of await Promise.all(calls)) assert.equal((end as { outcome: string }).outcome, "delivered");
});

test("an output of the storage that makes no large body has a place only while it is read", async () => {
  const { answers, deliver } = callScene({ outputBytes: 20_000 });
  const calls = Array.from({ length: 3 * WEBHOOK_LIMITS.largeCalls }, () => deliver({}));
  await until("all calls", () => answers.length === calls.length);
  for (const answer of answers) answer();
  await Promise.all(calls);
});

test("receivers that are not known to be quick, and may hang, leave places of large calls to those that are", async () => {
  const { largeCalls: atOnce, largeToDoubtful } = WEBHOOK_LIMITS;
  const { answers, deliver } = callScene(LARGE);
  const doubtful = ["new", "slow", "failing"].flatMap((standing) =>
    Array.from({ length: atOnce }, (_, index) => deliver({ standing, accountId: `acct_${index}` })),
  );
  await until("the calls to some of them", () => answers.length === largeToDoubtful);
  const quick = Array.from({ length: atOnce - largeToDoubtful }, () => deliver({}));
  await until("those to quick ones", () => answers.length === atOnce);
  for (const answer of answers.slice(largeToDoubtful)) answer();
  await Promise.all(quick);
  assert.equal(answers.length, atOnce, "the others wait for one of theirs");
  for (let answered = 0; answered < quick.length + doubtful.length; answered += 1) {
    await until("the next call", () => answers.length > answered);
    answers[answered]?.();
  }
  await Promise.all(doubtful);
});

test("receivers of one account that hang leave places of large calls to those of others that are as little known", async () => {
  const { largeToDoubtful, largeToDoubtfulOfOne: ofOne } = WEBHOOK_LIMITS;
  const { answers, deliver } = callScene(LARGE);
  const hanging = Array.from({ length: 3 * largeToDoubtful }, () => deliver({ standing: "new" }));
  await until("the first calls", () => answers.length === ofOne);
  const others = Array.from({ length: largeToDoubtful - ofOne }, (_, index) =>
    deliver({ standing: "new", accountId: `acct_other_${index}` }),
  );
  await until("those of others", () => answers.length === largeToDoubtful);
  for (let answered = 0; answered < hanging.length + others.length; answered += 1) {
    await until("the next call", () => answers.length > answered);
    answers[answered]?.();
  }
  await Promise.all([...hanging, ...others]);
});

test("a call with a large body that finds no place in time, or whose process stops, is put back, and holds none later", async (t) => {
  const { largeCalls, largeCallWaitMs, ownFailureDelayMs } = WEBHOOK_LIMITS;
  const scene = callScene(LARGE);
  const { signal } = new AbortController();
  const enter = () => scene.largeCalls.enter({ accountId: "acct_1", standing: "quick" }, signal);
  const places = await Promise.all(Array.from({ length: largeCalls }, enter));
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const late = scene.deliver({});
  t.mock.timers.tick(largeCallWaitMs);
  assert.deepEqual(await late, { outcome: "put-back", delayMs: ownFailureDelayMs });
  const stopping = new AbortController();
  const stopped = scene.deliver({}, stopping.signal);
  stopping.abort();
  assert.deepEqual(await stopped, { outcome: "put-back", delayMs: 0 });
  for (const leave of places) leave();
  await assert.doesNotReject(Promise.all(Array.from({ length: largeCalls }, enter)));
  assert.equal(scene.read, 0);
});
