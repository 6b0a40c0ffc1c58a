import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { InferenceSession, Tensor } from "onnxruntime-node";
import { floatValues, lastPositions } from "../../../media-node/onnx/float-tensors.ts";
import { toFloat16 } from "../../../media-node/onnx/float16.ts";
import { isOutOfMemory, openLocalSession, reasonOf } from "../../../media-node/onnx/local-session.ts";
import { openOnnxSession } from "../../../media-node/onnx/onnx-session.ts";
import { type OnnxNode, writeOnnxModel } from "../../../media-node/onnx/onnx-writer.ts";
import { withCall } from "../../../media-node/threads/call-context.ts";
import { collectGarbage } from "../../support/collect-garbage.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const CPU = { providers: ["cpu"], threads: 1 } as const;

/** A model file of one node from `x` to its outputs, all of any length unless told. */
async function modelFile(
  t: TestContext,
  node: Pick<OnnxNode, "op"> & Partial<OnnxNode>,
  shape: readonly (string | number)[] = ["length"],
): Promise<string> {
  const path = join(await temporaryFolder(t), "model.onnx");
  const value = (name: string) => ({ name, type: "float32", shape }) as const;
  const nodes = [{ inputs: ["x"], outputs: ["y"], attributes: {}, ...node }];
  await writeFile(
    path,
    writeOnnxModel({
      opset: 17,
      irVersion: 8,
      inputs: [value("x")],
      outputs: (node.outputs ?? ["y"]).map(value),
      nodes,
      initializers: [],
    }),
  );
  return path;
}

test("a model runs on the first provider that can be had, and tells which could not and why", async (t) => {
  const path = await modelFile(t, { op: "Neg" });
  const session = await openOnnxSession(path, { providers: ["cuda", "cpu"], threads: 1 });
  t.after(() => session.dispose());
  const { y } = await session.run({ x: new Tensor("float32", Float32Array.of(1, -2), [2]) });
  assert.deepEqual(y?.data, Float32Array.of(-1, 2));
  if (session.provider === "cuda") return t.diagnostic("CUDA is here: nothing was passed over.");
  assert.equal(session.provider, "cpu");
  assert.deepEqual(
    session.passedOver.map(({ provider }) => provider),
    ["cuda"],
  );
  assert.match(session.passedOver[0]?.reason ?? "", /./);
});

test("a file that is no model makes the model unavailable, and the cause says what was tried", async (t) => {
  const path = join(await temporaryFolder(t), "model.onnx");
  await writeFile(path, "not a model");
  await assert.rejects(
    openOnnxSession(path, { providers: ["cpu"], threads: 1 }),
    (error: Error & { code: string }) => {
      assert.equal(error.code, "MODEL_UNAVAILABLE");
      assert.match(String(error.cause), /cpu: /);
      return true;
    },
  );
});

test("only the outputs that are asked for come back", async (t) => {
  const path = await modelFile(t, { op: "Abs" });
  const session = await openOnnxSession(path, { providers: ["cpu"], threads: 1 });
  t.after(() => session.dispose());
  assert.deepEqual([session.inputNames, session.outputNames], [["x"], ["y"]]);
  const out = await session.run({ x: new Tensor("float32", Float32Array.of(-3), [1]) }, ["y"]);
  assert.deepEqual(Object.keys(out), ["y"]);
});

test("what nobody wants any more is not run on the CPU either", async (t) => {
  const session = await openOnnxSession(await modelFile(t, { op: "Neg" }), CPU);
  t.after(() => session.dispose());
  const feeds = { x: new Tensor("float32", Float32Array.of(1), [1]) };
  const stopping = new AbortController();
  await withCall({ share: "", signal: stopping.signal }, async () => {
    await session.run(feeds);
    const reason = new Error("enough");
    stopping.abort(reason);
    await assert.rejects(session.run(feeds), reason);
    await assert.rejects(session.runKeeping(feeds, ["y"], []), reason);
  });
});

test("running out of memory has a code of its own", () => {
  for (const text of [
    "std::bad_alloc",
    "Failed to allocate memory for requested buffer of size 9",
    "CUDA out of memory",
    "CUDA failure 2: out of memory ; GPU=0",
    "CUBLAS failure 3: CUBLAS_STATUS_ALLOC_FAILED",
    "BFCArena::AllocateRawInternal(size_t) Failed to allocate memory for requested buffer of size 9",
    "mmap failed: Cannot allocate memory",
    "worker died: OOM",
  ]) {
    assert.equal(isOutOfMemory(new Error(text)), true, text);
  }
  for (const text of [
    "Got invalid dimensions for input: x",
    "Load model from /rooms/zoom/bloom.onnx failed: no such file",
    "There is no room for another input",
  ]) {
    assert.equal(isOutOfMemory(new Error(text)), false, text);
  }
});

test("what has failed is told, and not where in ONNX Runtime's source, which stands before it and is longer", () => {
  const node =
    "Non-zero status code returned while running MatMul node. Name:'/layers.0/MatMul' Status Message: ";
  const call =
    "/onnxruntime_src/onnxruntime/core/providers/cuda/cuda_call.cc:129 std::conditional_t<THRW, void, onnxruntime::common::Status> onnxruntime::CudaCall(ERRTYPE, const char*, const char*, ERRTYPE, const char*, const char*, int) [with ERRTYPE = cudaError; bool THRW = true] ";
  const arena =
    "/onnxruntime_src/onnxruntime/core/framework/bfc_arena.cc:376 void* onnxruntime::BFCArena::AllocateRawInternal(size_t, bool, onnxruntime::Stream*, bool, onnxruntime::WaitNotificationFn)\n";
  const loader =
    "/onnxruntime_src/onnxruntime/core/session/provider_bridge_ort.cc:1778 onnxruntime::Provider& onnxruntime::ProviderLibrary::Get() ";
  const enforced =
    "/onnxruntime_src/onnxruntime/core/providers/cuda/cuda_execution_provider.cc:300 onnxruntime::CUDAExecutionProvider::CUDAExecutionProvider(const onnxruntime::CUDAExecutionProviderInfo&) info.device_id < count was false.\n";
  for (const [place, failure] of [
    [call + call, "CUDA failure 700: an illegal memory access was encountered ; GPU=0"],
    [call, "CUBLAS failure 3: CUBLAS_STATUS_ALLOC_FAILED ; GPU=0"],
    [arena, "Failed to allocate memory for requested buffer of size 9"],
    [call, "CUDNN_FE failure 11: CUDNN_BACKEND_API_FAILED ; GPU=0 ; hostname=x"],
    [loader, "[ONNXRuntimeError] : 1 : FAIL : Failed to load library libonnxruntime_providers_cuda.so"],
    [enforced, "Invalid device ID 4"],
    [`${arena} `, "Some words that no pattern knows"],
    [enforced + call, "CUDA failure 100: no CUDA-capable device is detected"],
    ["", "Got invalid dimensions for input: x"],
  ] as const) {
    assert.equal(reasonOf(new Error(node + place + failure)), node + failure);
  }
});

test("of a call that failed, the library's own file is left out, and which call it was is told", () => {
  const failure = "CUDA failure 35: CUDA driver version is insufficient for CUDA runtime version ; GPU=-1";
  const file = "/onnxruntime_src/onnxruntime/core/providers/cuda/cuda_execution_provider.cc";
  const expression = "expr=cudaSetDevice(info_.device_id);";
  assert.equal(
    reasonOf(new Error(`${failure} ; hostname=gpu-7 ; file=${file} ; line=336 ; ${expression}`)),
    `${failure} ; hostname=gpu-7 ; ${expression}`,
  );
});

test("memory does not grow over 500 runs of different lengths", async (t) => {
  const path = await modelFile(t, { op: "Exp" });
  const session = await openOnnxSession(path, { providers: ["cpu"], threads: 1 });
  t.after(() => session.dispose());
  // What the script holds of old outputs is its own affair and not the runtime's; and of what it lets go, the allocator
  // keeps some until later, tens of megabytes now and then: so the least counts that was held in a hundred runs.
  const leastHeld = async (first: number): Promise<number> => {
    let leastBytes = Number.POSITIVE_INFINITY;
    for (let index = first; index < first + 100; index += 1) {
      const length = 1_000_000 + 1_000 * (index % 97);
      await session.run({ x: new Tensor("float32", new Float32Array(length), [length]) });
      if (index % 5 === 0) collectGarbage();
      leastBytes = Math.min(leastBytes, process.memoryUsage.rss());
    }
    return leastBytes;
  };
  // It takes the allocator some two hundred runs to hold what it needs.
  for (let first = 0; first < 300; first += 100) await leastHeld(first);
  const before = await leastHeld(300);
  for (let first = 400; first < 700; first += 100) await leastHeld(first);
  const grownBytes = (await leastHeld(700)) - before;
  // A run holds 8 MB; kept shapes would add up to hundreds of megabytes.
  assert.ok(grownBytes < 100e6, `grew by ${grownBytes} bytes`);
});

test("where outputs cannot stay on a device, a run asks for no output of an earlier one", async (t) => {
  const path = await modelFile(t, { op: "Split", inputs: ["x"], outputs: ["y", "z"] });
  const run = t.mock.method(Object.getPrototypeOf(await InferenceSession.create(path)), "run");
  const session = await openLocalSession(path, { provider: "cpu", threads: 1, keptOutputs: ["z"] });
  t.after(() => session.dispose());
  const x = new Tensor("float32", Float32Array.of(1, 2), [2]);
  for (const name of ["z", "y"]) assert.deepEqual(Object.keys(await session.run({ x }, [name])), [name]);
  assert.deepEqual(
    run.mock.calls.map((call: { readonly arguments: readonly unknown[] }) => call.arguments[1]),
    [["z"], ["y"]],
  );
});

test("of an output of which the last position is wanted, that alone comes back", async (t) => {
  const session = await openOnnxSession(await modelFile(t, { op: "Neg" }, ["rows", "positions", 2]), CPU);
  t.after(() => session.dispose());
  const x = new Tensor("float32", Float32Array.of(1, 2, 3, 4), [1, 2, 2]);
  const { y } = await session.runKeeping({ x }, ["y"], [], ["y"]);
  assert.deepEqual([y?.dims, (y as Tensor).data], [[1, 1, 2], Float32Array.of(-3, -4)]);
  const values = Float32Array.from({ length: 12 }, (_, index) => index);
  for (const [type, data] of [
    ["float32", values],
    ["float16", toFloat16(values)],
  ] as const) {
    const last = lastPositions(new Tensor(type as "float32", data as Float32Array, [2, 3, 2]));
    assert.deepEqual(last.dims, [2, 1, 2]);
    assert.deepEqual(floatValues(last), Float32Array.of(4, 5, 10, 11));
  }
});
