// Cards as a benchmark has them: a process for each, for real, with models that run on the CPU and times that a card would
// take (see simulated-device.ts). What is measured is ours: batching, sharing out, what is lost with a device.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type OpenDevices, openDevices } from "../../media-node/onnx/devices/open-devices.ts";
import { type OnnxSession, openOnnxSession } from "../../media-node/onnx/onnx-session.ts";
import { Tensor } from "../../media-node/onnx/tensor.ts";
import { withShare } from "../../media-node/threads/call-context.ts";
import type { DeviceLimits } from "../../shared/limits/devices.ts";
import { createLogger } from "../../shared/logger.ts";
import type { DeviceFault, SimulatedDevice } from "../../test/support/models/simulated-device.ts";

const BACKEND = new URL("../../test/support/models/simulated-device.ts", import.meta.url);
const QUICK: Partial<DeviceLimits> = {
  beatMs: 100,
  lookMs: 200,
  runTimeoutMs: 1_000,
  restartMs: { min: 100, max: 100 },
  memoryShare: 1,
};
/** What a call costs a card: the larger part of it once a run, whatever its rows. */
const CARD = { memoryBytes: 2 ** 30, msPerRun: 20, msPerRow: 1 };

export interface Cards {
  readonly devices: OpenDevices;
  /** Takes the next run of a card down. */
  readonly fail: (card: number, fault: DeviceFault) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** @param limits other times than those in which faults are soon over */
export async function openCards(
  count: number,
  card: Partial<SimulatedDevice> = {},
  limits: Partial<DeviceLimits> = {},
): Promise<Cards> {
  const folder = await mkdtemp(join(tmpdir(), "clipmill-bench-"));
  const faultFile = (index: number): string => join(folder, `fault-${index}`);
  const cards = Array.from({ length: count }, (_, index) => ({
    provider: "cuda" as const,
    index,
    uuid: null,
    memoryBytes: card.memoryBytes ?? CARD.memoryBytes,
    extra: { ...CARD, ...card, faultFile: faultFile(index) },
  }));
  const devices = await openDevices(cards, {
    logger: createLogger("bench", "silent"),
    backend: BACKEND,
    limits: { ...QUICK, ...limits },
  });
  return {
    devices,
    fail: (index, fault) => writeFile(faultFile(index), fault),
    close: async () => {
      await devices.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What the model of the benchmark adds. */
export const ADDED = 3;

export function openAdder(path: string, maxRows: number): Promise<OnnxSession> {
  return openOnnxSession(path, { providers: ["cuda"], threads: 1, batching: { maxRows } });
}

export interface Load {
  readonly right: number;
  readonly wrong: number;
  readonly failed: number;
  readonly seconds: number;
  readonly longestMs: number;
}

/** So many runs, each with one call after the other, for so long; every answer is checked. */
export async function callFor(
  durationMs: number,
  runs: number,
  sessions: readonly OnnxSession[],
): Promise<Load> {
  const start = performance.now();
  const load = { right: 0, wrong: 0, failed: 0, longestMs: 0 };
  const call = async (session: OnnxSession, value: number): Promise<void> => {
    const x = new Tensor("float32", Float32Array.of(value, -value), [1, 2]);
    const calledMs = performance.now();
    try {
      const { y } = await session.run({ x });
      const isRight = (y?.data as Float32Array | undefined)?.[0] === value + ADDED;
      load[isRight ? "right" : "wrong"] += 1;
    } catch {
      load.failed += 1;
    }
    load.longestMs = Math.max(load.longestMs, performance.now() - calledMs);
  };
  const work = async (run: number): Promise<void> => {
    for (let count = 0; performance.now() - start < durationMs; count += 1) {
      const session = sessions[(run + count) % sessions.length];
      if (session !== undefined) await call(session, run * 1_000 + (count % 1_000));
    }
  };
  await Promise.all(Array.from({ length: runs }, (_, run) => withShare(`run ${run}`, () => work(run))));
  return { ...load, seconds: (performance.now() - start) / 1_000 };
}
