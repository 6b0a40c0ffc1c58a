// Every route of the control plane with the services that it needs. The public API's stand here, the console's beside it.
import { LANE_LIMITS } from "../shared/limits/requests.ts";
import { createInputChecks } from "./catalog/input-checks.ts";
import { createModelCheck } from "./catalog/model-check.ts";
import { consolePageRoutes, consoleRoutes } from "./console-routes.ts";
import { FairLane } from "./http/fair-lane.ts";
import type { Route } from "./http/route.ts";
import { balanceRoutes } from "./http/routes/balance-routes.ts";
import { captionRoutes } from "./http/routes/caption-routes.ts";
import { catalogRoutes } from "./http/routes/catalog-routes.ts";
import { clipRoutes } from "./http/routes/clip-routes.ts";
import { type CreateRoutesServices, createRoutes } from "./http/routes/create-routes.ts";
import { documentRoutes } from "./http/routes/document-routes.ts";
import { eventRoutes } from "./http/routes/event-routes.ts";
import { exportRoutes } from "./http/routes/export-routes.ts";
import { fileRoutes } from "./http/routes/file-routes.ts";
import { healthRoutes } from "./http/routes/health-routes.ts";
import { placeholderRoutes } from "./http/routes/placeholder-routes.ts";
import { taskRoutes } from "./http/routes/task-routes.ts";
import { uploadContentRoutes } from "./http/routes/upload-content-routes.ts";
import { uploadRoutes } from "./http/routes/upload-routes.ts";
import { usageRoutes } from "./http/routes/usage-routes.ts";
import { uploadLink } from "./http/signed-links.ts";
import { checkReadiness } from "./readiness.ts";
import type { ControlPlaneServices } from "./services.ts";
import type { UploadServices } from "./tasks/uploads/announce-upload.ts";

function servicesOfCreates({
  config,
  databases,
  storage,
  creates,
  views,
  logger,
}: ControlPlaneServices): CreateRoutesServices {
  return {
    sql: databases.writes,
    storage,
    creates,
    inputChecks: createInputChecks(),
    isUsable: createModelCheck(logger),
    viewTask: views.viewTask,
    readOutput: views.readOutput,
    networkPolicy: config.networkPolicy,
    prices: config.prices,
    modelTimes: config.modelTimes,
    captionPresets: config.captionPresets,
    bounds: config.bounds,
    fileRetention: config.fileRetention,
  };
}

function uploadServices({ config, databases, storage, room, links }: ControlPlaneServices): UploadServices {
  return {
    sql: databases.writes,
    storage,
    lanes: { looks: new FairLane(LANE_LIMITS.looks), joins: new FairLane(LANE_LIMITS.joins) },
    room,
    quotas: config.uploadQuotas,
    keptMs: config.fileRetention.uploadsMs,
    signUpload: (storageKey, leftMs, partNumber) => uploadLink(links, storageKey, leftMs, partNumber),
  };
}

/** Every route, in the order in which they are registered. */
export function allRoutes(services: ControlPlaneServices): Route[] {
  const { config, databases, lanes, storage, room, links, views, watch, recorder, registry, logger } =
    services;
  const { signFile, viewTask, readOutput } = views;
  const { reads, writes } = databases;
  const { prices, modelTimes, bounds, fileRetention } = config;
  const checkReady = (): Promise<void> => checkReadiness(databases, lanes);
  const creating = servicesOfCreates(services);
  const { isUsable } = creating;
  const uploads = uploadServices(services);
  const { onDeliveriesDue } = services;
  const ofTasks = { reads, writes, storage, logger, onDeliveriesDue, ...views };
  const served = [
    ...healthRoutes({
      checkReady,
      shortage: () => room.shortage(),
      registry: config.metrics === null ? registry : null,
    }),
    ...createRoutes(creating, "jobs"),
    ...taskRoutes(ofTasks, "jobs"),
    ...captionRoutes({ reads, ...views }),
    ...exportRoutes({ sql: reads, storage, readOutput }),
    ...clipRoutes({ sql: reads, storage, readOutput, signFile, fileRetention }),
    ...eventRoutes({ sql: reads, watch, viewTask }),
    ...uploadRoutes(uploads, bounds),
    ...uploadContentRoutes({ ...uploads, links }),
    ...fileRoutes({ storage, links }),
    ...catalogRoutes({ sql: reads, signFile, links, modelTimes, prices, bounds, isUsable }),
    ...placeholderRoutes(),
    ...createRoutes(creating, "generation-tasks"),
    ...taskRoutes(ofTasks, "generation-tasks"),
    ...balanceRoutes(),
    ...usageRoutes({ sql: reads, recorder }),
  ];
  return [
    ...served,
    ...consoleRoutes(services),
    ...documentRoutes({ routes: served, links, bounds }),
    ...consolePageRoutes(services),
  ];
}
