import assert from "node:assert/strict";
import { test } from "node:test";
import type { DeviceWork, ThreadAnswer } from "../../../../media-node/onnx/devices/device.worker.ts";
import { DeviceCalls } from "../../../../media-node/onnx/devices/device-calls.ts";
import type { RunRequest } from "../../../../media-node/onnx/devices/device-messages.ts";
import { memoryOf, rawTensor, tensorOf } from "../../../../media-node/onnx/devices/raw-tensors.ts";
import { Tensor } from "../../../../media-node/onnx/tensor.ts";
import { DEVICE_LIMITS } from "../../../../shared/limits/devices.ts";

const MODEL = { path: "/models/a.onnx", version: "1", keptOutputs: [] };

function run(value: number): RunRequest {
  const x = rawTensor(new Tensor("float32", Float32Array.of(value, -value), [1, 2]));
  const batching = { maxRows: 8 };
  const keep: string[] = [];
  return {
    type: "run",
    id: value,
    model: MODEL,
    share: "",
    batching,
    fetches: null,
    keep,
    lastOnly: [],
    kept: {},
    feeds: { x },
  };
}

/** A thread that answers each work when it is told to. */
function heldThread() {
  const works: { work: DeviceWork; answer: (answer: ThreadAnswer) => void }[] = [];
  const perform = (work: DeviceWork): Promise<ThreadAnswer> =>
    new Promise((answer) => works.push({ work, answer }));
  const broken: string[] = [];
  const onBroken = (reason: string): number => broken.push(reason);
  const calls = new DeviceCalls({ thread: { perform }, batchDelayMs: 0, roomWaitMs: 1_000, onBroken });
  const echo = (): void => {
    const { work, answer } = works.at(-1) ?? assert.fail("nothing runs");
    assert.ok(work.type === "run");
    answer({ ok: true, outputs: { y: work.feeds.x ?? assert.fail() }, kept: [] });
  };
  return { calls, works, echo, broken };
}

test("what gathers while the device works runs as one, padded to a shape that it has seen, and is parted again", async () => {
  const { calls, works, echo } = heldThread();
  const first = calls.take(run(1), "a run", { owner: null });
  const others = [2, 3, 4, 5, 6].map((value) => calls.take(run(value), `run ${value}`, { owner: null }));
  assert.equal(works.length, 1, "one at a time");
  echo();
  await first;
  await new Promise(setImmediate);
  assert.equal(works.length, 2);
  const batch = works[1]?.work;
  assert.ok(batch?.type === "run");
  assert.deepEqual([batch.rows, batch.feeds.x?.dims, batch.parts], [8, [8, 2], [1, 1, 1, 1, 1]]);
  echo();
  const answers = await Promise.all(others);
  const values = answers.map((answer) => {
    assert.ok(answer.ok && answer.outputs?.y !== undefined);
    return [...(tensorOf(answer.outputs.y).data as Float32Array)];
  });
  assert.deepEqual(
    values,
    [2, 3, 4, 5, 6].map((value) => [value, -value]),
  );
  const { busyMs: _, ...counts } = calls.counts;
  assert.deepEqual(counts, { calls: 6, batches: 2, rows: 6, padding: 3 });
});

test("what the process asks of the device for itself is no call that waits for it", () => {
  const { calls } = heldThread();
  const owner = {};
  void calls.take(run(1), "a run", { owner });
  void calls.take({ type: "look" }, "", { owner: null });
  assert.deepEqual([calls.waiting, calls.unanswered], [0, 1]);
  void calls.take(run(2), "another run", { owner });
  assert.deepEqual([calls.waiting, calls.unanswered], [1, 2]);
});

test("nobody is answered with a failure of the device itself", async () => {
  const { calls, works, broken } = heldThread();
  let isAnswered = false;
  void calls.take(run(1), "a run", { owner: null }).then(() => {
    isAnswered = true;
  });
  works[0]?.answer({ ok: false, code: "BROKEN", message: "CUDA failure 700" });
  await new Promise(setImmediate);
  assert.deepEqual([broken, isAnswered], [["CUDA failure 700"], false]);
});

test("a call that nobody wants any more leaves the line, and is not computed", async () => {
  const { calls, works, echo } = heldThread();
  const owner = {};
  const first = calls.take(run(1), "a run", { owner });
  void calls.take(run(2), "a run", { owner });
  const last = calls.take(run(3), "a run", { owner });
  assert.equal(calls.cancel({}, 2), false, "it is another's");
  assert.equal(calls.cancel(owner, 1), false, "it is under way");
  assert.equal(calls.cancel(owner, 2), true);
  assert.deepEqual([calls.waiting, calls.unanswered], [1, 2]);
  echo();
  await first;
  await new Promise(setImmediate);
  echo();
  await last;
  assert.equal(works.length, 2);
  const batch = works[1]?.work;
  assert.ok(batch?.type === "run");
  assert.deepEqual(batch.parts, [1]);
});

test("what is given up goes from the device, however many calls wait for it", async () => {
  const { calls, works, echo } = heldThread();
  const [holder, others] = [{}, {}];
  const held = calls.take(run(1), "a run", { owner: holder });
  const kept = [{ h: { kept: 7, type: "float32", dims: [1, 2] } }] as const;
  works[0]?.answer({ ok: true, outputs: {}, kept });
  await held;
  await new Promise(setImmediate);
  for (let value = 0; value <= DEVICE_LIMITS.waitingCalls; value++) {
    void calls.take(run(value), "another run", { owner: others });
  }
  const refused = await calls.take(run(1), "another run", { owner: others });
  assert.equal(refused.ok, false, "as many as may wait do");
  calls.drop(holder);
  calls.drop(others);
  echo();
  await new Promise(setImmediate);
  assert.deepEqual(works.at(-1)?.work, { type: "release", kept: [7] });
});

test("a batch that cannot be halved by rows goes call by call, and only what has no room fails", async () => {
  const { calls, works, echo } = heldThread();
  const first = calls.take(run(1), "a run", { owner: null });
  const others = [2, 3, 4].map((value) => calls.take(run(value), "a run", { owner: null }));
  echo();
  await first;
  const settle = (): Promise<unknown> => new Promise(setImmediate);
  const full = { ok: false, code: "OUT_OF_MEMORY", message: "full" } as const;
  await settle();
  works.at(-1)?.answer(full);
  await settle();
  works.at(-1)?.answer(full);
  await settle();
  echo();
  await settle();
  works.at(-1)?.answer(full);
  await settle();
  echo();
  const answers = await Promise.all(others);
  assert.deepEqual(
    answers.map(({ ok }) => ok),
    [true, false, true],
  );
  assert.equal(works.length, 6);
});

/** A call as it comes from a socket, all its inputs in one block of memory: rows of two, and a step that all calls have. */
function steppedRun(values: readonly number[]): RunRequest {
  const body = new ArrayBuffer(8 + 8 * values.length);
  const step = new BigInt64Array(body, 0, 1).fill(7n);
  const rows = new Float32Array(body, 8);
  rows.set(values.flatMap((value) => [value, -value]));
  const feeds = {
    x: rawTensor(new Tensor("float32", rows, [values.length, 2])),
    step: rawTensor(new Tensor("int64", step, [1])),
  };
  return { ...run(values[0] ?? 0), batching: { maxRows: 8, alike: ["step"] }, feeds };
}

test("what calls have in common is still there when their run had no room: call by call, and without padding", async () => {
  const ran: unknown[] = [];
  const perform = async (work: DeviceWork): Promise<ThreadAnswer> => {
    assert.ok(work.type === "run");
    // As it goes to a thread: nothing of it stays here.
    const feeds = structuredClone(work.feeds, { transfer: memoryOf(work.feeds) });
    const { x = assert.fail(), step = assert.fail() } = feeds;
    ran.push([x.dims[0], [...(tensorOf(step).data as BigInt64Array)]]);
    if (x.dims[0] === 2 || x.dims[0] === 4) {
      return { ok: false, code: "OUT_OF_MEMORY", message: "full", feeds };
    }
    return { ok: true, outputs: { y: x }, kept: [] };
  };
  const onBroken = (reason: string): void => assert.fail(reason);
  const valuesOf = async (...runs: (readonly number[])[]): Promise<number[][]> => {
    const calls = new DeviceCalls({ thread: { perform }, batchDelayMs: 5, roomWaitMs: 1_000, onBroken });
    const answers = await Promise.all(
      runs.map((values) => calls.take(steppedRun(values), "a run", { owner: null })),
    );
    return answers.map((answer) => {
      assert.ok(answer.ok && answer.outputs?.y !== undefined);
      return [...(tensorOf(answer.outputs.y).data as Float32Array)];
    });
  };
  assert.deepEqual(await valuesOf([1], [2]), [
    [1, -1],
    [2, -2],
  ]);
  assert.deepEqual(await valuesOf([3, 4, 5]), [[3, -3, 4, -4, 5, -5]]);
  const step = [7n];
  assert.deepEqual(ran, [
    [2, step],
    [1, step],
    [1, step],
    [4, step],
    [3, step],
  ]);
});

test("a call that shares its run with no other is not joined, and is parted in halves all the same", async () => {
  const { calls, works, echo } = heldThread();
  const first = calls.take(run(1), "a run", { owner: null });
  void calls.take({ ...run(2), isAlone: true }, "a run", { owner: null });
  void calls.take({ ...run(3), isAlone: true }, "a run", { owner: null });
  echo();
  await first;
  await new Promise(setImmediate);
  const alone = works[1]?.work;
  assert.ok(alone?.type === "run");
  assert.deepEqual([alone.parts, alone.rows], [[1], 1]);
});

test("a failure of a batch is told to each of its calls", async () => {
  const { calls, works } = heldThread();
  const first = calls.take(run(1), "a run", { owner: null });
  const others = [2, 3].map((value) => calls.take(run(value), "a run", { owner: null }));
  works[0]?.answer({ ok: false, code: "OUT_OF_MEMORY", message: "full" });
  await first;
  await new Promise(setImmediate);
  works[1]?.answer({ ok: false, code: "FAILED", message: "no such input" });
  assert.deepEqual(
    (await Promise.all(others)).map((answer) => (answer.ok ? "ok" : answer.code)),
    ["FAILED", "FAILED"],
  );
});
