import assert from "node:assert/strict";
import { test } from "node:test";
import { ClipmillError } from "../../../shared/client/client-error.ts";
import { isPassing, type RetryPolicy, retryDelayMs, withRetries } from "../../../shared/client/retry.ts";

const POLICY: RetryPolicy = { tries: 4, minDelayMs: 1_000, maxDelayMs: 60_000, totalMs: 180_000 };
const at = (status: number): ClipmillError => new ClipmillError("ANY", "…", { status });

test("a pause is any part of a bound that doubles from a second to a minute", () => {
  assert.deepEqual(
    [1, 2, 3, 6, 7, 20].map((failures) => retryDelayMs(POLICY, failures, 1)),
    [1_000, 2_000, 4_000, 32_000, 60_000, 60_000],
  );
  assert.equal(retryDelayMs(POLICY, 7, 0), 0);
  assert.equal(retryDelayMs(POLICY, 7, 0.5), 30_000);
});

test("what an answer asks to wait is waited at least, and not by all to the same moment", () => {
  assert.equal(retryDelayMs(POLICY, 1, 0, 5_000), 5_000);
  assert.equal(retryDelayMs(POLICY, 6, 1, 5_000), 6_000);
});

test("refusals pass for every call, answers in doubt and lost ones only for calls that may be repeated", () => {
  for (const status of [429, 503]) assert.ok(isPassing(at(status), { repeat: false }), String(status));
  for (const status of [408, 500, 502, 504]) {
    assert.deepEqual(
      [isPassing(at(status), { repeat: true }), isPassing(at(status), { repeat: false })],
      [true, false],
    );
  }
  for (const status of [400, 401, 402, 403, 404, 409, 413, 422, 507]) {
    assert.ok(!isPassing(at(status), { repeat: true }), String(status));
  }
  const lost = new ClipmillError("NO_CONNECTION", "…");
  assert.deepEqual([isPassing(lost, { repeat: true }), isPassing(lost, { repeat: false })], [true, false]);
  assert.ok(!isPassing(new Error("a fault of the program"), { repeat: true }));
});

const QUICK = { ...POLICY, minDelayMs: 1, maxDelayMs: 2 };

test("tries are bounded, each failure that is followed by another is told, and the last is thrown", async () => {
  let calls = 0;
  const told: string[] = [];
  const onRetry = ({ message }: ClipmillError): void => void told.push(message);
  const call = async (): Promise<never> => {
    calls += 1;
    throw new ClipmillError("UNAVAILABLE", `failure ${calls}`, { status: 503 });
  };
  await assert.rejects(withRetries(call, { policy: QUICK, repeat: true, onRetry }), /failure 4/);
  assert.deepEqual(told, ["failure 1", "failure 2", "failure 3"]);
  assert.equal(calls, 4);
});

test("no try begins after the policy's time: a longer pause is not waited for", async () => {
  const asked = new ClipmillError("RATE_LIMITED", "wait", { status: 429, retryAfterMs: 60_000 });
  let calls = 0;
  const call = async (): Promise<never> => {
    calls += 1;
    throw asked;
  };
  await assert.rejects(withRetries(call, { policy: { ...QUICK, totalMs: 1_000 }, repeat: true }), asked);
  assert.equal(calls, 1);
});

test("of a transfer only the pauses count, and all of them", async (t) => {
  let hours = 0;
  t.mock.method(performance, "now", () => hours * 3_600_000);
  const call = async (): Promise<never> => {
    hours += 1;
    throw new ClipmillError("UNAVAILABLE", "…", { status: 503, retryAfterMs: 4 });
  };
  const policy = { tries: 10, minDelayMs: 0, maxDelayMs: 0, totalMs: 10 };
  await assert.rejects(withRetries(call, { policy, repeat: true, isTransfer: true }), { status: 503 });
  assert.equal(hours, 3, "two pauses of 4 ms, and no third one");
});

test("a signal ends a pause with its own reason", async () => {
  const stop = new AbortController();
  const call = async (): Promise<never> => {
    queueMicrotask(() => stop.abort(new Error("enough")));
    throw at(503);
  };
  const policy = { ...POLICY, minDelayMs: 60_000 };
  await assert.rejects(withRetries(call, { policy, repeat: true, signal: stop.signal }), /enough/);
});
