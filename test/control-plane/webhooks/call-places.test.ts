import assert from "node:assert/strict";
import { test } from "node:test";
import type { ReceiverStanding } from "../../../control-plane/db/due-deliveries.ts";
import { CallPlaces } from "../../../control-plane/webhooks/call-places.ts";

const LIMITS = { concurrency: 10, toNew: 6, toSlow: 4 } as unknown as ConstructorParameters<
  typeof CallPlaces
>[0];

const call = (standing: ReceiverStanding, accountId = "account") => ({ standing, accountId });

test("places are counted in all, by what is known of the receiver, and by account", () => {
  const places = new CallPlaces(LIMITS);
  assert.deepEqual(places.free(), { all: 10, toNew: 6, toSlow: 4, busy: new Map() });
  const calls = [
    call("quick"),
    call("new"),
    call("slow", "other"),
    call("failing", "other"),
    call("failing"),
  ];
  for (const one of calls) places.enter(one);
  const busy = new Map([
    ["account", { all: 3, toNew: 1, toSlow: 1 }],
    ["other", { all: 2, toNew: 0, toSlow: 2 }],
  ]);
  assert.deepEqual(places.free(), { all: 5, toNew: 5, toSlow: 1, busy });
  for (const one of calls) places.leave(one);
  assert.deepEqual(places.free(), { all: 10, toNew: 6, toSlow: 4, busy: new Map() });
});
