// How a node keeps the processes of its devices: processes for real, on simulated cards.
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { DeviceConnection } from "../../../../media-node/onnx/devices/client/device-connection.ts";
import type { DeviceProcessSettings } from "../../../../media-node/onnx/devices/device.process.ts";
import { DeviceBoard } from "../../../../media-node/onnx/devices/device-board.ts";
import { mapTensors, rawTensor } from "../../../../media-node/onnx/devices/raw-tensors.ts";
import { openOnnxSession } from "../../../../media-node/onnx/onnx-session.ts";
import { Tensor } from "../../../../media-node/onnx/tensor.ts";
import { withCall } from "../../../../media-node/threads/call-context.ts";
import { writeAdder } from "../../../support/models/adder-model.ts";
import { openSimulatedDevices } from "../../../support/models/open-simulated-devices.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { until } from "../../../support/until.ts";

const MEBIBYTE = 2 ** 20;
const PROCESS = fileURLToPath(
  new URL("../../../../media-node/onnx/devices/device.process.ts", import.meta.url),
);
const SIMULATED_CARD = new URL("../../../support/models/simulated-device.ts", import.meta.url).href;

async function modelFile(t: TestContext): Promise<string> {
  const path = join(await temporaryFolder(t), "model.onnx");
  await writeAdder(path, 1);
  return path;
}

const feeds = { x: new Tensor("float32", Float32Array.of(1, 2), [1, 2]) };
const ON_CARD = { providers: ["cuda"], threads: 1 } as const;

test("a process that was withdrawn for its memory takes calls again once it is back within its bounds", async (t) => {
  const othersFile = join(await temporaryFolder(t), "others");
  const card = { memoryBytes: 10 * MEBIBYTE, msPerRun: 60, othersFile };
  const devices = await openSimulatedDevices(t, [card], { beatMs: 20, lookMs: 20 });
  const session = await openOnnxSession(await modelFile(t), ON_CARD);
  // Far more than it makes meanwhile.
  const controller = new AbortController();
  const call = { share: "a run", signal: controller.signal };
  const calls = Array.from({ length: 500 }, () => withCall(call, async () => session.run(feeds)));
  const ended = Promise.allSettled(calls);
  // Without calls it would be replaced.
  await until("it has calls", () => (devices.status()[0]?.beat?.unanswered ?? 0) > 0);
  await writeFile(othersFile, String(11 * MEBIBYTE));
  await until("it takes no calls", async () => devices.status()[0]?.isUp === false);
  await writeFile(othersFile, "0");
  await until("it takes calls", async () => devices.status()[0]?.isUp === true);
  controller.abort();
  await ended;
  await session.run(feeds);
  assert.equal(devices.status()[0]?.starts, 1);
});

test("calls of a thread that ended in their midst do not keep a process that holds too much", async (t) => {
  const othersFile = join(await temporaryFolder(t), "others");
  const devices = await openSimulatedDevices(t, [{ memoryBytes: 10 * MEBIBYTE, othersFile }]);
  const board = DeviceBoard.find();
  board?.count(0, 1);
  await until("they are forgotten", async () => board?.inFlight(0) === 0);
  board?.count(0, 1);
  await writeFile(othersFile, String(11 * MEBIBYTE));
  await until("a fresh process", async () => devices.status()[0]?.starts === 2);
  await writeFile(othersFile, "0");
});

test("a node that was held up does not take its devices for dead", async (t) => {
  const devices = await openSimulatedDevices(t, [{ memoryBytes: MEBIBYTE }], { beatTimeoutMs: 3_000 });
  const { calls } = devices.status()[0]?.beat ?? {};
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_500);
  const session = await openOnnxSession(await modelFile(t), ON_CARD);
  await session.run(feeds);
  await until("a further beat", async () => devices.status()[0]?.beat?.calls === (calls ?? 0) + 1);
  assert.equal(devices.status()[0]?.starts, 1);
});

test("what a thread's calls left on a device goes with the thread, also what was under way", async (t) => {
  const holdFile = join(await temporaryFolder(t), "hold");
  const card = { memoryBytes: 10 * MEBIBYTE, holdFile };
  const devices = await openSimulatedDevices(t, [card]);
  const path = await modelFile(t);
  const connection = new DeviceConnection(DeviceBoard.find()?.socketPath(0, 1) ?? "");
  const leave = () =>
    connection.ask({
      type: "run",
      model: { path, version: "", keptOutputs: [] },
      share: "",
      batching: null,
      fetches: ["y"],
      keep: ["y"],
      lastOnly: [],
      kept: {},
      feeds: mapTensors(feeds, rawTensor),
    });
  await leave();
  await until("it is there", () => devices.status()[0]?.beat?.kept === 1);
  await writeFile(holdFile, "");
  const underWay = assert.rejects(leave(), { name: "DeviceLost" });
  await until("the process has the call", () => devices.status()[0]?.beat?.unanswered === 1);
  connection.close();
  await underWay;
  await rm(holdFile);
  await until("nothing is left", () => {
    const { calls, kept } = devices.status()[0]?.beat ?? {};
    return calls === 2 && kept === 0;
  });
});

async function startAlone(t: TestContext): Promise<{ child: ChildProcess; folder: string }> {
  const folder = join(await temporaryFolder(t), "sockets");
  await mkdir(folder);
  const settings: DeviceProcessSettings = {
    backend: SIMULATED_CARD,
    settings: { provider: "cuda", uuid: null, extra: { memoryBytes: MEBIBYTE } },
    budgetBytes: null,
    timeouts: { runMs: 1_000, openMs: 1_000 },
    batchDelayMs: 1,
    roomWaitMs: 1_000,
    beatMs: 50,
    lookMs: 50,
    socketPath: join(folder, "0.1"),
  };
  const child = spawn(process.execPath, [PROCESS, JSON.stringify(settings)], {
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  t.after(() => child.kill("SIGKILL"));
  return { child, folder };
}

test("a process ends with its node and takes its sockets away, also where the node ended before it had begun", async (t) => {
  const early = await startAlone(t);
  const ended = once(early.child, "exit");
  early.child.disconnect();
  await ended;
  const late = await startAlone(t);
  await once(late.child, "message");
  const endedToo = once(late.child, "exit");
  late.child.disconnect();
  await endedToo;
  assert.deepEqual([existsSync(early.folder), existsSync(late.folder)], [false, false]);
});
