import assert from "node:assert/strict";
import { test } from "node:test";
import { type DeliverySlot, DeliverySlots } from "../../../control-plane/webhooks/delivery-slots.ts";
import { WEBHOOK_LIMITS } from "../../../shared/limits.ts";

const LIMITS = {
  ...WEBHOOK_LIMITS,
  perAccount: 5,
  perQuickHost: 3,
  perOtherHost: 2,
  slowHosts: 3,
  slowAfterMs: 2_000,
} as const;
const QUICK_MS = 20;
const SLOW_MS = 10_000;

function slotsWith(limits: Partial<Record<keyof typeof LIMITS, number>> = {}): DeliverySlots {
  return new DeliverySlots({ ...LIMITS, ...limits } as unknown as typeof WEBHOOK_LIMITS);
}

/** Takes places until none is left, each for another account. */
function fill(slots: DeliverySlots, host: string): DeliverySlot[] {
  const taken: DeliverySlot[] = [];
  for (;;) {
    const slot = slots.tryEnter(host, `account-${host}-${taken.length}`);
    if (slot === undefined) return taken;
    taken.push(slot);
  }
}

function answer(slots: DeliverySlots, host: string, durationMs: number): void {
  slots.tryEnter(host, "measuring")?.leave(durationMs);
}

test("a host that has not answered yet has few places, and more once it answered quickly", () => {
  const slots = slotsWith();
  const taken = fill(slots, "hook.test");
  assert.equal(taken.length, 2);
  for (const slot of taken) slot.leave(QUICK_MS);
  assert.equal(fill(slots, "hook.test").length, 3);
});

test("a place that is left can be taken again", () => {
  const slots = slotsWith();
  const [first] = fill(slots, "hook.test");
  assert.equal(slots.tryEnter("hook.test", "another"), undefined);
  first?.leave(SLOW_MS);
  assert.notEqual(slots.tryEnter("hook.test", "another"), undefined);
});

test("slow hosts share their part of all places, and a quick one finds its own", () => {
  const slots = slotsWith();
  const slow = ["a.test", "b.test", "c.test"];
  for (const host of slow) answer(slots, host, SLOW_MS);
  answer(slots, "quick.test", QUICK_MS);
  assert.deepEqual(
    slow.map((host) => fill(slots, host).length),
    [2, 1, 0],
  );
  assert.equal(fill(slots, "quick.test").length, 3);
});

test("a host that was slow and answers quickly is quick again", () => {
  const slots = slotsWith({ slowHosts: 1 });
  answer(slots, "a.test", SLOW_MS);
  answer(slots, "b.test", SLOW_MS);
  assert.equal(fill(slots, "a.test").length, 1);
  assert.equal(fill(slots, "b.test").length, 0);
  const again = slotsWith({ slowHosts: 1 });
  answer(again, "a.test", SLOW_MS);
  answer(again, "a.test", QUICK_MS);
  assert.equal(fill(again, "a.test").length, 3);
});

test("one account takes no more than its part, however many hosts it names", () => {
  const slots = slotsWith();
  const entered = Array.from({ length: 50 }, (_, index) => slots.tryEnter(`h${index}.test`, "greedy"));
  assert.equal(entered.filter((slot) => slot !== undefined).length, 5);
  assert.notEqual(slots.tryEnter("h1.test", "modest"), undefined);
});

test("what is put back comes again one after the other, as fast as the host answers", () => {
  const slots = slotsWith();
  answer(slots, "hook.test", SLOW_MS);
  assert.equal(slots.putBackMs("hook.test", 0), 5_000);
  assert.equal(slots.putBackMs("hook.test", 0), 10_000);
  assert.equal(slots.putBackMs("hook.test", 1_000), 14_000);
  answer(slots, "quick.test", 3);
  assert.equal(slots.putBackMs("quick.test", 0), WEBHOOK_LIMITS.shortestPutBackMs);
});

test("no delivery is put back for longer than the bound, however many wait", () => {
  const slots = slotsWith();
  answer(slots, "dead.test", SLOW_MS);
  const waits = Array.from({ length: 1_000 }, () => slots.putBackMs("dead.test", 0));
  assert.equal(Math.max(...waits), WEBHOOK_LIMITS.longestPutBackMs);
});

test("hosts without a call under way are forgotten when there are too many", () => {
  const slots = slotsWith({ rememberedHosts: 3 });
  const taken = fill(slots, "busy.test");
  for (let index = 0; index < 20; index += 1) answer(slots, `h${index}.test`, QUICK_MS);
  assert.equal(slots.tryEnter("busy.test", "another"), undefined, "a host with calls under way is kept");
  for (const slot of taken) slot.leave(QUICK_MS);
  assert.equal(fill(slots, "busy.test").length, 3);
});

test("an attempt that was not made teaches nothing about its host", () => {
  const slots = slotsWith();
  slots.tryEnter("hook.test", "account")?.leave(undefined);
  assert.equal(fill(slots, "hook.test").length, 2);
});
