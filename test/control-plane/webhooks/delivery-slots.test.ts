import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type DeliverySlot,
  DeliverySlots,
  type SlotLimits,
} from "../../../control-plane/webhooks/delivery-slots.ts";
import { WEBHOOK_LIMITS } from "../../../shared/limits.ts";

const LIMITS: SlotLimits = {
  ...WEBHOOK_LIMITS,
  perAccount: 5,
  perQuickHost: 3,
  perOtherHost: 2,
  slowHosts: 3,
  slowAfterMs: 2_000,
  slotWaitMs: 50,
};
const QUICK_MS = 20;
const SLOW_MS = 10_000;

function slotsWith(limits: Partial<SlotLimits> = {}): DeliverySlots {
  return new DeliverySlots({ ...LIMITS, ...limits });
}

/** Takes places until none is left, each for another account. */
async function fill(slots: DeliverySlots, host: string): Promise<DeliverySlot[]> {
  const taken: DeliverySlot[] = [];
  for (;;) {
    const slot = await slots.enter(host, `account-${host}-${taken.length}`);
    if (slot === undefined) return taken;
    taken.push(slot);
  }
}

async function answer(slots: DeliverySlots, host: string, durationMs: number): Promise<void> {
  (await slots.enter(host, "measuring"))?.leave(durationMs);
}

test("a host that has not answered yet has few places, and more once it answered quickly", async () => {
  const slots = slotsWith();
  const taken = await fill(slots, "hook.test");
  assert.equal(taken.length, 2);
  for (const slot of taken) slot.leave(QUICK_MS);
  assert.equal((await fill(slots, "hook.test")).length, 3);
});

test("a place that is left can be taken again", async () => {
  const slots = slotsWith();
  const [first] = await fill(slots, "hook.test");
  assert.equal(await slots.enter("hook.test", "another"), undefined);
  first?.leave(SLOW_MS);
  assert.notEqual(await slots.enter("hook.test", "another"), undefined);
});

test("slow hosts share their part of all places, and a quick one finds its own", async () => {
  const slots = slotsWith();
  const slow = ["a.test", "b.test", "c.test"];
  for (const host of slow) await answer(slots, host, SLOW_MS);
  await answer(slots, "quick.test", QUICK_MS);
  const places = [];
  for (const host of slow) places.push((await fill(slots, host)).length);
  assert.deepEqual(places, [2, 1, 0]);
  assert.equal((await fill(slots, "quick.test")).length, 3);
});

test("a host that was slow and answers quickly is quick again", async () => {
  const slots = slotsWith({ slowHosts: 1 });
  await answer(slots, "a.test", SLOW_MS);
  await answer(slots, "b.test", SLOW_MS);
  assert.equal((await fill(slots, "a.test")).length, 1);
  assert.equal((await fill(slots, "b.test")).length, 0);
  const again = slotsWith({ slowHosts: 1 });
  await answer(again, "a.test", SLOW_MS);
  await answer(again, "a.test", QUICK_MS);
  assert.equal((await fill(again, "a.test")).length, 3);
});

test("one account takes no more than its part, however many hosts it names", async () => {
  const slots = slotsWith();
  const entered = await Promise.all(
    Array.from({ length: 50 }, (_, index) => slots.enter(`h${index}.test`, "greedy")),
  );
  assert.equal(entered.filter((slot) => slot !== undefined).length, 5);
  assert.notEqual(await slots.enter("h1.test", "modest"), undefined);
});

test("what is put back comes again one after the other, as fast as the host answers", async () => {
  const slots = slotsWith();
  await answer(slots, "hook.test", SLOW_MS);
  assert.equal(slots.putBackMs("hook.test", 0), 5_000);
  assert.equal(slots.putBackMs("hook.test", 0), 10_000);
  assert.equal(slots.putBackMs("hook.test", 1_000), 14_000);
  await answer(slots, "quick.test", 3);
  assert.equal(slots.putBackMs("quick.test", 0), WEBHOOK_LIMITS.shortestPutBackMs);
});

test("no delivery is put back for longer than the bound, however many wait", async () => {
  const slots = slotsWith();
  await answer(slots, "dead.test", SLOW_MS);
  const waits = Array.from({ length: 1_000 }, () => slots.putBackMs("dead.test", 0));
  assert.equal(Math.max(...waits), WEBHOOK_LIMITS.longestPutBackMs);
});

test("hosts without a call under way are forgotten when there are too many", async () => {
  const slots = slotsWith({ rememberedHosts: 3 });
  const taken = await fill(slots, "busy.test");
  for (let index = 0; index < 20; index += 1) await answer(slots, `h${index}.test`, QUICK_MS);
  assert.equal(await slots.enter("busy.test", "another"), undefined, "a host with calls under way is kept");
  for (const slot of taken) slot.leave(QUICK_MS);
  assert.equal((await fill(slots, "busy.test")).length, 3);
});

test("a delivery waits for a place at a quick host and gets the next one that is left", async () => {
  const slots = slotsWith({ slotWaitMs: 60_000 });
  await answer(slots, "hook.test", QUICK_MS);
  const taken = await Promise.all([1, 2, 3].map((n) => slots.enter("hook.test", `account ${n}`)));
  const waiting = slots.enter("hook.test", "waiting");
  taken[0]?.leave(QUICK_MS);
  assert.notEqual(await waiting, undefined);
});

test("a delivery that waits while its host becomes slow gets no place", async () => {
  const slots = slotsWith({ slotWaitMs: 60_000 });
  await answer(slots, "hook.test", QUICK_MS);
  const taken = await Promise.all([1, 2, 3].map((n) => slots.enter("hook.test", `account ${n}`)));
  const waiting = slots.enter("hook.test", "waiting");
  taken[0]?.leave(SLOW_MS);
  assert.equal(await waiting, undefined);
});

test("no more deliveries wait for a host than it has places, and none for long", async () => {
  const slots = slotsWith();
  await answer(slots, "hook.test", QUICK_MS);
  const entering = Array.from({ length: 10 }, (_, index) => slots.enter("hook.test", `account ${index}`));
  const order: number[] = [];
  const entered = await Promise.all(entering.map((slot, index) => slot.finally(() => order.push(index))));
  assert.equal(entered.filter((slot) => slot !== undefined).length, 3);
  assert.deepEqual(order, [0, 1, 2, 6, 7, 8, 9, 3, 4, 5]);
});

test("an attempt that was not made teaches nothing about its host", async () => {
  const slots = slotsWith();
  (await slots.enter("hook.test", "account"))?.leave(undefined);
  assert.equal((await fill(slots, "hook.test")).length, 2);
});

test("those that wait for a host's first answer all get a place once it was quick", async () => {
  const slots = slotsWith({ slotWaitMs: 60_000 });
  const entering = Array.from({ length: 4 }, (_, index) => slots.enter("hook.test", `account ${index}`));
  const [first, second] = await Promise.all(entering.slice(0, 2));
  first?.leave(QUICK_MS);
  assert.notEqual(await entering[2], undefined);
  assert.notEqual(second, undefined);
  assert.notEqual(await entering[3], undefined);
});

test("what is put back before a host has answered comes again soon, whatever its number", () => {
  const slots = slotsWith();
  const waits = Array.from({ length: 1_000 }, () => slots.putBackMs("hook.test", 0));
  assert.deepEqual(new Set(waits), new Set([WEBHOOK_LIMITS.unknownPutBackMs]));
});
