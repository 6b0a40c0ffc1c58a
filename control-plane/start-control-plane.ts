// Wires the control plane: migrates, connects, starts the HTTP server and the worker, and stops them in order. Apart
// from main.ts, so that tests start exactly what production starts.
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { collectDefaultMetrics, Registry } from "prom-client";
import { connectDatabase } from "../shared/db/connect.ts";
import { migrateDatabase } from "../shared/db/migrate.ts";
import type { Logger } from "../shared/logger.ts";
import type { RunningProcess } from "../shared/run-process.ts";
import { openStorage } from "../shared/storage/open-storage.ts";
import { StorageRoom } from "../shared/storage/room.ts";
import { createAdmission } from "./accounts/admission.ts";
import type { ControlPlaneConfig } from "./config.ts";
import { balanceRoutes } from "./http/balance-routes.ts";
import { catalogRoutes } from "./http/catalog-routes.ts";
import { rememberClientAddresses } from "./http/client-address.ts";
import { clipRoutes } from "./http/clip-routes.ts";
import { documentRoutes } from "./http/document-routes.ts";
import { eventRoutes } from "./http/event-routes.ts";
import { fileRoutes } from "./http/file-routes.ts";
import { generationRoutes } from "./http/generation-routes.ts";
import { generationTaskRoutes } from "./http/generation-task-routes.ts";
import { healthRoutes } from "./http/health-routes.ts";
import { highlightRoutes } from "./http/highlight-routes.ts";
import { createHttpMetrics } from "./http/http-metrics.ts";
import { jobRoutes } from "./http/job-routes.ts";
import { placeholderRoutes } from "./http/placeholder-routes.ts";
import { createPublicAddress, httpUrl, reachableHost } from "./http/public-address.ts";
import { startHttpServer } from "./http/server.ts";
import { fileLink, type LinkSettings } from "./http/signed-links.ts";
import { transcriptionRoutes } from "./http/transcription-routes.ts";
import { uploadRoutes } from "./http/upload-routes.ts";
import { usageRoutes } from "./http/usage-routes.ts";
import { webhookRoutes } from "./http/webhook-routes.ts";
import { createTaskWatch } from "./tasks/task-watch.ts";
import { createUsageRecorder } from "./usage/usage-recorder.ts";
import { startControlWorker } from "./worker/control-worker.ts";
import { watchRoom } from "./worker/watch-room.ts";

function isLoopback(host: string): boolean {
  return host === "localhost" || (isIP(host) !== 0 && ipaddr.process(host).range() === "loopback");
}

/** A webhook has no request that would say how its receiver reaches this service. */
function warnOfWebhookLinks(config: ControlPlaneConfig, logger: Logger): void {
  if (config.publicUrl !== null || isLoopback(config.host)) return;
  const host = reachableHost(config.host);
  logger.warn(
    { host },
    "CLIPMILL_PUBLIC_URL is not set: links in webhooks begin with an address of this machine",
  );
}

function warnOfSpoofing(config: ControlPlaneConfig, logger: Logger): void {
  if (config.trustedProxies !== null || isLoopback(config.host)) return;
  logger.warn(
    "CLIPMILL_TRUSTED_PROXIES is not set: anyone can claim any address in x-forwarded-for, so IP allowlists can be spoofed",
  );
}

/** Starts a whole control plane. @throws when the database, the storage or the address cannot be used */
export async function startControlPlane(config: ControlPlaneConfig, logger: Logger): Promise<RunningProcess> {
  warnOfSpoofing(config, logger);
  warnOfWebhookLinks(config, logger);
  const storage = openStorage(config.storage);
  const room = new StorageRoom(storage, config.storageFloorBytes);
  await migrateDatabase(config.databaseUrl, logger);
  const sql = connectDatabase(config.databaseUrl, { applicationName: "clipmill control-plane" });
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const roomWatch = watchRoom(room, registry, logger);
  // The port is known only once the server listens, when it was left to the system.
  let ownUrl = "";
  const { publicUrl, trustedProxies, secrets } = config;
  const address = createPublicAddress({ publicUrl, trustedProxies, ownUrl: () => ownUrl });
  const links: LinkSettings = {
    get publicUrl() {
      return address.publicUrl;
    },
    secrets,
  };
  const signFile = (storageKey: string): string => fileLink(links, storageKey);
  const recorder = createUsageRecorder(sql, logger);
  const { networkPolicy, prices, host, port, modelTimes } = config;
  const watch = createTaskWatch(sql, logger);
  const jobServices = { sql, networkPolicy, prices, signFile };
  const served = [
    ...healthRoutes({ sql, registry }),
    ...clipRoutes({ ...jobServices, captionPresets: config.captionPresets }),
    ...highlightRoutes(jobServices),
    ...transcriptionRoutes(jobServices),
    ...jobRoutes({ sql, signFile }),
    ...eventRoutes({ sql, watch, signFile }),
    ...uploadRoutes({ sql, storage, room, quotas: config.uploadQuotas, links }),
    ...fileRoutes({ storage, links }),
    ...webhookRoutes({ sql }),
    ...catalogRoutes({ sql, signFile, links, modelTimes }),
    ...placeholderRoutes(),
    ...generationRoutes({ sql, prices, networkPolicy, modelTimes, signFile }),
    ...generationTaskRoutes({ sql, signFile }),
    ...balanceRoutes(),
    ...usageRoutes({ sql, recorder }),
  ];
  const routes = [...served, ...documentRoutes({ routes: served, links })];
  const metrics = createHttpMetrics(registry);
  // A connection of its own: no other query stands before an admission. Counts may be lost in a crash of the machine.
  const admissionSql = connectDatabase(config.databaseUrl, {
    ...{ applicationName: "clipmill admission", connections: 1, synchronousCommit: false },
  });
  const admission = createAdmission(admissionSql, config.defaultLimits);
  const clientAddress = rememberClientAddresses(trustedProxies);
  const services = { admission, clientAddress, address, logger, metrics, recordUsage: recorder.record };
  const server = await startHttpServer({ ...services, routes, host, port });
  ownUrl = httpUrl(reachableHost(host), server.port);
  const { databaseUrl, webhooks } = config;
  const worker = await startControlWorker({
    ...{ sql, databaseUrl, storage, logger, registry, signFile, networkPolicy, webhooks, modelTimes },
  });
  return {
    url: ownUrl,
    stop: async () => {
      // Streams end only with their tasks: they are ended first, or the server would wait for them.
      watch.close();
      await server.close();
      await worker.stop();
      await recorder.stop();
      await roomWatch.stop();
      await Promise.all([sql.end({ timeout: 5 }), admissionSql.end({ timeout: 5 })]);
    },
  };
}
