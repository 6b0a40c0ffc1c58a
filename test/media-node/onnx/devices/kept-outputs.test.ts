// Outputs that calls leave on a device which runs out of room: who is told so, and what is left behind.
import assert from "node:assert/strict";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { DeviceClient } from "../../../../media-node/onnx/devices/client/device-client.ts";
import {
  DeviceConnection,
  DeviceLost,
} from "../../../../media-node/onnx/devices/client/device-connection.ts";
import { DeviceBoard } from "../../../../media-node/onnx/devices/device-board.ts";
import {
  type DeviceSession,
  KeptTensor,
  openDeviceSession,
} from "../../../../media-node/onnx/devices/device-session.ts";
import type { OpenDevices } from "../../../../media-node/onnx/devices/open-devices.ts";
import { rawTensor } from "../../../../media-node/onnx/devices/raw-tensors.ts";
import { writeOnnxModel } from "../../../../media-node/onnx/onnx-writer.ts";
import { Tensor } from "../../../../media-node/onnx/tensor.ts";
import { withCall } from "../../../../media-node/threads/call-context.ts";
import { openSimulatedDevices } from "../../../support/models/open-simulated-devices.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { until } from "../../../support/until.ts";

/** Of one row: two numbers that a call leaves on the device, and where it counts what a run needs while it lasts. */
const ROW_BYTES = 8;
const WORK_BYTES = 1_000;

/** A model from `x` to `y`, which is one more and stays on the device, and to `seen`, which is `x`. */
function model(): Uint8Array {
  const value = (name: string) => ({ name, type: "float32", shape: ["rows", 2] }) as const;
  return writeOnnxModel({
    opset: 17,
    irVersion: 8,
    inputs: [value("x")],
    outputs: [value("y"), value("seen")],
    nodes: [
      { op: "Add", inputs: ["x", "one"], outputs: ["y"], attributes: {} },
      { op: "Identity", inputs: ["x"], outputs: ["seen"], attributes: {} },
    ],
    initializers: [{ name: "one", type: "float32", dims: [], data: Float32Array.of(1) }],
  });
}

interface Scene {
  readonly devices: OpenDevices;
  /** The model's file. */
  readonly path: string;
  /** The model as a thread of the node opens it: each has its own connection. */
  thread(): Promise<DeviceSession>;
  /** Waits until so many tensors with so many rows lie on the device beside the model, and nothing else. */
  left(tensors: number, rows: number): Promise<unknown>;
}

interface SceneOptions {
  /** Beside the model. */
  readonly roomBytes: number;
  /** That a run needs for each row while it lasts. */
  readonly bytesPerRow?: number;
  readonly msPerRun?: number;
  readonly holdFile?: string;
  readonly roomWaitMs?: number;
}

async function scene(
  t: TestContext,
  { roomBytes, bytesPerRow = 0, msPerRun = 0, holdFile, roomWaitMs = 60_000 }: SceneOptions,
): Promise<Scene> {
  const path = join(await temporaryFolder(t), "model.onnx");
  const bytes = model();
  await writeFile(path, bytes);
  const memoryBytes = bytes.length + roomBytes;
  const held = holdFile !== undefined && { holdFile };
  const card = { memoryBytes, bytesPerRow, holdsOutputs: true, msPerRun, ...held };
  const devices = await openSimulatedDevices(t, [card], { roomWaitMs });
  const board = DeviceBoard.find() ?? assert.fail("there are devices");
  const options = { provider: "cuda", batching: { maxRows: 16 }, keptOutputs: ["y"] } as const;
  return {
    devices,
    path,
    thread: () => openDeviceSession(path, { client: new DeviceClient(board), ...options }),
    left: (tensors, rows) =>
      until(`${tensors} tensors to be left`, () => {
        const { kept, usedBytes } = devices.status()[0]?.beat ?? {};
        return kept === tensors && usedBytes === bytes.length + rows * ROW_BYTES;
      }),
  };
}

/** A call of such rows, whose output stays on the device. */
async function leave(session: DeviceSession, value: number, rows: number): Promise<KeptTensor> {
  const x = new Tensor("float32", new Float32Array(2 * rows).fill(value), [rows, 2]);
  const { y } = await session.run({ x }, { fetches: ["y"], keep: ["y"] });
  assert.ok(y instanceof KeptTensor, "it stays on the device");
  return y;
}

/** A call that takes what lies there, and leaves more. */
async function step(session: DeviceSession, x: KeptTensor): Promise<KeptTensor> {
  const { y } = await session.run({ x }, { fetches: ["y"], keep: ["y"] });
  assert.ok(y instanceof KeptTensor, "it stays on the device");
  return y;
}

/** What lies there, as a further call of the model sees it. */
async function look(session: DeviceSession, x: KeptTensor): Promise<number[]> {
  const { seen } = await session.run({ x }, { fetches: ["seen"] });
  return [...((seen as Tensor).data as Float32Array)];
}

test("calls that have no room together are parted, and each has its own output on the device", async (t) => {
  // Three calls of two rows gather behind the first; four rows have room, padded ones too.
  const { devices, thread, left } = await scene(t, {
    roomBytes: 4.5 * WORK_BYTES,
    bytesPerRow: WORK_BYTES,
    msPerRun: 100,
  });
  const session = await thread();
  const kept = await Promise.all([1, 2, 3, 4].map((value) => leave(session, value, 2)));
  const seen = [];
  for (const tensor of kept) seen.push(await look(session, tensor));
  assert.deepEqual(
    seen,
    [2, 3, 4, 5].map((value) => Array(4).fill(value)),
  );
  await left(4, 8);
  await session.release(kept);
  await left(0, 0);
  assert.equal(devices.status()[0]?.starts, 1);
});

test("a call that has no room by itself fails for want of memory, and leaves nothing behind", async (t) => {
  const { devices, thread, left } = await scene(t, { roomBytes: 4.5 * WORK_BYTES, bytesPerRow: WORK_BYTES });
  const session = await thread();
  await assert.rejects(leave(session, 1, 8), { code: "OUT_OF_MEMORY" });
  await left(0, 0);
  const kept = await leave(session, 2, 4);
  assert.deepEqual(await look(session, kept), Array(8).fill(3));
  await left(1, 4);
  assert.equal(devices.status()[0]?.starts, 1);
});

test("where what a run leaves has room, and its parts beside it have not, calls are parted before they run", async (t) => {
  // What 16 rows leave, half of their parts, and the first call's row.
  const { thread, left } = await scene(t, { roomBytes: (16 + 8 + 1) * ROW_BYTES, msPerRun: 100 });
  const session = await thread();
  const first = leave(session, 0, 1);
  const kept = await Promise.all([1, 2, 3, 4].map((value) => leave(session, value, 4)));
  await first;
  await left(5, 17);
  for (const [index, tensor] of kept.entries()) {
    assert.deepEqual(await look(session, tensor), Array(8).fill(index + 2));
  }
});

test("a call that has room alone and not with its padding runs without", async (t) => {
  const { thread, left } = await scene(t, { roomBytes: 9.5 * WORK_BYTES, bytesPerRow: WORK_BYTES });
  const session = await thread();
  assert.deepEqual(await look(session, await leave(session, 1, 9)), Array(18).fill(2));
  await left(1, 9);
});

test("rows that are chosen on the device and have no room there leave nothing behind", async (t) => {
  const { thread, left } = await scene(t, { roomBytes: 3.5 * 16 * ROW_BYTES });
  const session = await thread();
  const both = [await leave(session, 1, 16), await leave(session, 2, 16)];
  const rows = Array.from({ length: 16 }, (_, row) => 15 - row);
  await assert.rejects(session.gather(both, rows), { code: "OUT_OF_MEMORY" });
  await left(2, 32);
  const [one] = await session.gather(both.slice(0, 1), rows);
  assert.deepEqual(await look(session, one ?? assert.fail()), Array(32).fill(2));
});

test("a call that has no room beside what others left waits until they have given that up", async (t) => {
  const { devices, thread, left } = await scene(t, { roomBytes: 20 * ROW_BYTES });
  const [elder, other] = [await thread(), await thread()];
  const kept = await leave(elder, 1, 16);
  const waiting = leave(other, 2, 16);
  await until("it to wait", () => devices.status()[0]?.beat?.waiting === 1);
  assert.deepEqual(await look(elder, kept), Array(32).fill(2));
  await elder.release([kept]);
  assert.deepEqual(await look(other, await waiting), Array(32).fill(3));
  await left(1, 16);
});

test("a call that waits for room gets it when the thread that had it is gone", async (t) => {
  const { devices, path, thread } = await scene(t, { roomBytes: 20 * ROW_BYTES });
  const connection = new DeviceConnection(DeviceBoard.find()?.socketPath(0, 1) ?? "");
  const other = await thread();
  const x = rawTensor(new Tensor("float32", new Float32Array(32), [16, 2]));
  const asked = { fetches: ["y"], keep: ["y"], lastOnly: [], kept: {} } as const;
  const run = { type: "run", share: "", batching: null, ...asked } as const;
  await connection.ask({ ...run, model: { path, version: "", keptOutputs: ["y"] }, feeds: { x } });
  const waiting = leave(other, 2, 16);
  await until("it to wait", () => devices.status()[0]?.beat?.waiting === 1);
  connection.close();
  assert.deepEqual(await look(other, await waiting), Array(32).fill(3));
});

test("of two that need each other's room the one that began last gives way, and begins anew when the first is done", async (t) => {
  const { devices, thread, left } = await scene(t, { roomBytes: 20 * ROW_BYTES });
  const [elder, younger] = [await thread(), await thread()];
  const first = await leave(elder, 1, 8);
  const displaced = await leave(younger, 2, 8);
  // There is room for four rows more.
  const second = await step(elder, first);
  await left(2, 16);
  const lost = await look(younger, displaced).catch((error: unknown) => error);
  assert.ok(lost instanceof DeviceLost, String(lost));
  assert.equal(lost.hadBegun, false, "nobody takes the work for a reason that devices end");
  await younger.release([displaced]);
  const anew = leave(younger, 2, 8);
  await until("it to wait", () => devices.status()[0]?.beat?.waiting === 1);
  assert.deepEqual(await look(elder, first), Array(16).fill(2));
  assert.deepEqual(await look(elder, second), Array(16).fill(3));
  await elder.release([first, second]);
  assert.deepEqual(await look(younger, await anew), Array(16).fill(3));
  await left(1, 8);
});

test("who began last and has no room for its next step makes room for the first itself", async (t) => {
  const { thread, left } = await scene(t, { roomBytes: 20 * ROW_BYTES });
  const [elder, younger] = [await thread(), await thread()];
  const first = await leave(elder, 1, 8);
  const second = await leave(younger, 2, 8);
  await assert.rejects(step(younger, second), { name: "DeviceLost", hadBegun: false });
  await left(1, 8);
  assert.deepEqual(await look(elder, first), Array(16).fill(2));
});

test("who waits for room in vain is told that there is none", async (t) => {
  const { thread, left } = await scene(t, { roomBytes: 20 * ROW_BYTES, roomWaitMs: 200 });
  const [elder, other] = [await thread(), await thread()];
  await leave(elder, 1, 16);
  await assert.rejects(leave(other, 2, 16), { code: "OUT_OF_MEMORY" });
  await left(1, 16);
});

for (const moment of ["while it waits for room", "while the device finds that it has none"] as const) {
  test(`a call that nobody wants any more ${moment} is never made`, async (t) => {
    const isUnderWay = moment !== "while it waits for room";
    const holdFile = join(await temporaryFolder(t), "hold");
    const { devices, thread, left } = await scene(t, { roomBytes: 20 * ROW_BYTES, holdFile });
    const [elder, other] = [await thread(), await thread()];
    const kept = await leave(elder, 1, 16);
    if (isUnderWay) await writeFile(holdFile, "");
    const controller = new AbortController();
    const unwanted = withCall({ share: "aborted", signal: controller.signal }, () => leave(other, 2, 16));
    const beat = () => devices.status()[0]?.beat;
    // Told after the end of the elder's call, which is counted by then.
    const isThere = (): boolean => {
      const { calls, waiting, unanswered } = beat() ?? {};
      return calls === 1 && waiting === (isUnderWay ? 0 : 1) && unanswered === 1;
    };
    await until("the call", isThere);
    controller.abort(new Error("not wanted"));
    await assert.rejects(unwanted, /not wanted/);
    await rm(holdFile, { force: true });
    await until("it to be gone", () => beat()?.waiting === 0 && beat()?.unanswered === 0);
    await elder.release([kept]);
    await left(0, 0);
  });
}
