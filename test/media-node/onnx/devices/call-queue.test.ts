import assert from "node:assert/strict";
import { test } from "node:test";
import { CallQueue, type QueuedCall } from "../../../../media-node/onnx/devices/call-queue.ts";

const DELAY_MS = 4;

interface TestCall extends QueuedCall {
  readonly name: string;
}

function call(name: string, changes: Partial<QueuedCall> = {}): TestCall {
  return { name, share: "run", signature: "model", rows: 1, maxRows: 4, atMs: 0, ...changes };
}

function namesOf(queue: CallQueue<TestCall>, nowMs = DELAY_MS): string | null {
  const next = queue.next(nowMs);
  if (next === null) return null;
  return "calls" in next ? next.calls.map(({ name }) => name).join("") : `wait ${next.waitMs}`;
}

function queued(...calls: readonly TestCall[]): CallQueue<TestCall> {
  const queue = new CallQueue<TestCall>(DELAY_MS);
  for (const each of calls) queue.add(each);
  return queue;
}

test("calls that fit together run as one, up to the rows that a model takes", () => {
  const queue = queued(
    call("a"),
    call("b"),
    call("c", { signature: "other" }),
    call("d"),
    call("e"),
    call("f"),
  );
  assert.equal(namesOf(queue), "abde");
  assert.deepEqual([namesOf(queue), namesOf(queue), namesOf(queue)], ["c", "f", null]);
});

test("a call waits for others only as long as it may, and not once its batch is full", () => {
  assert.equal(namesOf(queued(call("a")), 1), `wait ${DELAY_MS - 1}`);
  assert.equal(namesOf(queued(call("a")), DELAY_MS), "a");
  assert.equal(namesOf(queued(call("a", { rows: 4 })), 0), "a");
  assert.equal(namesOf(queued(call("a", { signature: null })), 0), "a");
});

test("a call that would go beyond the rows that a model takes goes in the next run", () => {
  const queue = queued(call("a", { rows: 3 }), call("b", { rows: 2 }), call("c"));
  assert.deepEqual([namesOf(queue), namesOf(queue)], ["ac", "b"]);
});

test("a run with many calls does not hold up one with a single call", () => {
  const alone = { signature: null };
  const queue = queued(
    ...["a", "b", "c"].map((name) => call(name, alone)),
    call("z", { ...alone, share: "late" }),
  );
  const served = [1, 2, 3].map(() => {
    const next = queue.next(DELAY_MS);
    assert.ok(next !== null && "calls" in next);
    queue.charge(next.calls, 10);
    return next.calls[0]?.name;
  });
  assert.deepEqual(served, ["a", "z", "b"]);
});

test("shares take turns by the time that they have had, and one that comes anew has no credit", () => {
  const queue = new CallQueue<TestCall>(DELAY_MS);
  const served: string[] = [];
  const serve = (busyMs: number): void => {
    const next = queue.next(DELAY_MS);
    assert.ok(next !== null && "calls" in next);
    served.push(...next.calls.map(({ name }) => name));
    queue.charge(next.calls, busyMs);
  };
  const long = { signature: null, share: "long" };
  const short = { signature: null, share: "short" };
  for (let index = 0; index < 6; index += 1) queue.add(call("L", long));
  for (let index = 0; index < 6; index += 1) queue.add(call("s", short));
  for (let index = 0; index < 8; index += 1) serve(served.length % 8 === 0 ? 30 : 10);
  assert.equal(served.join(""), "LsssLsLs");
  queue.add(call("n", { signature: null, share: "new" }));
  queue.add(call("m", { signature: null, share: "new" }));
  for (let index = 0; index < 4; index += 1) serve(10);
  assert.ok(served.slice(8).join("").includes("L"), served.slice(8).join(""));
});

test("what nobody waits for any more does not run", () => {
  const queue = queued(call("a"), call("b"));
  queue.remove(({ name }) => name === "a");
  assert.deepEqual([queue.length, namesOf(queue), namesOf(queue)], [1, "b", null]);
});

test("a share that comes to an idle device is served like one that had it before", () => {
  const queue = queued(call("a", { share: "one" }));
  const { calls } = queue.next(DELAY_MS) as { calls: readonly TestCall[] };
  queue.charge(calls, 1_000);
  queue.add(call("b", { share: "one", signature: null }));
  queue.add(call("c", { share: "two", signature: null, atMs: 1 }));
  assert.deepEqual([namesOf(queue), namesOf(queue)], ["b", "c"]);
});
