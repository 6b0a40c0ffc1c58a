import assert from "node:assert/strict";
import { test } from "node:test";
import { createSlots } from "../../../media-node/threads/slots.ts";

const WILLING = new AbortController().signal;

/** Whether a promise is settled by the time that everything now possible has happened. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol("pending");
  await new Promise(setImmediate);
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
}

test("calls enter in the order in which they came", async () => {
  const slots = createSlots(1, 2);
  const leaveFirst = await slots.acquire(WILLING);
  const [second, third] = [slots.acquire(WILLING), slots.acquire(WILLING)];
  assert.equal(await isSettled(second), false);
  leaveFirst();
  const leaveSecond = await second;
  assert.equal(await isSettled(third), false);
  leaveSecond();
  (await third)();
});

test("a full line refuses", async () => {
  const slots = createSlots(1, 1);
  const leave = await slots.acquire(WILLING);
  const waiting = slots.acquire(WILLING);
  await assert.rejects(slots.acquire(WILLING), { code: "UNAVAILABLE" });
  leave();
  await waiting;
});

test("an aborted call leaves the line at once and takes no place", async () => {
  const slots = createSlots(1, 1);
  const leave = await slots.acquire(WILLING);
  const controller = new AbortController();
  const aborted = slots.acquire(controller.signal);
  const reason = new Error("Not wanted any more.");
  controller.abort(reason);
  await assert.rejects(aborted, reason);
  const next = slots.acquire(WILLING);
  leave();
  (await next)();
  await slots.acquire(WILLING);
});

test("a place that is given back twice is one place", async () => {
  const slots = createSlots(1, 1);
  const leave = await slots.acquire(WILLING);
  leave();
  leave();
  await slots.acquire(WILLING);
  assert.equal(await isSettled(slots.acquire(WILLING)), false);
});
