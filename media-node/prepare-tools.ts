// Makes the tools that all runs of a node share, and tells the log and the metrics what they are.
import type { Logger } from "../shared/logger.ts";
import type { MediaNodeConfig } from "./config.ts";
import type { ChosenPrograms } from "./ffmpeg/choose-ffmpeg.ts";
import { childFence } from "./ffmpeg/find-fence.ts";
import type { FoundHardware } from "./found-machine.ts";
import { createMediaTools } from "./media-tools.ts";
import type { WatchedBundles } from "./models/watch-bundles.ts";
import type { NodeStatus } from "./node-status.ts";
import type { MediaTools } from "./pipelines/run-context.ts";
import {
  createModelObserver,
  reportDetectors,
  reportedEncoder,
  reportPrograms,
} from "./worker/capability-reports.ts";

/**
 * Called once at start, before the worker takes jobs: metrics and log then say what this node can do.
 * @throws SettingError where the speech model that was asked for is not there
 */
export async function prepareTools(
  config: MediaNodeConfig,
  machine: FoundHardware & { readonly programs: ChosenPrograms; readonly installed: WatchedBundles },
  { metrics }: NodeStatus,
  logger: Logger,
): Promise<MediaTools> {
  const { programs, encoding, executionProviders, compute, installed } = machine;
  reportPrograms(programs, await childFence(), { metrics, logger });
  metrics.setDevices(compute.devices);
  const tools = createMediaTools(
    { ...config, ...programs, models: { speechModel: config.models.speechModel, executionProviders } },
    {
      bundles: installed.bundles,
      modelObserver: createModelObserver({ metrics, logger, modelProviders: compute.modelProviders }),
      encoding: reportedEncoder(encoding, { metrics, logger }),
      onRangedRead: metrics.onRangedRead,
    },
  );
  reportDetectors(tools.models, installed, { metrics, logger });
  return tools;
}
