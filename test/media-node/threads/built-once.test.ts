import assert from "node:assert/strict";
import { after, test } from "node:test";
import { builtOnce } from "../../../media-node/threads/built-once.ts";
import { type Builder, BuiltValues } from "../../../media-node/threads/built-values.ts";
import { defineTask } from "../../../media-node/threads/define-task.ts";
import { closeThreads, openThreads, runInThread } from "../../../media-node/threads/run-in-thread.ts";
import { evenLanes } from "../../support/media-node/even-lanes.ts";
import type { Want, Wanted } from "./fixtures/builder.worker.ts";

const WANT = defineTask<Want, Wanted>(new URL("./fixtures/builder.worker.ts", import.meta.url), "model");
const THREADS = 3;
openThreads(evenLanes(THREADS, 8));
const WILLING = { signal: AbortSignal.timeout(60_000) };

after(closeThreads);

function counter(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(8));
}

/** A call that writes down what it is told. */
function caller(): Builder & { readonly told: string[] } {
  const told: string[] = [];
  return {
    told,
    build: (key) => told.push(`build ${key}`),
    take: (key, value) => told.push(`take ${key} ${value}`),
  };
}

test("of threads that want the same at once one builds it, and all read the same memory", async () => {
  const want = { key: "tables", begun: counter(), waitFor: THREADS };
  const found = await Promise.all(Array.from({ length: THREADS }, () => runInThread(WANT, want, WILLING)));
  assert.equal(found.filter(({ isBuilder }) => isBuilder).length, 1);
  for (const { text, numbers } of found) assert.deepEqual([text, ...numbers], ["built", 3, 1, 2]);
  const [first, ...others] = found.map(({ numbers }) => numbers);
  (first as Int32Array)[0] = 7;
  for (const numbers of others) assert.equal(numbers[0], 7);
});

test("what was built is there for later calls", async () => {
  const want = { key: "kept", begun: counter(), waitFor: 1 };
  assert.equal((await runInThread(WANT, want, WILLING)).isBuilder, true);
  assert.equal((await runInThread(WANT, want, WILLING)).isBuilder, false);
});

test("where a thread cannot build it, one that waits does", async () => {
  const begun = counter();
  const failing = runInThread(WANT, { key: "failing", fails: true, begun, waitFor: 2 }, WILLING);
  const refused = assert.rejects(failing, { code: "MODEL_UNAVAILABLE" });
  await Atomics.waitAsync(begun, 1, 0).value;
  const next = await runInThread(WANT, { key: "failing", begun, waitFor: 2 }, WILLING);
  await refused;
  assert.deepEqual([next.isBuilder, next.text], [true, "built"]);
});

test("outside of threads a value is built where it is asked for", async () => {
  assert.equal(await builtOnce("here", async () => 1), 1);
  assert.equal(await builtOnce("here", async () => 2), 2);
});

test("a call that ends without its value leaves the building to the next, and waits for nothing any more", () => {
  const values = new BuiltValues();
  const [first, second, third] = [caller(), caller(), caller()];
  for (const each of [first, second, third]) values.ask(each, "a");
  assert.deepEqual([first.told, second.told, third.told], [["build a"], [], []]);
  values.leave(second);
  values.leave(first);
  assert.deepEqual([second.told, third.told], [[], ["build a"]]);
  values.give(first, "a", "stale");
  values.give(third, "a", "value");
  values.ask(second, "a");
  assert.deepEqual(second.told, ["take a value"]);
});

test("values that nobody asked for lately are let go", () => {
  const values = new BuiltValues();
  const asker = caller();
  for (const key of ["a", "b", "c", "d", "e"]) {
    values.ask(asker, key);
    values.give(asker, key, key);
    if (key === "d") values.ask(asker, "a");
  }
  asker.told.length = 0;
  values.ask(asker, "a");
  values.ask(asker, "b");
  assert.deepEqual(asker.told, ["take a a", "build b"]);
});
