// Which devices this machine has for ONNX Runtime's providers, found by asking and trying. A device counts only where a
// small network has run on it: each thing that can be missing (driver, ONNX Runtime's libraries, CUDA, cuDNN) is looked
// at first, in the order in which an operator would install it, so that the first that is missing is what is told.

import type { DeviceProvider } from "../execution-providers.ts";
import { bindingFolder, findCudaLibraries, hasCudaBuild } from "./discovery/cuda-libraries.ts";
import { INSTALL_DRIVER, INSTALL_LIBRARIES, installCuda } from "./discovery/cuda-remedies.ts";
import type { DeviceSearch, FoundDevice, MissingProvider } from "./discovery/found-device.ts";
import { type CardList, listNvidiaCards, profileBytes } from "./discovery/nvidia-cards.ts";
import { tryDevice } from "./discovery/try-device.ts";
import { visibleCards } from "./discovery/visible-cards.ts";
import type { ProviderChoice } from "./provider-choice.ts";

export interface SearchOptions {
  /** The environment in which programs are asked and devices tried; ours where not given. */
  readonly env?: NodeJS.ProcessEnv;
  /** Where ONNX Runtime's binding and its providers' libraries lie. */
  readonly libraryFolder?: string;
  /** Runs a small network on each device that was found. */
  readonly tryDevice?: typeof tryDevice;
}

type Found = Omit<DeviceSearch, "missing"> & { readonly missing: MissingProvider | null };

const CHECK = "Run npm run gpu-setup -- --check, which says step by step what does not work (deploy/gpu.md).";
const INSTALL_GPU_DRIVER =
  "Install the GPU's Vulkan driver, and let the node's user open the GPU; or leave webgpu out (deploy/gpu.md).";

function lacking(missing: MissingProvider): Found {
  return { devices: [], missing, problems: [] };
}

/** What CUDA calls a device: whole cards, and the parts of cards that are parted. */
export function cudaDevices({ cards, instances }: CardList): (FoundDevice & { readonly uuid: string })[] {
  const hasParts = cards.some(({ isParted }) => isParted);
  const devices = cards.flatMap((card) => {
    const { index, name, uuid, memoryBytes } = card;
    if (!card.isParted) return [{ provider: "cuda" as const, index, name, uuid, memoryBytes }];
    return instances
      .filter(({ cardIndex }) => cardIndex === index)
      .map((instance) => ({
        provider: "cuda" as const,
        index,
        name: `${name} MIG ${instance.profile}`,
        uuid: instance.uuid,
        memoryBytes: profileBytes(instance.profile),
      }));
  });
  // Cards keep the numbers of nvidia-smi; parts have none, so that all are counted where there are any.
  return hasParts ? devices.map((device, index) => ({ ...device, index })) : devices;
}

/** Why no session with CUDA can open here, before any is tried; null where nothing is seen to be missing. */
async function missingLibraries({ env, libraryFolder }: SearchOptions): Promise<Found | null> {
  const libraries = await findCudaLibraries(libraryFolder ?? bindingFolder(), env);
  const { absentFiles, unresolved } = libraries;
  if (absentFiles.length > 0) {
    const reason = `ONNX Runtime's CUDA libraries are not installed (${absentFiles.join(", ")})`;
    return lacking({ provider: "cuda", hasDevice: true, reason, remedy: INSTALL_LIBRARIES });
  }
  if (unresolved.length === 0) return null;
  const reason = `the machine has no ${unresolved.join(", no ")}`;
  return lacking({ provider: "cuda", hasDevice: true, reason, remedy: installCuda(libraries) });
}

/** The devices on which a small network runs; what is wrong with the others. */
async function working(
  found: readonly FoundDevice[],
  options: SearchOptions,
  remedy: string,
): Promise<Found> {
  const attempt = options.tryDevice ?? tryDevice;
  const trials = await Promise.all(found.map((device) => attempt(device, options.env)));
  const devices = found.filter((_, index) => trials[index]?.failure === null);
  const failures = found.flatMap(({ provider, index, name }, at) => {
    const failure = trials[at]?.failure ?? null;
    return failure === null ? [] : [`${provider}:${index} (${name}): ${failure}`];
  });
  const [first] = found;
  if (devices.length > 0 || first === undefined) return { devices, missing: null, problems: failures };
  // Whether WebGPU has a device shows only by its working.
  const { provider } = first;
  return lacking({ provider, hasDevice: provider === "cuda", reason: failures.join("; "), remedy });
}

async function findCuda(options: SearchOptions): Promise<Found> {
  if (!hasCudaBuild()) {
    const reason = `ONNX Runtime has no CUDA for Node on ${process.platform} on ${process.arch}`;
    return lacking({ provider: "cuda", hasDevice: false, reason, remedy: "Leave cuda out of the list." });
  }
  const list = await listNvidiaCards(options.env);
  if (list.cards.length === 0) {
    const { problem, hasDriver } = list;
    const reason = problem ?? "there is no card";
    return lacking({
      provider: "cuda",
      hasDevice: hasDriver,
      reason,
      remedy: hasDriver ? CHECK : INSTALL_DRIVER,
    });
  }
  const visible = visibleCards(cudaDevices(list), (options.env ?? process.env).CUDA_VISIBLE_DEVICES);
  if (visible.length === 0) {
    const reason = "CUDA_VISIBLE_DEVICES and MIG leave no device of the cards that are there";
    return lacking({ provider: "cuda", hasDevice: false, reason, remedy: CHECK });
  }
  const lack = await missingLibraries(options);
  if (lack !== null) return lack;
  const result = await working(visible, options, CHECK);
  return list.problem === null ? result : { ...result, problems: [list.problem, ...result.problems] };
}

/** The library chooses the adapter and tells neither its name nor its memory. */
async function findWebGpu(options: SearchOptions): Promise<Found> {
  const device: FoundDevice = {
    provider: "webgpu",
    index: 0,
    name: "the adapter that WebGPU chooses",
    uuid: null,
    memoryBytes: null,
  };
  return await working([device], options, INSTALL_GPU_DRIVER);
}

const SEARCHES: Readonly<Record<DeviceProvider, (options: SearchOptions) => Promise<Found>>> = {
  cuda: findCuda,
  webgpu: findWebGpu,
};

/**
 * Looks for devices of the providers in the choice, in their order, and tries each that it finds. Never rejects. Takes a
 * few milliseconds where there is no driver, seconds where cards are tried.
 */
export async function findDevices(
  choice: ProviderChoice,
  options: SearchOptions = {},
): Promise<DeviceSearch> {
  const found: Found[] = [];
  for (const provider of choice.providers) {
    if (provider !== "cpu") found.push(await SEARCHES[provider](options));
  }
  return {
    devices: found.flatMap(({ devices }) => devices),
    missing: found.flatMap(({ missing }) => missing ?? []),
    problems: found.flatMap(({ problems }) => problems),
  };
}
