// The control plane's entry point: settings, logger, and a life from start to stop.
import "../shared/process/check-node.ts";
import { createLogger, readLogLevel } from "../shared/logger.ts";
import { makeOwnFolders } from "../shared/process/own-folders.ts";
import { takeSettings } from "../shared/process/private-settings.ts";
import { runProcessUntilStopped } from "../shared/process/run-process.ts";
import { warnOfUnknownSettings } from "../shared/process/unknown-settings.ts";
import { startTraced } from "../shared/tracing/open-tracing.ts";
import { readControlPlaneConfig } from "./config.ts";
import { startControlPlane } from "./start-control-plane.ts";

const logger = createLogger("control-plane");
await runProcessUntilStopped(logger, async () => {
  const settings = takeSettings(process.env);
  logger.level = readLogLevel(settings);
  warnOfUnknownSettings(settings, logger);
  const config = readControlPlaneConfig(settings);
  makeOwnFolders(config.folders);
  return startTraced(config.traces, "clipmill-control-plane", logger, () =>
    startControlPlane(config, logger),
  );
});
