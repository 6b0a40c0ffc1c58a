// The search for devices, on machines that are made of small scripts.
import assert from "node:assert/strict";
import { copyFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import {
  bindingFolder,
  CUDA_PROVIDER_FILES,
  hasCudaBuild,
} from "../../../../media-node/onnx/devices/discovery/cuda-libraries.ts";
import type { Trial, tryDevice } from "../../../../media-node/onnx/devices/discovery/try-device.ts";
import { findDevices } from "../../../../media-node/onnx/devices/find-devices.ts";
import { automaticChoice, explicitChoice } from "../../../../media-node/onnx/devices/provider-choice.ts";
import { environmentWith } from "../../../support/media-node/fake-programs.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const CARDS = [
  "0, GPU-aa11, NVIDIA H100, 81559, 4, 550.54.15, Disabled",
  "1, GPU-bb22, NVIDIA L4, 23034, 4, 550.54.15, [N/A]",
].join("\n");
const NVIDIA = { "nvidia-smi": { answers: { "--query-gpu": CARDS } }, ldd: "exit 0" };
const CUDA = explicitChoice(["cuda", "cpu"]);
const WORKS: Trial = { failure: null, openMs: 1, runMs: 1 };
const allWork: typeof tryDevice = () => Promise.resolve(WORKS);
const skip = hasCudaBuild() ? false : "ONNX Runtime has no CUDA for this machine";

async function installedLibraries(t: Parameters<typeof temporaryFolder>[0]): Promise<string> {
  const folder = await temporaryFolder(t);
  for (const name of CUDA_PROVIDER_FILES) await writeFile(join(folder, name), "");
  return folder;
}

test("auto is CUDA on Linux and WebGPU elsewhere, and a provider that is named twice is one", () => {
  assert.deepEqual(automaticChoice("linux"), { isExplicit: false, providers: ["cuda", "cpu"] });
  assert.deepEqual(automaticChoice("darwin"), { isExplicit: false, providers: ["webgpu", "cpu"] });
  assert.deepEqual(explicitChoice(["cpu", "webgpu", "cpu"]).providers, ["cpu", "webgpu"]);
});

test("cards on which a network runs are devices, with the driver's numbers", { skip }, async (t) => {
  const env = await environmentWith(t, NVIDIA);
  const libraryFolder = await installedLibraries(t);
  assert.deepEqual(await findDevices(CUDA, { env, libraryFolder, tryDevice: allWork }), {
    devices: [
      { provider: "cuda", index: 0, name: "NVIDIA H100", uuid: "GPU-aa11", memoryBytes: 81_559 * 2 ** 20 },
      { provider: "cuda", index: 1, name: "NVIDIA L4", uuid: "GPU-bb22", memoryBytes: 23_034 * 2 ** 20 },
    ],
    missing: [],
    problems: [],
  });
});

test("a card on which no network runs is left out and told of", { skip }, async (t) => {
  const env = await environmentWith(t, NVIDIA);
  const libraryFolder = await installedLibraries(t);
  const broken: Trial = { failure: "CUDA error 802", openMs: null, runMs: null };
  const search = await findDevices(CUDA, {
    env,
    libraryFolder,
    tryDevice: ({ uuid }) => Promise.resolve(uuid === "GPU-aa11" ? broken : WORKS),
  });
  assert.deepEqual(
    search.devices.map(({ index }) => index),
    [1],
  );
  assert.deepEqual(search.problems, ["cuda:0 (NVIDIA H100): CUDA error 802"]);
  assert.deepEqual(search.missing, []);
  const none = await findDevices(CUDA, { env, libraryFolder, tryDevice: () => Promise.resolve(broken) });
  assert.deepEqual(none.devices, []);
  assert.match(none.missing[0]?.reason ?? "", /^cuda:0 \(NVIDIA H100\): CUDA error 802; cuda:1/);
  assert.match(none.missing[0]?.remedy ?? "", /npm run gpu-setup -- --check/);
});

test("what is missing is told with the way to get it, driver first", { skip }, async (t) => {
  const missing = async (env: NodeJS.ProcessEnv, libraryFolder?: string): Promise<string> => {
    const options = { env, tryDevice: allWork, ...(libraryFolder === undefined ? {} : { libraryFolder }) };
    const { devices, missing: lacks } = await findDevices(CUDA, options);
    assert.deepEqual(devices, []);
    return lacks
      .map(({ provider, hasDevice, reason, remedy }) => `${provider} ${hasDevice}: ${reason}. ${remedy}`)
      .join("\n");
  };
  assert.match(
    await missing({ PATH: "/nonexistent" }),
    /^cuda false: nvidia-smi.*not there\. Install NVIDIA's driver/,
  );
  const env = await environmentWith(t, NVIDIA);
  const empty = await temporaryFolder(t);
  assert.match(
    await missing(env, empty),
    /^cuda true: .*libonnxruntime_providers_cuda\.so.*Run npm run gpu-setup,/,
  );
  const lost = await environmentWith(t, { ...NVIDIA, ldd: "echo '	libcublas.so.13 => not found'" });
  const libraries = await installedLibraries(t);
  assert.match(
    await missing(lost, libraries),
    /has no libcublas\.so\.13\. Install the CUDA 13 runtime and cuDNN 9/,
  );
  const hidden = { ...env, CUDA_VISIBLE_DEVICES: "" };
  assert.match(await missing(hidden, libraries), /CUDA_VISIBLE_DEVICES/);
});

test("a card that is lost is told of beside those that work", { skip }, async (t) => {
  const nvidiaSmi = { answers: { "--query-gpu": CARDS }, errors: "GPU is lost", exitCode: 15 };
  const env = await environmentWith(t, { ...NVIDIA, "nvidia-smi": nvidiaSmi });
  const libraryFolder = await installedLibraries(t);
  const { devices, problems } = await findDevices(CUDA, { env, libraryFolder, tryDevice: allWork });
  assert.equal(devices.length, 2);
  assert.match(problems[0] ?? "", /GPU is lost/);
});

test("the parts of a parted card are devices that count on", { skip }, async (t) => {
  const answers = {
    "--query-gpu": CARDS.replace("Disabled", "Enabled"),
    "-L": [
      "GPU 0: NVIDIA H100 (UUID: GPU-aa11)",
      "  MIG 3g.40gb     Device  0: (UUID: MIG-1)",
      "  MIG 3g.40gb     Device  1: (UUID: MIG-2)",
      "GPU 1: NVIDIA L4 (UUID: GPU-bb22)",
    ].join("\n"),
  };
  const env = await environmentWith(t, { ...NVIDIA, "nvidia-smi": { answers } });
  const libraryFolder = await installedLibraries(t);
  const { devices } = await findDevices(CUDA, { env, libraryFolder, tryDevice: allWork });
  assert.deepEqual(
    devices.map(({ index, name, uuid, memoryBytes }) => [index, name, uuid, memoryBytes]),
    [
      [0, "NVIDIA H100 MIG 3g.40gb", "MIG-1", 40e9],
      [1, "NVIDIA H100 MIG 3g.40gb", "MIG-2", 40e9],
      [2, "NVIDIA L4", "GPU-bb22", 23_034 * 2 ** 20],
    ],
  );
});

test("without the libraries of CUDA, a real loader and a real library say what is missing", {
  skip,
}, async (t) => {
  const { ldd: _, ...programs } = NVIDIA;
  const env = await environmentWith(t, programs);
  const libraryFolder = await temporaryFolder(t);
  for (const name of CUDA_PROVIDER_FILES) {
    await copyFile(join(bindingFolder(), "onnxruntime_binding.node"), join(libraryFolder, name));
  }
  const { missing } = await findDevices(CUDA, { env, libraryFolder, tryDevice: allWork });
  assert.equal(missing[0]?.reason, "the machine has no libonnxruntime.so.1");
});

test("WebGPU is one device, which is looked for only where the choice has it", async () => {
  const choice = explicitChoice(["webgpu", "cpu"]);
  const { devices } = await findDevices(choice, { tryDevice: allWork });
  assert.deepEqual(
    devices.map(({ provider, index, uuid }) => [provider, index, uuid]),
    [["webgpu", 0, null]],
  );
  const search = await findDevices(explicitChoice(["cpu"]), { tryDevice: allWork });
  assert.deepEqual(search, { devices: [], missing: [], problems: [] });
});
