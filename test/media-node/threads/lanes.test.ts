import assert from "node:assert/strict";
import { test } from "node:test";
import { type LaneBounds, type LaneName, laneBounds } from "../../../media-node/threads/lane-bounds.ts";
import { type Crew, Lanes } from "../../../media-node/threads/lanes.ts";
import { evenLanes } from "../../support/media-node/even-lanes.ts";

const WILLING = new AbortController().signal;

/** A machine that runs `running` calls together, at most `each` of one lane, with a line of `waiting`. */
function lanesOf(running: number, each: number, waiting = 8): Lanes {
  return new Lanes(evenLanes(running, waiting, each));
}

function crew(lane: LaneName, threads = 8): Crew {
  return { lane, threads };
}

/** Whether a promise is settled by the time that everything now possible has happened. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol("pending");
  await new Promise(setImmediate);
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
}

test("calls of a lane enter in the order in which they came", async () => {
  const lanes = lanesOf(1, 1);
  const decode = crew("decode");
  const leaveFirst = await lanes.enter(decode, WILLING);
  const [second, third] = [lanes.enter(decode, WILLING), lanes.enter(decode, WILLING)];
  assert.equal(await isSettled(second), false);
  leaveFirst();
  const leaveSecond = await second;
  assert.equal(await isSettled(third), false);
  leaveSecond();
  (await third)();
});

test("a call that finds its lane's line full is refused with UNAVAILABLE", async () => {
  const lanes = lanesOf(1, 1, 1);
  const decode = crew("decode");
  const leave = await lanes.enter(decode, WILLING);
  const waiting = lanes.enter(decode, WILLING);
  await assert.rejects(lanes.enter(decode, WILLING), { code: "UNAVAILABLE" });
  leave();
  await waiting;
});

test("an aborted call leaves the line at once and takes no place", async () => {
  const lanes = lanesOf(1, 1, 1);
  const decode = crew("decode");
  const leave = await lanes.enter(decode, WILLING);
  const controller = new AbortController();
  const aborted = lanes.enter(decode, controller.signal);
  const reason = new Error("Not wanted any more.");
  controller.abort(reason);
  await assert.rejects(aborted, reason);
  const next = lanes.enter(decode, WILLING);
  leave();
  (await next)();
  await lanes.enter(decode, WILLING);
});

test("a call that is aborted before it comes does not enter", async () => {
  const reason = new Error("Not wanted any more.");
  await assert.rejects(lanesOf(1, 1).enter(crew("decode"), AbortSignal.abort(reason)), reason);
});

test("a place that is given back twice is one place", async () => {
  const lanes = lanesOf(1, 1);
  const decode = crew("decode");
  const leave = await lanes.enter(decode, WILLING);
  leave();
  leave();
  await lanes.enter(decode, WILLING);
  assert.equal(await isSettled(lanes.enter(decode, WILLING)), false);
});

test("all lanes together run what the machine has, and each its first call besides", async () => {
  const lanes = lanesOf(2, 2);
  const leaveDecode = await lanes.enter(crew("decode"), WILLING);
  await lanes.enter(crew("decode"), WILLING);
  const leaveRender = await lanes.enter(crew("render"), WILLING);
  const second = lanes.enter(crew("render"), WILLING);
  assert.equal(await isSettled(second), false);
  await lanes.enter(crew("model"), WILLING);
  leaveDecode();
  assert.equal(await isSettled(second), false, "three run on two cores");
  leaveRender();
  assert.equal(await isSettled(second), true, "its lane has nothing running now");
});

test("lanes take turns at what is free", async () => {
  const lanes = lanesOf(1, 2);
  const entered: string[] = [];
  const enter = async (lane: LaneName): Promise<void> => {
    const leave = await lanes.enter(crew(lane), WILLING);
    entered.push(lane);
    await new Promise(setImmediate);
    leave();
  };
  const leaves = await Promise.all(
    (["decode", "render"] as const).map((lane) => lanes.enter(crew(lane), WILLING)),
  );
  const all = [enter("decode"), enter("decode"), enter("render"), enter("render")];
  for (const leave of leaves) leave();
  await Promise.all(all);
  assert.deepEqual(entered.toSorted(), ["decode", "decode", "render", "render"]);
  assert.notEqual(entered[0], entered[1]);
});

test("calls of devices take no core from others, nor others' calls from them", async () => {
  const lanes = lanesOf(1, 2);
  await lanes.enter(crew("device"), WILLING);
  await lanes.enter(crew("device"), WILLING);
  assert.equal(await isSettled(lanes.enter(crew("device"), WILLING)), false, "its lane is full");
  await lanes.enter(crew("decode"), WILLING);
  assert.equal(await isSettled(lanes.enter(crew("decode"), WILLING)), false, "there is one core");
});

test("a call whose threads are all busy holds up nobody behind it", async () => {
  const lanes = lanesOf(4, 4);
  const single = crew("model", 1);
  const leave = await lanes.enter(single, WILLING);
  const waiting = lanes.enter(single, WILLING);
  await lanes.enter(crew("model"), WILLING);
  assert.equal(await isSettled(waiting), false);
  leave();
  await waiting;
});

/** What one run does with the lanes: its analyses, its speech in groups, its clips one after the other prepared. */
async function simulateRun(
  bounds: LaneBounds,
  callLane: (lane: LaneName, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const { signal } = new AbortController();
  const call = (lane: LaneName): Promise<void> => callLane(lane, signal);
  await Promise.all(Array.from({ length: 6 }, () => call("decode")));
  const inParallel = async (lane: LaneName, atOnce: number, count: number): Promise<void> => {
    let left = count;
    const work = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        await call(lane);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  };
  await inParallel("model", bounds.lanes.model.running, 200);
  await call("model");
  await Promise.all([
    inParallel("decode", bounds.lanes.render.running + 1, 40),
    inParallel("render", bounds.lanes.render.running + 1, 40),
    call("image"),
    inParallel("device", bounds.lanes.device.running, 8),
  ]);
}

for (const [cores, devices, runs] of [
  [1, 0, 2],
  [2, 0, 2],
  [8, 1, 9],
  [64, 0, 32],
  [128, 8, 64],
] as const)
  test(`on ${cores} cores and ${devices} devices ${runs} long jobs at once overflow no line and never run more than there are places`, async () => {
    const bounds = laneBounds({ cores, renderThreads: Math.max(1, Math.floor(cores / 2)), runs, devices });
    const lanes = new Lanes(bounds);
    const running = { decode: 0, render: 0, model: 0, image: 0, text: 0, device: 0, download: 0 };
    let peak = 0;
    const crews = { decode: 999, render: 999, model: 999, image: 1, text: 4, device: 999, download: 1 };
    const crewOf = Object.fromEntries(
      Object.entries(crews).map(([lane, threads]) => [lane, crew(lane as LaneName, threads)]),
    ) as Record<LaneName, Crew>;
    const call = async (lane: LaneName, signal: AbortSignal): Promise<void> => {
      const leave = await lanes.enter(crewOf[lane], signal);
      running[lane] += 1;
      assert.ok(running[lane] <= bounds.lanes[lane].running, `${lane} runs ${running[lane]}`);
      peak = Math.max(peak, running.decode + running.render + running.model + running.image + running.text);
      await new Promise(setImmediate);
      running[lane] -= 1;
      leave();
    };
    await Promise.all(Array.from({ length: runs }, () => simulateRun(bounds, call)));
    assert.ok(peak >= cores, `${peak} ran at once`);
    assert.ok(peak <= cores + 3, `${peak} ran at once`);
  });
