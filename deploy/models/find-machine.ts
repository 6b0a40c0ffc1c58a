// What this machine has for models. A GPU counts only where a network has run on it: without ONNX Runtime's libraries, a
// model that was made for one would run on the CPU, slower than the one that was made for that.
import { availableParallelism } from "node:os";
import type { Machine } from "../../media-node/models/catalogue/recommend-models.ts";
import { gpuMemoryBytes } from "../../media-node/onnx/devices/discovery/gpu-memory.ts";
import { findDevices } from "../../media-node/onnx/devices/find-devices.ts";
import type { ProviderChoice } from "../../media-node/onnx/devices/provider-choice.ts";
import { machineMemoryBytes } from "../../shared/process/machine-memory.ts";

export interface FoundMachine extends Machine {
  /** What is missing for a GPU that is there; null where nothing is. */
  readonly gpuLack: string | null;
}

/** The machine without its GPU, which takes no time to find. */
export function findComputer(): Machine {
  return { cores: availableParallelism(), memoryBytes: machineMemoryBytes(), gpuMemoryBytes: 0 };
}

/** The machine; its GPU where one of the providers can use it. */
export async function findMachine(
  choice: ProviderChoice,
  search: typeof findDevices = findDevices,
): Promise<FoundMachine> {
  const { devices, missing } = await search(choice);
  const lack = missing.find(({ hasDevice }) => hasDevice);
  return {
    ...findComputer(),
    gpuMemoryBytes: await gpuMemoryBytes(devices),
    gpuLack: lack === undefined ? null : `${lack.reason}. ${lack.remedy}`,
  };
}
