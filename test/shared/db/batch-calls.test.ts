import assert from "node:assert/strict";
import { test } from "node:test";
import { batchCalls } from "../../../shared/db/batch-calls.ts";
import { RUN_BATCH_LIMITS } from "../../../shared/limits/nodes.ts";

/** Calls whose statements end when the test lets them. */
function gathered(maxItems: number) {
  const statements: { items: readonly string[]; end(error?: Error): void }[] = [];
  const call = batchCalls<string, string>(
    (items) =>
      new Promise((resolve, reject) => {
        statements.push({
          items,
          end: (error) => (error === undefined ? resolve(items.map((item) => `${item}!`)) : reject(error)),
        });
      }),
    maxItems,
  );
  const sent = (): (readonly string[])[] => statements.map(({ items }) => items);
  return { call, statements, sent };
}

async function nextTurn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

test("calls that come while a statement is under way share the next, up to its bound", async () => {
  const { call, statements, sent } = gathered(2);
  const first = call("a");
  await nextTurn();
  const later = [call("b"), call("c"), call("d")];
  assert.deepEqual(sent(), [["a"]]);
  statements[0]?.end();
  assert.equal(await first, "a!");
  await nextTurn();
  assert.deepEqual(sent(), [["a"], ["b", "c"]]);
  statements[1]?.end();
  await nextTurn();
  statements[2]?.end();
  assert.deepEqual(await Promise.all(later), ["b!", "c!", "d!"]);
});

const HELD = Object.assign(new Error("held"), { code: "55P03" });

test("a statement that fails is parted until what is wrong stands alone, and later calls do not wait for that", async () => {
  const { call, statements, sent } = gathered(8);
  const [first, second, bad, last] = [call("first"), call("second"), call("bad"), call("last")];
  await nextTurn();
  statements[0]?.end(new Error("one of them cannot be written"));
  await nextTurn();
  assert.deepEqual(sent().slice(1), [["first", "second"]], "one at a time");
  const later = call("later");
  await nextTurn();
  statements[2]?.end();
  assert.equal(await later, "later!");
  statements[1]?.end();
  assert.deepEqual(await Promise.all([first, second]), ["first!", "second!"]);
  await nextTurn();
  statements[3]?.end(new Error("one of these"));
  await nextTurn();
  statements[4]?.end(new Error("this one"));
  await assert.rejects(bad, /this one/);
  await nextTurn();
  statements[5]?.end();
  assert.equal(await last, "last!");
  assert.deepEqual(sent().slice(3), [["bad", "last"], ["bad"], ["last"]]);
});

test("however many rows are held, two statements at most wait for them", async () => {
  const { call, statements } = gathered(64);
  const calls = Array.from({ length: 64 }, (_, index) => call(String(index)));
  await nextTurn();
  let ended = 0;
  const underWay = (): number => statements.length - ended;
  // Each common statement, its halves, and so on, down to each call alone.
  while (ended < 127) {
    assert.ok(underWay() <= 1, String(underWay()));
    statements[ended]?.end(HELD);
    ended += 1;
    await nextTurn();
  }
  const later = call("later");
  await nextTurn();
  assert.equal(underWay(), 2);
  for (; ended < statements.length; ended += 1) {
    statements[ended]?.end();
    await nextTurn();
  }
  assert.equal(await later, "later!");
  assert.equal((await Promise.all(calls)).length, 64);
});

test("a call whose row is held is sent again behind the others, and told of it in the end", async (t) => {
  let nowMs = 1_000;
  t.mock.method(performance, "now", () => nowMs);
  const { call, statements, sent } = gathered(8);
  const held = call("held");
  await nextTurn();
  statements[0]?.end(HELD);
  await nextTurn();
  assert.deepEqual(sent(), [["held"], ["held"]]);
  nowMs += RUN_BATCH_LIMITS.heldMs;
  statements[1]?.end(HELD);
  await assert.rejects(held, /held/);
  assert.equal(statements.length, 2);
});

test("where the database is away all that were sent together are told, and nothing is sent again", async () => {
  const { call, statements, sent } = gathered(8);
  const calls = [call("a"), call("b")];
  await nextTurn();
  statements[0]?.end(Object.assign(new Error("away"), { code: "ECONNREFUSED" }));
  const told = await Promise.allSettled(calls);
  assert.deepEqual(
    told.map(({ status }) => status),
    ["rejected", "rejected"],
  );
  assert.equal(sent().length, 1);
});
