import assert from "node:assert/strict";
import { test } from "node:test";
import { WaitingCalls } from "../../../media-node/threads/waiting-calls.ts";

type Task = Parameters<WaitingCalls["push"]>[0];

function waiting(): { readonly calls: WaitingCalls; readonly ends: string[]; add(name: string): void } {
  const calls = new WaitingCalls();
  const ends: string[] = [];
  const add = (name: string): void => {
    const done = (error: Error): void => void ends.push(`${name}: ${error.message}`);
    calls.push({ done } as unknown as Task);
  };
  return { calls, ends, add };
}

test("all that wait fail with the reason why no thread starts", () => {
  const { calls, ends, add } = waiting();
  for (const name of ["one", "two"]) add(name);
  assert.equal(calls.fail(new Error("no handles")), 2);
  assert.deepEqual([calls.size, ...ends], [0, "one: no handles", "two: no handles"]);
  assert.equal(calls.fail(new Error("again")), 0);
});

test("the call that came last is taken back, and the others stay", () => {
  const { calls, ends, add } = waiting();
  for (const name of ["one", "two"]) add(name);
  calls.takeBack();
  calls.fail(new Error("no handles"));
  assert.deepEqual(ends, ["one: no handles"]);
});
