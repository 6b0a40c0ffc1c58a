// Trying a device in a process of its own; the provider of the machine's processor stands for one that works.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { onnxRuntimeFolder } from "../../../../../media-node/onnx/devices/discovery/cuda-libraries.ts";
import { tryDevice } from "../../../../../media-node/onnx/devices/discovery/try-device.ts";
import type { DeviceProvider } from "../../../../../media-node/onnx/execution-providers.ts";
import { temporaryFolder } from "../../../../support/temporary-folder.ts";

const WORKING = { provider: "cpu" as DeviceProvider, index: 0, uuid: null };

test("a device on which the network computes what it must is told with its times", async () => {
  const { failure, openMs, runMs } = await tryDevice(WORKING);
  assert.equal(failure, null);
  assert.ok((openMs ?? 0) > 0 && (runMs ?? 0) > 0);
});

test("a provider that cannot be had is told in the library's words", async () => {
  const { failure, openMs } = await tryDevice({ provider: "tpu" as DeviceProvider, index: 0, uuid: null });
  assert.match(failure ?? "", /tpu/);
  assert.equal(openMs, null);
});

test("a driver that is too old for CUDA is told as that, whatever the library says before it", async (t) => {
  const call =
    "/onnxruntime_src/onnxruntime/core/providers/cuda/cuda_call.cc:129 std::conditional_t<THRW, void, onnxruntime::common::Status> onnxruntime::CudaCall(ERRTYPE, const char*, const char*, SUCCTYPE, const char*, const char*, int) [with ERRTYPE = cudaError; bool THRW = true; SUCCTYPE = cudaError; std::conditional_t<THRW, void, common::Status> = void]";
  const failure = "CUDA failure 35: CUDA driver version is insufficient for CUDA runtime version ; GPU=0";
  const place = "file=/onnxruntime_src/onnxruntime/core/providers/cuda/cuda_execution_provider.cc ; line=336";
  const text = `${call}\n ${call}\n ${failure} ; hostname=gpu-7 ; ${place} ; expr=cudaSetDevice(info_.device_id);`;
  const old = join(await temporaryFolder(t), "old-driver.cjs");
  await writeFile(
    old,
    `const { InferenceSession } = require(${JSON.stringify(onnxRuntimeFolder())});
     InferenceSession.create = () => Promise.reject(new Error(${JSON.stringify(text)}));`,
  );
  const { failure: told } = await tryDevice(WORKING, { ...process.env, NODE_OPTIONS: `--require ${old}` });
  assert.equal(told, `${failure} ; hostname=gpu-7 ; expr=cudaSetDevice(info_.device_id);`);
});

test("a process that crashes is a device that does not work", async (t) => {
  const crash = join(await temporaryFolder(t), "crash.cjs");
  await writeFile(crash, "console.error('CUDA error 700'); process.kill(process.pid, 'SIGSEGV');");
  const { failure } = await tryDevice(WORKING, { ...process.env, NODE_OPTIONS: `--require ${crash}` });
  assert.equal(failure, "a process that used it was ended by SIGSEGV: CUDA error 700");
});

test("the process sees no other card than the one that is tried", async (t) => {
  const tell = join(await temporaryFolder(t), "tell.cjs");
  await writeFile(tell, "console.error(process.env.CUDA_VISIBLE_DEVICES); process.exit(3);");
  const env = { ...process.env, CUDA_VISIBLE_DEVICES: "0,1", NODE_OPTIONS: `--require ${tell}` };
  const { failure } = await tryDevice({ provider: "cuda", index: 0, uuid: "GPU-aa11" }, env);
  assert.equal(failure, "a process that used it ended with 3: GPU-aa11");
});
