// The installer of a node that runs: its machine as it was found, and the whole catalogue.
import { availableParallelism } from "node:os";
import { machineMemoryBytes } from "../../../shared/process/machine-memory.ts";
import { CATALOGUE } from "../../models/catalogue/catalogue.ts";
import type { FoundDevice } from "../../onnx/devices/discovery/found-device.ts";
import { gpuMemoryBytes } from "../../onnx/devices/discovery/gpu-memory.ts";
import { createModelInstaller, type ModelInstaller, type ModelInstallerOptions } from "./model-installer.ts";

/**
 * The installer with this machine's cores and memory, by which it recommends models.
 * @param devices those that work
 */
export async function openInstaller(
  options: Omit<ModelInstallerOptions, "machine" | "catalogue">,
  devices: readonly FoundDevice[],
): Promise<ModelInstaller> {
  const machine = {
    cores: availableParallelism(),
    memoryBytes: machineMemoryBytes(),
    gpuMemoryBytes: await gpuMemoryBytes(devices),
  };
  return createModelInstaller({ ...options, machine, catalogue: CATALOGUE });
}
