// What this machine has for models. A GPU counts only where a network has run on it: without ONNX Runtime's libraries, a
// model that was made for one would run on the CPU, slower than the one that was made for that.
import { readdir, readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Machine } from "../../media-node/models/catalogue/recommend-models.ts";
import { findDevices } from "../../media-node/onnx/devices/find-devices.ts";
import type { FoundDevice } from "../../media-node/onnx/devices/found/found-device.ts";
import { listNvidiaCards } from "../../media-node/onnx/devices/found/nvidia-cards.ts";
import type { ProviderChoice } from "../../media-node/onnx/devices/provider-choice.ts";
import { machineMemoryBytes } from "../../shared/process/machine-memory.ts";

const AMD_DEVICES = "/sys/class/drm";

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
    gpuMemoryBytes: Math.max(0, ...(await Promise.all(devices.map(memoryOf)))),
    gpuLack: lack === undefined ? null : `${lack.reason}. ${lack.remedy}`,
  };
}

/** Of a device that WebGPU chooses and says nothing of, the memory of the largest card that is there. */
async function memoryOf({ provider, memoryBytes }: FoundDevice): Promise<number> {
  if (memoryBytes !== null || provider !== "webgpu") return memoryBytes ?? 0;
  const { cards } = await listNvidiaCards();
  return Math.max(await amdMemoryBytes(), ...cards.map((card) => card.memoryBytes ?? 0));
}

/** The kernel's own numbers; those of graphics without a memory of their own are small or not there. */
async function amdMemoryBytes(): Promise<number> {
  const cards = await readdir(AMD_DEVICES).catch(() => []);
  const numbers = await Promise.all(
    cards.map((card) =>
      readFile(join(AMD_DEVICES, card, "device", "mem_info_vram_total"), "utf8").then(Number, () => 0),
    ),
  );
  return Math.max(0, ...numbers.filter(Number.isFinite));
}
