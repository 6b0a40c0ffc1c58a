// Wires a media node: finds what the machine has, connects, starts devices, threads and the worker, and stops them in order.
import { hostname } from "node:os";
import { sessionAddress } from "../shared/db/database-addresses.ts";
import { isDrainAsked } from "../shared/db/queue/drains.ts";
import { waitForSchema } from "../shared/db/schema/wait-for-schema.ts";
import { waitForDatabase } from "../shared/db/wait-for-database.ts";
import type { Logger } from "../shared/logger.ts";
import { httpUrl, reachableHost } from "../shared/network/listening-address.ts";
import type { RunningProcess } from "../shared/process/run-process.ts";
import { openStorage } from "../shared/storage/open-storage.ts";
import type { MediaNodeConfig } from "./config.ts";
import { openDatabases } from "./db/open-databases.ts";
import { decidePlaces, findHardware, findPrograms } from "./found-machine.ts";
import { watchBundles } from "./models/watch-bundles.ts";
import { watchNodeStatus } from "./node-status.ts";
import type { OpenDevices } from "./onnx/devices/open-devices.ts";
import { prepareTools } from "./prepare-tools.ts";
import { startDevices, startThreads } from "./start-devices.ts";
import { startWorker } from "./start-worker.ts";
import { openInstaller } from "./worker/installs/open-installer.ts";
import { drainBeforeStop } from "./worker/node-drain.ts";
import type { NodeServices } from "./worker/node-services.ts";
import { createActiveRuns } from "./worker/runs/active-runs.ts";
import { createRunRecords } from "./worker/runs/run-records.ts";
import { openScratchFolder } from "./worker/scratch-folder.ts";
import { stopNode } from "./worker/stop-node.ts";

/** Waits for the database, and for a control plane to bring it to this version. */
async function waitForTables(config: MediaNodeConfig, logger: Logger): Promise<void> {
  await waitForDatabase(config, logger);
  await waitForSchema(sessionAddress(config), logger);
}

/** Starts a whole media node. @throws when the database, the storage, a program or the address cannot be used */
export async function startMediaNode(
  config: MediaNodeConfig,
  nodeId: string,
  logger: Logger,
): Promise<RunningProcess> {
  const programs = await findPrograms(config);
  const storage = await openStorage(config.storage, logger);
  // Trying encoders and decoders takes about as long as looking at the tables.
  const [hardware] = await Promise.all([
    findHardware(config, programs, logger),
    waitForTables(config, logger),
  ]);
  const scratch = await openScratchFolder(config.scratchDir, nodeId, logger);
  const scratchRoot = scratch.path;
  const databases = await openDatabases(config, logger);
  // The pages of its status are there before its devices, which may take a while.
  let devices: OpenDevices | undefined;
  const isDeviceUp = (): boolean => devices?.status().some(({ isUp }) => isUp) ?? false;
  const status = await watchNodeStatus(config, { databases, scratchRoot, storage, isDeviceUp, logger });
  const places = await decidePlaces(config, hardware.compute, scratchRoot);
  const installed = await watchBundles({ ...config.models, logger });
  devices = await startDevices(config, hardware, status, logger);
  const tools = await prepareTools(config, { ...hardware, programs, installed }, status, logger);
  startThreads(config, hardware, places, logger);
  const { room, drain, metrics, pages } = status;
  const services: NodeServices = {
    nodeId,
    ...databases,
    runs: createRunRecords(databases.sql),
    storage,
    policy: config.networkPolicy,
    tools,
    installed,
    scratchRoot,
    activeRuns: createActiveRuns(),
    room,
    metrics,
    logger,
  };
  drain.setAsked(await isDrainAsked(databases.leaseSql, { id: nodeId, host: hostname() }));
  const installing = { sql: databases.sql, nodeId, settings: config.models, installed, logger };
  const installer = await openInstaller({ ...config, ...installing }, hardware.compute.devices);
  const worker = await startWorker(config, { services, hardware, places, installed, installer, status });
  const parts = {
    installer,
    worker,
    room,
    devices,
    databases: [databases.sql, databases.leaseSql],
    scratch,
    status: pages,
  };
  return {
    url: httpUrl(reachableHost(config.host), pages.port),
    stop: async () => {
      await drainBeforeStop(drain, config.drainMs, (message) => logger.info(message));
      installed.close();
      await stopNode(parts, logger);
    },
  };
}
