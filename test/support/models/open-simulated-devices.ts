// Devices of a node as tests have them: processes for real, on simulated cards (see simulated-device.ts).
import type { TestContext } from "node:test";
import { type OpenDevices, openDevices } from "../../../media-node/onnx/devices/open-devices.ts";
import type { DeviceLimits } from "../../../shared/limits/devices.ts";
import { createLogger } from "../../../shared/logger.ts";
import { cleanUp } from "../clean-up.ts";
import type { SimulatedDevice } from "./simulated-device.ts";

const BACKEND = new URL("./simulated-device.ts", import.meta.url);
/** Quick enough for a test to see what takes seconds. */
const QUICK: Partial<DeviceLimits> = {
  beatMs: 50,
  lookMs: 50,
  beatTimeoutMs: 10_000,
  overBudgetMs: 100,
  restartMs: { min: 50, max: 200 },
  memoryShare: 1,
};

/** Starts them; they end with the test. */
export async function openSimulatedDevices(
  t: TestContext,
  cards: readonly SimulatedDevice[],
  limits: Partial<DeviceLimits> = {},
): Promise<OpenDevices> {
  const devices = cards.map((card, index) => ({
    provider: "cuda" as const,
    index,
    uuid: null,
    memoryBytes: card.memoryBytes,
    extra: card,
  }));
  const opened = await openDevices(devices, {
    logger: createLogger("test", "silent"),
    backend: BACKEND,
    limits: { ...QUICK, ...limits },
  });
  cleanUp(t, () => opened.close());
  return opened;
}
