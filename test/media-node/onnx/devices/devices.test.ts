// Processes for real, one for each simulated card; models run in them on the CPU.
import assert from "node:assert/strict";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { type OnnxSession, openOnnxSession } from "../../../../media-node/onnx/onnx-session.ts";
import { writeOnnxModel } from "../../../../media-node/onnx/onnx-writer.ts";
import { Tensor } from "../../../../media-node/onnx/tensor.ts";
import { withShare } from "../../../../media-node/threads/call-context.ts";
import { writeAdder } from "../../../support/models/adder-model.ts";
import { openSimulatedDevices } from "../../../support/models/open-simulated-devices.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { until } from "../../../support/until.ts";

const MEBIBYTE = 2 ** 20;

async function adderFile(t: TestContext, added: number, sizeBytes = 0): Promise<string> {
  const path = join(await temporaryFolder(t), `add-${added}.onnx`);
  await writeAdder(path, added, sizeBytes);
  return path;
}

const BATCHED = { providers: ["cuda"], threads: 1, batching: { maxRows: 8 } } as const;

async function add(session: OnnxSession, values: readonly number[]): Promise<number[]> {
  const { y } = await session.run({
    x: new Tensor("float32", Float32Array.from(values), [values.length / 2, 2]),
  });
  return [...((y as Tensor).data as Float32Array)];
}

/** A device whose runs stand while they are held, until so many calls are there. */
async function heldDevice(t: TestContext) {
  const holdFile = join(await temporaryFolder(t), "hold");
  const devices = await openSimulatedDevices(t, [{ memoryBytes: 100 * MEBIBYTE, holdFile }]);
  const areThere = (calls: number) => (): boolean => devices.status()[0]?.beat?.unanswered === calls;
  return {
    devices,
    hold: () => writeFile(holdFile, ""),
    letGo: async (calls: number): Promise<void> => {
      await until(`${calls} calls`, areThere(calls));
      await rm(holdFile);
    },
  };
}

test("a model runs in a device's process, and says so", async (t) => {
  await openSimulatedDevices(t, [{ memoryBytes: 100 * MEBIBYTE }]);
  const session = await openOnnxSession(await adderFile(t, 1), BATCHED);
  assert.equal(session.provider, "cuda");
  assert.deepEqual(session.inputNames, ["x"]);
  assert.deepEqual(await add(session, [1, 2, 3, 4]), [2, 3, 4, 5]);
});

test("calls of several runs share runs of a model, and each gets its own rows", async (t) => {
  const { devices, hold, letGo } = await heldDevice(t);
  const session = await openOnnxSession(await adderFile(t, 10), BATCHED);
  await hold();
  const first = add(session, [0, 0]);
  const others = [1, 2, 3, 4, 5].map((each) => withShare(`run ${each}`, () => add(session, [each, -each])));
  await letGo(6);
  assert.deepEqual(await first, [10, 10]);
  assert.deepEqual(
    await Promise.all(others),
    [1, 2, 3, 4, 5].map((each) => [10 + each, 10 - each]),
  );
  await until("the process tells what it did", async () => devices.status()[0]?.beat?.calls === 6);
  const { calls, batches, rows } = devices.status()[0]?.beat ?? {};
  assert.deepEqual({ calls, rows }, { calls: 6, rows: 6 });
  assert.ok(batches !== undefined && batches < 6, `${batches} runs`);
});

test("a model that does not fit beside another takes its place, and a model that fits nowhere fails for want of memory", async (t) => {
  const devices = await openSimulatedDevices(t, [{ memoryBytes: 5 * MEBIBYTE }]);
  const one = await openOnnxSession(await adderFile(t, 1, 3 * MEBIBYTE), BATCHED);
  const two = await openOnnxSession(await adderFile(t, 2, 3 * MEBIBYTE), BATCHED);
  assert.deepEqual(await add(two, [0, 0]), [2, 2]);
  assert.deepEqual(await add(one, [0, 0]), [1, 1]);
  await assert.rejects(
    openOnnxSession(await adderFile(t, 3, 6 * MEBIBYTE), { ...BATCHED, providers: ["cuda", "cpu"] }),
    {
      code: "OUT_OF_MEMORY",
    },
  );
  assert.deepEqual(await add(one, [0, 0]), [1, 1]);
  assert.equal(devices.status()[0]?.starts, 1);
});

test("a batch that the device has no room for is halved until it fits", async (t) => {
  const memoryBytes = 10 * MEBIBYTE;
  const devices = await openSimulatedDevices(t, [{ memoryBytes, bytesPerRow: 4 * MEBIBYTE }]);
  const session = await openOnnxSession(await adderFile(t, 1), BATCHED);
  assert.deepEqual(await add(session, [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]), [2, 2, 3, 3, 4, 4, 5, 5, 6, 6]);
  await assert.rejects(
    openSimulatedDevices(t, [{ memoryBytes, bytesPerRow: 11 * MEBIBYTE }]).then(async () =>
      add(await openOnnxSession(await adderFile(t, 1), BATCHED), [1, 1, 2, 2]),
    ),
    { code: "OUT_OF_MEMORY" },
  );
  assert.equal(devices.status()[0]?.starts, 1);
});

for (const fault of ["die", "hang", "break"] as const) {
  test(`calls under way at a device that is told to ${fault} are made again, and it is started anew`, async (t) => {
    const folder = await temporaryFolder(t);
    const faultFile = join(folder, "fault");
    const card = { memoryBytes: 100 * MEBIBYTE, faultFile };
    const devices = await openSimulatedDevices(t, [card], { runTimeoutMs: 5_000 });
    const session = await openOnnxSession(await adderFile(t, 1), BATCHED);
    await add(session, [0, 0]);
    await writeFile(faultFile, fault);
    const answers = await Promise.all([1, 2, 3].map((each) => add(session, [each, each])));
    assert.deepEqual(answers, [
      [2, 2],
      [3, 3],
      [4, 4],
    ]);
    const { starts, lastEnd } = devices.status()[0] ?? {};
    assert.equal(starts, 2);
    assert.match(
      lastEnd ?? "",
      { die: /SIGSEGV/, hang: /not answered/, break: /illegal memory access/ }[fault],
    );
  });
}

test("what a lost device was asked goes to another one at once", async (t) => {
  const folder = await temporaryFolder(t);
  const card = { memoryBytes: 100 * MEBIBYTE, faultFile: join(folder, "fault") };
  const devices = await openSimulatedDevices(t, [card, card], { restartMs: { min: 60_000, max: 60_000 } });
  const session = await openOnnxSession(await adderFile(t, 1), BATCHED);
  await writeFile(card.faultFile, "die");
  assert.deepEqual(await add(session, [1, 1]), [2, 2]);
  assert.deepEqual(
    devices
      .status()
      .map(({ isUp }) => isUp)
      .sort(),
    [false, true],
  );
});

test("a call that ends one device after the other fails, and the devices come back", async (t) => {
  const folder = await temporaryFolder(t);
  const lastingFaultFile = join(folder, "fault");
  const devices = await openSimulatedDevices(t, [{ memoryBytes: 100 * MEBIBYTE, lastingFaultFile }]);
  const session = await openOnnxSession(await adderFile(t, 1), BATCHED);
  await writeFile(lastingFaultFile, "die");
  await assert.rejects(add(session, [1, 1]), { code: "INTERNAL", retryable: true });
  await writeFile(lastingFaultFile, "");
  assert.deepEqual(await add(session, [1, 1]), [2, 2]);
  assert.equal(devices.status()[0]?.starts, 4);
});

test("a process that gives memory back only by its end is replaced when it holds too much", async (t) => {
  const card = { memoryBytes: 100 * MEBIBYTE, leak: 1 };
  const devices = await openSimulatedDevices(t, [card], { memoryShare: 0.05 });
  for (const added of [1, 2, 3]) {
    const session = await openOnnxSession(await adderFile(t, added, 2 * MEBIBYTE), BATCHED);
    assert.deepEqual(await add(session, [0, 0]), [added, added]);
  }
  await until(
    "a fresh process",
    async () => devices.status()[0]?.starts === 2 && devices.status()[0]?.isUp === true,
  );
  assert.match(devices.status()[0]?.lastEnd ?? "", /more memory/);
  const session = await openOnnxSession(await adderFile(t, 4), BATCHED);
  assert.deepEqual(await add(session, [0, 0]), [4, 4]);
});

test("tensors stay on the device from call to call, and are lost with it", async (t) => {
  const folder = await temporaryFolder(t);
  const card = { memoryBytes: 100 * MEBIBYTE, faultFile: join(folder, "fault") };
  await openSimulatedDevices(t, [card]);
  const session = await openOnnxSession(await adderFile(t, 1), BATCHED);
  const x = new Tensor("float32", Float32Array.of(1, 1, 2, 2, 3, 3), [3, 2]);
  const { y } = await session.runKeeping({ x }, ["y"], ["y"]);
  assert.ok(y !== undefined && !("data" in y), "it did not come back");
  const [some] = await session.gather([y], [2, 0]);
  assert.ok(some !== undefined);
  const { y: twice } = await session.runKeeping({ x: some }, ["y"], []);
  assert.deepEqual((twice as Tensor).data, Float32Array.of(5, 5, 3, 3));
  await writeFile(card.faultFile, "die");
  await add(session, [0, 0]);
  await assert.rejects(session.runKeeping({ x: some }, ["y"], []), { name: "DeviceLost" });
});

test("a node without the device passes it over, and a model that the device does not take too", async (t) => {
  await openSimulatedDevices(t, [{ memoryBytes: 100 * MEBIBYTE }]);
  const path = await adderFile(t, 1);
  const onCpu = await openOnnxSession(path, { providers: ["webgpu", "cpu"], threads: 1 });
  t.after(() => onCpu.dispose());
  assert.equal(onCpu.provider, "cpu");
  assert.match(onCpu.passedOver[0]?.reason ?? "", /no such device/);
  const broken = join(await temporaryFolder(t), "broken.onnx");
  await writeFile(broken, "no model");
  await assert.rejects(openOnnxSession(broken, { providers: ["cuda"], threads: 1 }), {
    code: "MODEL_UNAVAILABLE",
  });
});

/** A model of `x` with these shapes of its input and output. */
async function identityFile(
  t: TestContext,
  inputShape: readonly (number | string)[],
  operator: "Identity" | "Transpose",
): Promise<string> {
  const path = join(await temporaryFolder(t), "identity.onnx");
  const outputShape = operator === "Transpose" ? [...inputShape].reverse() : inputShape;
  await writeFile(
    path,
    writeOnnxModel({
      opset: 17,
      irVersion: 8,
      inputs: [{ name: "x", type: "float32", shape: inputShape }],
      outputs: [{ name: "y", type: "float32", shape: outputShape }],
      nodes: [{ op: operator, inputs: ["x"], outputs: ["y"], attributes: {} }],
      initializers: [],
    }),
  );
  return path;
}

test("calls of a model whose file takes one row at a time do not share a run", async (t) => {
  const { hold, letGo } = await heldDevice(t);
  const session = await openOnnxSession(await identityFile(t, [1, 2], "Identity"), BATCHED);
  await hold();
  const answers = [1, 2, 3].map((each) => add(session, [each, each]));
  await letGo(3);
  assert.deepEqual(await Promise.all(answers), [
    [1, 1],
    [2, 2],
    [3, 3],
  ]);
});

test("an output that does not have rows first comes whole to one call, and to several not at all", async (t) => {
  const { hold, letGo } = await heldDevice(t);
  const session = await openOnnxSession(await identityFile(t, ["rows", 2], "Transpose"), BATCHED);
  assert.deepEqual(await add(session, [1, 2]), [1, 2]);
  await hold();
  const calls = Promise.allSettled([1, 2, 3].map((each) => add(session, [each, each, 0, 0])));
  await letGo(3);
  const answers = await calls;
  const failed = answers.filter(({ status }) => status === "rejected");
  assert.ok(failed.length >= 2, `${failed.length} failed`);
  assert.match(
    String((failed[0] as PromiseRejectedResult).reason),
    /output y has 2 rows for \d: calls of this model/,
  );
});

test("a tensor that was given up counts as lost with its device, so that its work begins anew", async (t) => {
  await openSimulatedDevices(t, [{ memoryBytes: 100 * MEBIBYTE }]);
  const session = await openOnnxSession(await adderFile(t, 1), BATCHED);
  const x = new Tensor("float32", Float32Array.of(1, 1), [1, 2]);
  const { y } = await session.runKeeping({ x }, ["y"], ["y"]);
  assert.ok(y !== undefined);
  await session.release([y]);
  await assert.rejects(session.runKeeping({ x: y }, ["y"], []), { name: "DeviceLost" });
});
