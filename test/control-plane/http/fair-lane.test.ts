import assert from "node:assert/strict";
import { test } from "node:test";
import { FairLane, type LaneBounds } from "../../../control-plane/http/fair-lane.ts";

const BOUNDS: LaneBounds = { places: 4, placesPerHolder: 2, waiting: 100, waitingPerHolder: 10 };

/** Work that stays inside until it is let go; who came in, in their order. */
function workers(lane: FairLane) {
  const entered: string[] = [];
  const leave = new Map<string, (() => void)[]>();
  const start = (holder: string): Promise<void> =>
    lane.run(holder, () => {
      entered.push(holder);
      return new Promise((resolve) => leave.set(holder, [...(leave.get(holder) ?? []), resolve]));
    });
  const end = async (holder: string): Promise<void> => {
    leave.get(holder)?.shift()?.();
    await new Promise(setImmediate);
  };
  return { entered, start, end };
}

test("no holder takes more than its share of the places, and others come in beside it", async () => {
  const lane = new FairLane(BOUNDS);
  const { entered, start, end } = workers(lane);
  const all = Array.from({ length: 6 }, () => start("busy"));
  all.push(start("other"));
  await new Promise(setImmediate);
  assert.deepEqual(entered, ["busy", "busy", "other"]);
  assert.equal(lane.waiting, 4);
  await end("busy");
  assert.deepEqual(entered, ["busy", "busy", "other", "busy"]);
  for (let left = 0; left < 5; left += 1) await end("busy");
  await end("other");
  await Promise.all(all);
  assert.equal(lane.waiting, 0);
});

test("those who wait take turns by holder, whoever came first", async () => {
  const lane = new FairLane({ ...BOUNDS, places: 1, placesPerHolder: 1 });
  const { entered, start, end } = workers(lane);
  const all = ["a", "a", "a", "b", "c"].map(start);
  for (const holder of ["a", "a", "b", "c", "a"]) await end(holder);
  await Promise.all(all);
  assert.deepEqual(entered, ["a", "a", "b", "c", "a"]);
});

test("a holder with more waiting than it may is refused, and others are not", async () => {
  const lane = new FairLane({ ...BOUNDS, waitingPerHolder: 1 });
  const { start, end } = workers(lane);
  const all = [start("busy"), start("busy"), start("busy")];
  await assert.rejects(start("busy"), { code: "UNAVAILABLE" });
  all.push(start("other"));
  for (const holder of ["busy", "busy", "busy", "other"]) await end(holder);
  await Promise.all(all);
});

test("work that fails leaves its place", async () => {
  const lane = new FairLane({ ...BOUNDS, places: 1 });
  await assert.rejects(
    lane.run("a", () => Promise.reject(new Error("no"))),
    /no/,
  );
  assert.equal(await lane.run("b", () => Promise.resolve("in")), "in");
});
