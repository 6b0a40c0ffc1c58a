// Models on devices: what this machine has, each engine on each device against the CPU, and, on simulated cards, what a
// process for each device gives and costs. On a machine without a device the last part is all that is measured.
import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import type { FoundDevice } from "../media-node/onnx/devices/discovery/found-device.ts";
import { findDevices } from "../media-node/onnx/devices/find-devices.ts";
import { openDevices } from "../media-node/onnx/devices/open-devices.ts";
import { explicitChoice } from "../media-node/onnx/devices/provider-choice.ts";
import type { ExecutionProvider } from "../media-node/onnx/execution-providers.ts";
import { DEVICE_LIMITS } from "../shared/limits/devices.ts";
import { createLogger } from "../shared/logger.ts";
import { compareDecoderMemories } from "./gpu/decoder-memory.ts";
import { distance, ENGINE_TRIALS } from "./gpu/engines.ts";
import { openCards } from "./gpu/simulated-cards.ts";
import { SIMULATIONS } from "./gpu/simulation.ts";
import type { BenchDefinition } from "./measuring/harness.ts";
import { alignColumns, formatNumber } from "./measuring/report.ts";

const COLUMNS = ["engine", "runs on", "first ms", "then ms", "CPU ms", "ratio", "largest difference", "mean"];

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const start = performance.now();
  const value = await work();
  return { value, ms: performance.now() - start };
}

/** Every engine on one device, a line each. */
async function compareEngines(device: FoundDevice): Promise<void> {
  const opened = await openDevices([device], { logger: createLogger("bench", "warn") });
  const rows: string[][] = [];
  try {
    for (const { name, open, isLeftOut } of ENGINE_TRIALS) {
      if (isLeftOut?.(device.provider) === true) continue;
      const folder = await mkdtemp(join(tmpdir(), "clipmill-bench-"));
      const on = (provider: ExecutionProvider) =>
        open({ providers: [provider], threads: availableParallelism() }, folder);
      try {
        const onCpu = await on("cpu");
        await onCpu();
        const cpu = await timed(onCpu);
        const onDevice = await on(device.provider);
        const first = await timed(onDevice);
        const then = await timed(onDevice);
        if (cpu.value.length === 0) throw new Error("the CPU gave no numbers to compare");
        const { largest, mean } = distance(then.value, cpu.value);
        const numbers = [first.ms, then.ms, cpu.ms, then.ms / cpu.ms].map(formatNumber);
        rows.push([name, device.name, ...numbers, largest.toExponential(1), mean.toExponential(1)]);
      } catch (error) {
        rows.push([
          name,
          device.name,
          error instanceof Error ? `${error.message} ${error.cause ?? ""}` : String(error),
        ]);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    }
  } finally {
    await opened.close();
  }
  console.log(`${alignColumns([COLUMNS, ...rows]).join("\n")}\n`);
}

/** Of PCI Express 3 with 16 lanes. */
const BUS_MS_PER_MB = 0.08;

async function compareMemoriesOn(device: FoundDevice): Promise<void> {
  const limits = { beatMs: 500, lookMs: 1_000 };
  const devices = await openDevices([device], { logger: createLogger("bench", "warn"), limits });
  try {
    await compareDecoderMemories({ ...device, devices });
  } finally {
    await devices.close();
  }
}

/** What a simulated card computes takes as long as on this machine's processor: only what it copies tells something. */
async function compareSimulatedMemories(): Promise<void> {
  const card = { msPerRun: 0, msPerRow: 0, msPerMb: BUS_MS_PER_MB };
  const { devices, close } = await openCards(1, card, { runTimeoutMs: DEVICE_LIMITS.runTimeoutMs });
  try {
    await compareDecoderMemories({ name: "a simulated card", provider: "cuda", devices });
  } finally {
    await close();
  }
}

function findNamed({ devices = "" }: Readonly<Record<string, string>>) {
  const providers = devices.split(",").filter((name) => name === "cuda" || name === "webgpu");
  return findDevices(explicitChoice(providers));
}

/** Simulated cards take a minute and say nothing of this machine. */
async function whyNoDevice(options: Readonly<Record<string, string>>): Promise<string | undefined> {
  const { devices, missing } = await findNamed(options);
  if (devices.length > 0) return undefined;
  return `there is no device here (${missing.map(({ provider, reason }) => `${provider}: ${reason}`).join("; ")})`;
}

const definition: BenchDefinition = {
  name: "gpu",
  description: "engines on this machine's devices against the CPU; devices' processes on simulated cards",
  repeats: 1,
  options: { devices: "cuda,webgpu", simulate: "yes" },
  quick: { options: { simulate: "no" }, leftOut: whyNoDevice },
  run: async ({ compare, options, signal }) => {
    const { devices, missing, problems } = await findNamed(options);
    for (const { provider, reason } of missing) console.log(`No ${provider} here: ${reason}.`);
    for (const problem of problems) console.log(problem);
    for (const device of devices) {
      signal.throwIfAborted();
      await compareEngines(device);
      if (device.provider === "cuda") await compareMemoriesOn(device);
    }
    if (options.simulate !== "yes") return;
    await compareSimulatedMemories();
    for (const simulation of SIMULATIONS) await compare(simulation);
  },
};

export default definition;
