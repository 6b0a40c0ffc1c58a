import assert from "node:assert/strict";
import { test } from "node:test";
import { gatherCalls } from "../../../shared/db/gather-calls.ts";

/** Calls whose statements end when the test lets them. */
function gathered(maxItems: number) {
  const statements: { items: readonly string[]; end(error?: Error): void }[] = [];
  const call = gatherCalls<string, string>(
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

test("where a statement for several fails each is sent by itself, and none waits for another", async () => {
  const { call, statements, sent } = gathered(8);
  const [good, bad] = [call("good"), call("bad")];
  await nextTurn();
  statements[0]?.end(new Error("one of them cannot be written"));
  await nextTurn();
  assert.deepEqual(sent(), [["good", "bad"], ["good"], ["bad"]]);
  const later = call("later");
  await nextTurn();
  statements[3]?.end();
  assert.equal(await later, "later!");
  statements[1]?.end();
  statements[2]?.end(new Error("this one"));
  assert.equal(await good, "good!");
  await assert.rejects(bad, /this one/);
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
