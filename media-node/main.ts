// The media node's entry point: settings, logger, and a life from start to stop.
import "../shared/process/check-node.ts";
import { newId } from "../shared/ids.ts";
import { createLogger, readLogLevel } from "../shared/logger.ts";
import { makeOwnFolders } from "../shared/process/own-folders.ts";
import { takeSettings } from "../shared/process/private-settings.ts";
import { runProcessUntilStopped } from "../shared/process/run-process.ts";
import { warnOfUnknownSettings } from "../shared/process/unknown-settings.ts";
import { startTraced } from "../shared/tracing/open-tracing.ts";
import { readMediaNodeConfig } from "./config.ts";
import { startMediaNode } from "./start-media-node.ts";

const nodeId = newId("node");
const logger = createLogger("media-node").child({ nodeId });
await runProcessUntilStopped(logger, async () => {
  const settings = takeSettings(process.env);
  logger.level = readLogLevel(settings);
  warnOfUnknownSettings(settings, logger);
  const config = readMediaNodeConfig(settings);
  makeOwnFolders(config.folders);
  return startTraced(config.traces, "clipmill-media-node", logger, () =>
    startMediaNode(config, nodeId, logger),
  );
});
