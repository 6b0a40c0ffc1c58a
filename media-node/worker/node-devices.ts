// What a node computes on, as its operator hears of it at start: what was named and cannot be had ends the start, what
// was only looked for is told in the log.
import type { LeasedCompute } from "../../shared/db/queue/worker-leases.ts";
import { AppError } from "../../shared/errors.ts";
import type { Logger } from "../../shared/logger.ts";
import { SettingError } from "../../shared/process/environment.ts";
import type { ModelBundle } from "../models/model-bundle.ts";
import type { DeviceSearch, FoundDevice, MissingProvider } from "../onnx/devices/discovery/found-device.ts";
import type { ProviderChoice } from "../onnx/devices/provider-choice.ts";
import type { ExecutionProvider } from "../onnx/execution-providers.ts";
import type { NodeModels } from "../pipelines/node-models.ts";

/** What a node computes on, as long as it runs. */
export interface NodeCompute {
  readonly devices: readonly FoundDevice[];
  /** The provider that each model ran on last, by the model's name; whoever loads a model says so here. */
  readonly modelProviders: Map<string, string>;
}

/** Whether a model runs on a device here: one that no device takes is known by having run on the CPU. */
export function runsOnDevice(
  { devices, modelProviders }: NodeCompute,
  bundle: Pick<ModelBundle, "manifest"> | undefined,
): boolean {
  return devices.length > 0 && bundle !== undefined && modelProviders.get(bundle.manifest.name) !== "cpu";
}

/** Whether speech is recognized on a device here; not by a model that is gone, or that is better off on the CPU. */
export function recognizesOnDevice(compute: NodeCompute, { speech }: Pick<NodeModels, "speech">): boolean {
  try {
    const { place, bundle } = speech();
    return place === "device" && runsOnDevice(compute, bundle);
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** For the node's lease, where operators read it. */
export function leasedCompute({ devices, modelProviders }: NodeCompute): LeasedCompute {
  return {
    devices: devices.map(({ provider, index, name, memoryBytes }) => ({
      provider,
      index,
      name,
      memoryBytes,
    })),
    modelProviders: Object.fromEntries(modelProviders),
  };
}

function lackText({ provider, reason, remedy }: MissingProvider): string {
  return `names ${provider}, which cannot be had: ${reason}. ${remedy}`;
}

/**
 * The providers of the choice that this machine has, in its order.
 * @throws SettingError where the operator named one that cannot be had
 */
export function usableProviders(
  choice: ProviderChoice,
  { devices, missing, problems }: DeviceSearch,
  logger: Logger,
): readonly ExecutionProvider[] {
  if (choice.isExplicit && missing.length > 0) {
    throw new SettingError("CLIPMILL_EXECUTION_PROVIDERS", missing.map(lackText).join(" It also "));
  }
  const providers = choice.providers.filter(
    (name) => name === "cpu" || devices.some(({ provider }) => provider === name),
  );
  logger.info({ providers, devices }, "models run on");
  for (const problem of problems) logger.warn({ problem }, "a device is left out");
  for (const { provider, hasDevice, reason, remedy } of missing) {
    const level = hasDevice ? "warn" : "debug";
    logger[level]({ provider, reason, remedy }, "models cannot run on a device of this machine");
  }
  return providers;
}
