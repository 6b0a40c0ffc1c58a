// What this machine has for models. A GPU counts only where ONNX Runtime can run a model on it: without its libraries,
// a model that was made for one would run on the CPU, slower than the one that was made for that.
import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Machine } from "../../media-node/models/catalogue/recommend-models.ts";
import { BUILT_IN_MODELS_DIR } from "../../media-node/models/find-bundles.ts";
import type { ExecutionProvider } from "../../media-node/onnx/onnx-session.ts";
import { machineMemoryBytes } from "../../shared/process/machine-memory.ts";

const DRIVER_TIMEOUT_MS = 10_000;
const AMD_DEVICES = "/sys/class/drm";
const SMALL_MODEL = join(BUILT_IN_MODELS_DIR, "virality-en", "model.onnx");

/** The machine without its GPU, which takes no time to find. */
export function findComputer(): Machine {
  return { cores: availableParallelism(), memoryBytes: machineMemoryBytes(), gpuMemoryBytes: 0 };
}

/** The machine; its GPU where one of the providers can use it. */
export async function findMachine(providers: readonly ExecutionProvider[]): Promise<Machine> {
  const memories = await Promise.all([nvidiaMemoryBytes(), amdMemoryBytes()]);
  const gpuMemoryBytes = Math.max(...memories);
  const isUsable = gpuMemoryBytes > 0 && (await canRunOnGpu(providers));
  return { ...findComputer(), gpuMemoryBytes: isUsable ? gpuMemoryBytes : 0 };
}

/** The largest number of what NVIDIA's driver lists in MiB, in bytes; 0 where it lists none. */
export function largestMemoryBytes(listed: string): number {
  const numbers = listed.split("\n").map((line) => Number.parseInt(line, 10));
  return Math.max(0, ...numbers.filter(Number.isFinite)) * 2 ** 20;
}

function nvidiaMemoryBytes(): Promise<number> {
  const query = ["--query-gpu=memory.total", "--format=csv,noheader,nounits"];
  return new Promise((resolve) => {
    execFile("nvidia-smi", query, { timeout: DRIVER_TIMEOUT_MS }, (error, stdout) =>
      resolve(error === null ? largestMemoryBytes(stdout) : 0),
    );
  });
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

async function canRunOnGpu(providers: readonly ExecutionProvider[]): Promise<boolean> {
  const onGpu = providers.filter((provider) => provider !== "cpu");
  if (onGpu.length === 0) return false;
  // ONNX Runtime is loaded only where there is something to try.
  const { openOnnxSession } = await import("../../media-node/onnx/onnx-session.ts");
  try {
    const session = await openOnnxSession(SMALL_MODEL, { providers: onGpu, threads: 1 });
    await session.dispose();
    return true;
  } catch {
    return false;
  }
}
