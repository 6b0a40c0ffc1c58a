// How much memory the largest of the devices has on which models can run.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FoundDevice } from "./found-device.ts";
import { listNvidiaCards } from "./nvidia-cards.ts";

const AMD_DEVICES = "/sys/class/drm";

/** In bytes; 0 without a device. */
export async function gpuMemoryBytes(devices: readonly FoundDevice[]): Promise<number> {
  return Math.max(0, ...(await Promise.all(devices.map(memoryOf))));
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
