// What ONNX Runtime says on a card, in the terms of a device's process. There is no card here: sessions are stand-ins.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { InferenceSession } from "onnxruntime-node";
import { createRowGatherer } from "../../../../media-node/onnx/devices/gather-network.ts";
import { LoadedModels } from "../../../../media-node/onnx/devices/loaded-models.ts";
import createOnnxBackend from "../../../../media-node/onnx/devices/onnx-backend.ts";
import { Tensor } from "../../../../media-node/onnx/tensor.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const FULL =
  "Exception during initialization: bfc_arena.cc:376 void* onnxruntime::BFCArena::AllocateRawInternal(size_t) Failed to allocate memory for requested buffer of size 9";

test("a card on which a model cannot be opened for want of room loses its other models, and then takes it", async (t) => {
  const folder = await temporaryFolder(t);
  const open = new Set<string>();
  t.mock.method(InferenceSession, "create", async (path: string) => {
    if (open.size > 0) throw new Error(FULL);
    open.add(path);
    const release = async (): Promise<void> => void open.delete(path);
    return { inputNames: [], outputNames: [], inputMetadata: [], run: async () => ({}), release };
  });
  const models = new LoadedModels(
    createOnnxBackend({ provider: "cuda", uuid: null, extra: null }),
    Number.POSITIVE_INFINITY,
  );
  for (const name of ["one.onnx", "two.onnx"]) {
    const path = join(folder, name);
    await writeFile(path, "weights");
    await models.open({ path, version: "1", keptOutputs: [] });
    assert.deepEqual([[...open], models.paths], [[path], [path]]);
  }
});

test("rows are chosen on the device once there is room for that, also where there was none before", async (t) => {
  const { create } = InferenceSession;
  let isFull = true;
  t.mock.method(InferenceSession, "create", async (network: Uint8Array) => {
    if (isFull) throw new Error(FULL);
    return create.call(InferenceSession, network, { executionProviders: ["cpu"] });
  });
  const gather = createRowGatherer("webgpu");
  const tensor = new Tensor("float32", Float32Array.of(1, 2, 3, 4), [2, 2]);
  await assert.rejects(gather(tensor, [1]), /Failed to allocate/);
  isFull = false;
  const gathered = await gather(tensor, [1, 0, 1]);
  assert.deepEqual([gathered.dims, gathered.data], [[3, 2], Float32Array.of(3, 4, 1, 2, 3, 4)]);
});
