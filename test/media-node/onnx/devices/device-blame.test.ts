// Who is blamed when a device's process ends, what becomes of calls that nobody wants, and what counts as a wait.
import assert from "node:assert/strict";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { startWait } from "../../../../media-node/onnx/devices/client/device-waits.ts";
import { type OnnxSession, openOnnxSession } from "../../../../media-node/onnx/onnx-session.ts";
import { Tensor } from "../../../../media-node/onnx/tensor.ts";
import { type CallContext, currentCall, withCall } from "../../../../media-node/threads/call-context.ts";
import { atPlace, WorkClock } from "../../../../media-node/threads/work-clock.ts";
import { writeAdder } from "../../../support/models/adder-model.ts";
import { openSimulatedDevices } from "../../../support/models/open-simulated-devices.ts";
import type { SimulatedDevice } from "../../../support/models/simulated-device.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { until } from "../../../support/until.ts";

const FATAL = 13;
const CARD: SimulatedDevice = { memoryBytes: 100 * 2 ** 20, msPerRun: 150, fatalValue: FATAL };

async function openAdder(t: TestContext, maxRows = 8): Promise<OnnxSession> {
  const path = join(await temporaryFolder(t), "add.onnx");
  await writeAdder(path, 1);
  return openOnnxSession(path, { providers: ["cuda"], threads: 1, batching: { maxRows } });
}

async function add(session: OnnxSession, value: number): Promise<number> {
  const { y } = await session.run({ x: new Tensor("float32", Float32Array.of(value, value), [1, 2]) });
  return ((y as Tensor).data as Float32Array)[0] ?? Number.NaN;
}

function asRun<T>(share: string, work: () => T, more: Partial<CallContext> = {}): T {
  return withCall({ ...currentCall(), share, ...more }, work);
}

test("calls behind one that ends its process again and again do not fail with it", async (t) => {
  const devices = await openSimulatedDevices(t, [CARD]);
  // Each run has one call: what waits behind the fatal one has never been worked on.
  const session = await openAdder(t, 1);
  const first = asRun("first", () => add(session, 0));
  const fatal = assert.rejects(
    asRun("fatal", () => add(session, FATAL)),
    { code: "INTERNAL", retryable: true },
  );
  const others = [1, 2, 3, 4, 5].map((value) => asRun(`run ${value}`, () => add(session, value)));
  assert.equal(await first, 1);
  assert.deepEqual(await Promise.all(others), [2, 3, 4, 5, 6]);
  await fatal;
  // The last end may have come after everybody was answered.
  await until("the process to be started a fourth time", async () => devices.status()[0]?.starts === 4);
});

test("calls that shared a run with a fatal one are made alone, and only that one fails", async (t) => {
  const devices = await openSimulatedDevices(t, [CARD]);
  const session = await openAdder(t);
  const first = asRun("first", () => add(session, 0));
  const fatal = assert.rejects(
    asRun("fatal", () => add(session, FATAL)),
    { code: "INTERNAL" },
  );
  const others = [1, 2, 3, 4, 5].map((value) => asRun(`run ${value}`, () => add(session, value)));
  await first;
  assert.deepEqual(await Promise.all(others), [2, 3, 4, 5, 6]);
  await fatal;
  // The last end may have come after everybody was answered.
  await until("the process to be started a fourth time", async () => devices.status()[0]?.starts === 4);
});

test("a call whose run is aborted leaves the line at once, and is never computed", async (t) => {
  const holdFile = join(await temporaryFolder(t), "hold");
  await writeFile(holdFile, "");
  const devices = await openSimulatedDevices(t, [{ ...CARD, holdFile }]);
  const session = await openAdder(t, 1);
  const controller = new AbortController();
  const first = asRun("first", () => add(session, 1));
  const aborted = [5, 6].map((value) =>
    asRun("aborted", () => add(session, value), { signal: controller.signal }),
  );
  const last = asRun("last", () => add(session, 2));
  await until("the calls to wait", async () => devices.status()[0]?.beat?.unanswered === 4);
  controller.abort(new Error("Cancelled."));
  for (const call of aborted) await assert.rejects(call, /Cancelled/);
  await rm(holdFile);
  assert.deepEqual([await first, await last], [2, 3]);
  await until("the process tells what it did", async () => devices.status()[0]?.beat?.calls === 2);
  assert.equal(devices.status()[0]?.beat?.unanswered, 0);
  await assert.rejects(
    asRun("aborted", () => add(session, 7), { signal: controller.signal }),
    /Cancelled/,
  );
});

test("what an aborted call under way leaves on the device is given up there", async (t) => {
  const holdFile = join(await temporaryFolder(t), "hold");
  const devices = await openSimulatedDevices(t, [{ ...CARD, holdFile }]);
  const session = await openAdder(t, 1);
  const controller = new AbortController();
  const x = new Tensor("float32", Float32Array.of(1, 1), [1, 2]);
  const isDone = (calls: number) => async (): Promise<boolean> => {
    const beat = devices.status()[0]?.beat;
    return beat?.calls === calls && beat.unanswered === 0;
  };
  await add(session, 0);
  await until("the device to be idle", isDone(1));
  await writeFile(holdFile, "");
  const call = asRun("aborted", () => session.runKeeping({ x }, ["y"], ["y"]), { signal: controller.signal });
  const told = assert.rejects(call, /Cancelled/);
  // A model that takes one row waits for no others: what is taken is worked on.
  await until("the call to be taken", async () => devices.status()[0]?.beat?.unanswered === 1);
  controller.abort(new Error("Cancelled."));
  await told;
  await rm(holdFile);
  await until("the device to be done with it", isDone(2));
  // What lies there is told at the device's own pace.
  await until("what it left to be gone", async () => devices.status()[0]?.beat?.kept === 0);
  await add(session, 1);
  await until("another look", isDone(3));
  await until("nothing to lie there", async () => devices.status()[0]?.beat?.kept === 0);
});

test("a wait in a device's line is told to the call's owner, and the work of others beside it is none", async (t) => {
  const holdFile = join(await temporaryFolder(t), "hold");
  await openSimulatedDevices(t, [{ ...CARD, holdFile }]);
  const session = await openAdder(t, 1);
  await writeFile(holdFile, "");
  const told: boolean[] = [];
  const first = asRun("first", () => add(session, 1));
  const second = asRun("second", () => add(session, 2), { onWaiting: (isWaiting) => told.push(isWaiting) });
  await until("the wait to be told", () => told.length > 0);
  await rm(holdFile);
  await Promise.all([first, second]);
  assert.deepEqual(told, [true, false]);
});

test("a wait that is soon over is not told", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const told: boolean[] = [];
  const wait = asRun("quick", startWait, { onWaiting: (isWaiting) => told.push(isWaiting) });
  t.mock.timers.tick(90);
  wait.begin();
  t.mock.timers.tick(1_000);
  wait.end();
  assert.deepEqual(told, []);
});

test("a run's clock stands while its call waits in a device's line", async () => {
  let nowMs = 0;
  const clock = new WorkClock(1_000, () => assert.fail("the run has not worked so long"), {
    now: () => nowMs,
    after: () => () => undefined,
  });
  await clock.run(() =>
    atPlace(
      async () => () => undefined,
      async (place) => {
        nowMs += 100;
        place.setWaiting(true);
        nowMs += 50_000;
        place.setWaiting(false);
        nowMs += 200;
        place.setWaiting(true);
        nowMs += 7_000;
      },
    ),
  );
  assert.equal(clock.workedMs(), 300);
  nowMs += 10;
  assert.equal(clock.workedMs(), 310);
  clock.end();
});
