// What a machine needs so that models run on its NVIDIA cards, step by step in the order in which it is installed. Each
// step says in a line what there is or what is missing, and what to do; later steps are looked at all the same, so that
// one run names everything. Only the trial needs what comes before it.

import {
  bindingFolder,
  CUDNN_FILE,
  type CudaLibraries,
  cudaName,
  findCudaLibraries,
} from "../../media-node/onnx/devices/discovery/cuda-libraries.ts";
import {
  INSTALL_DRIVER,
  INSTALL_LIBRARIES,
  installCuda,
} from "../../media-node/onnx/devices/discovery/cuda-remedies.ts";
import type { FoundDevice } from "../../media-node/onnx/devices/discovery/found-device.ts";
import {
  type CardList,
  listNvidiaCards,
  type NvidiaCard,
} from "../../media-node/onnx/devices/discovery/nvidia-cards.ts";
import type { Trial, tryDevice } from "../../media-node/onnx/devices/discovery/try-device.ts";
import { visibleCards } from "../../media-node/onnx/devices/discovery/visible-cards.ts";
import { cudaDevices } from "../../media-node/onnx/devices/find-devices.ts";
import { formatSize } from "../models/models-list.ts";

export interface Step {
  readonly name: "driver" | "libraries" | "CUDA and cuDNN" | "trial";
  readonly isDone: boolean;
  /** What there is, or what is missing. */
  readonly text: string;
  /** What to do about it; null where nothing is to be done. */
  readonly remedy: string | null;
}

export interface GpuMachine {
  readonly env: NodeJS.ProcessEnv;
  readonly packageFolder: string;
  readonly tryDevice: typeof tryDevice;
}

/**
 * CUDA Toolkit 12 release notes, table "CUDA Toolkit and Minimum Required Driver Version for CUDA Minor Version
 * Compatibility".
 */
const MIN_DRIVER = 525;

const UPDATE_DRIVER = `Install NVIDIA's driver ${MIN_DRIVER} or newer for CUDA 12, 580 or newer for CUDA 13.`;
const SEE_GUIDE = "deploy/gpu.md lists what such messages mean.";

function done(name: Step["name"], text: string): Step {
  return { name, isDone: true, text, remedy: null };
}

function lacking(name: Step["name"], text: string, remedy: string): Step {
  return { name, isDone: false, text, remedy };
}

function cardText({ index, name, memoryBytes }: NvidiaCard): string {
  return `${index} ${name} (${formatSize(memoryBytes)})`;
}

function driverStep({ cards, problem, hasDriver }: CardList): Step {
  const [first] = cards;
  if (first === undefined)
    return lacking("driver", problem ?? "no card", hasDriver ? SEE_GUIDE : INSTALL_DRIVER);
  const version = first.driverVersion ?? "of an unknown version";
  const text = `NVIDIA's driver ${version}; cards: ${cards.map(cardText).join(", ")}`;
  if (Number.parseInt(version, 10) < MIN_DRIVER) return lacking("driver", text, UPDATE_DRIVER);
  return problem === null ? done("driver", text) : lacking("driver", `${text}; ${problem}`, SEE_GUIDE);
}

function cudaStep(libraries: CudaLibraries): Step {
  const { unresolved, cudnn, problem } = libraries;
  const name = "CUDA and cuDNN";
  const cuda = cudaName(libraries);
  if (unresolved.length > 0) {
    const names = cudnn === "absent" ? [...unresolved, CUDNN_FILE] : unresolved;
    return lacking(name, `no ${names.join(", no ")}`, installCuda(libraries));
  }
  if (problem !== null) return done(name, `not looked at: ${problem}`);
  if (cudnn === "named") return done(name, `all libraries of ${cuda} and cuDNN 9 found`);
  const found = `all libraries of ${cuda} found`;
  if (cudnn === "found") return done(name, `${found}; cuDNN 9, which is loaded at run time, found`);
  if (cudnn === "unknown")
    return done(name, `${found}; cuDNN 9, which is loaded at run time, not looked for`);
  const remedy = `Install cuDNN 9 for ${cuda} from NVIDIA, or name the folder of its libraries in LD_LIBRARY_PATH.`;
  return lacking(name, `${found}; no ${CUDNN_FILE}, which is loaded at run time`, remedy);
}

interface LibrarySteps {
  readonly steps: readonly Step[];
  /** Whether the provider can be loaded, and so the cards tried; a cuDNN that comes at run time is no condition of it. */
  readonly canLoad: boolean;
}

async function librarySteps({ env, packageFolder }: GpuMachine): Promise<LibrarySteps> {
  const folder = bindingFolder(packageFolder);
  const libraries = await findCudaLibraries(folder, env);
  const { absentFiles, unresolved } = libraries;
  if (absentFiles.length > 0) {
    const text = `${absentFiles.join(", ")} not in ${folder}`;
    return { steps: [lacking("libraries", text, INSTALL_LIBRARIES)], canLoad: false };
  }
  const steps = [done("libraries", `installed in ${folder}`), cudaStep(libraries)];
  return { steps, canLoad: unresolved.length === 0 };
}

function trialStep({ provider, index, name }: FoundDevice, { failure, openMs, runMs }: Trial): Step {
  const card = `${provider}:${index} ${name}`.trim();
  if (failure !== null) return lacking("trial", `${card}: ${failure}`, SEE_GUIDE);
  const seconds = ((openMs ?? 0) / 1_000).toFixed(1);
  return done("trial", `${card}: a small model ran (${seconds} s to open, ${runMs?.toFixed(2)} ms a run)`);
}

async function trialSteps(list: CardList, { env, tryDevice: attempt }: GpuMachine): Promise<Step[]> {
  const devices = visibleCards(cudaDevices(list), env.CUDA_VISIBLE_DEVICES);
  if (devices.length === 0) {
    const text = "no device is left by CUDA_VISIBLE_DEVICES and MIG";
    return [lacking("trial", text, "Change CUDA_VISIBLE_DEVICES, or make MIG instances (nvidia-smi mig).")];
  }
  return await Promise.all(devices.map(async (device) => trialStep(device, await attempt(device, env))));
}

/** Changes nothing. Takes seconds for each card. */
export async function checkGpu(machine: GpuMachine): Promise<Step[]> {
  const list = await listNvidiaCards(machine.env);
  const libraries = await librarySteps(machine);
  const steps = [driverStep(list), ...libraries.steps];
  return list.cards.length > 0 && libraries.canLoad
    ? [...steps, ...(await trialSteps(list, machine))]
    : steps;
}

/** The one device of WebGPU, which chooses its card itself. */
export async function checkWebGpu({ env, tryDevice: attempt }: GpuMachine): Promise<Step[]> {
  const device = { provider: "webgpu", index: 0, name: "", uuid: null, memoryBytes: null } as const;
  return [trialStep(device, await attempt(device, env))];
}

function endOf(steps: readonly Step[]): string {
  if (!steps.every(({ isDone }) => isDone))
    return "Not everything works yet: deploy/gpu.md says more of each step.";
  const tried = steps.filter(({ name }) => name === "trial").length;
  if (tried === 0) return "Installed. No card was tried.";
  const devices = tried === 1 ? "this device" : `these ${tried} devices`;
  return `Models can run on ${devices}: media nodes use what their settings allow from their next start on.`;
}

/** A line for each step, and below it what to do. */
export function describeSteps(steps: readonly Step[]): string {
  const lines = steps.flatMap(({ name, isDone, text, remedy }) => [
    `${isDone ? "ok      " : "MISSING "}${name}: ${text}`,
    ...(remedy === null ? [] : [`        ${remedy}`]),
  ]);
  return [...lines, "", endOf(steps)].join("\n");
}
