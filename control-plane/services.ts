// The services of a control plane: opened once at its start, and shared by its routes, its operators' console and its worker.
import type { Registry } from "prom-client";
import { sessionAddress } from "../shared/db/database-addresses.ts";
import { migrateTables } from "../shared/db/schema/migrate.ts";
import { waitForDatabase } from "../shared/db/wait-for-database.ts";
import { LANE_LIMITS } from "../shared/limits/requests.ts";
import type { Logger } from "../shared/logger.ts";
import { registerPoolMetrics } from "../shared/metrics/pool-metrics.ts";
import { createProcessRegistry } from "../shared/metrics/process-registry.ts";
import type { ObjectStorage } from "../shared/storage/object-storage.ts";
import { openStorage } from "../shared/storage/open-storage.ts";
import { StorageRoom } from "../shared/storage/room.ts";
import { PasswordHasher } from "./accounts/people/password-hash.ts";
import { createSessionAdmission, type SessionAdmission } from "./accounts/people/session-admission.ts";
import { FactorCipher } from "./accounts/second-factor/factor-cipher.ts";
import { resealFactors } from "./accounts/second-factor/reseal-factors.ts";
import type { ControlPlaneConfig } from "./config.ts";
import { type Databases, openDatabases } from "./databases.ts";
import type { Lanes } from "./http/exchange.ts";
import { FairLane } from "./http/fair-lane.ts";
import { createPublicLinks, type PublicLinks } from "./public-links.ts";
import { createTaskServices, type TaskServices } from "./task-services.ts";
import { createUsageRecorder, type UsageRecorder } from "./usage/usage-recorder.ts";
import { registerClusterMetrics } from "./worker/cluster-metrics.ts";
import { WorkerNotifier } from "./worker/worker-notifier.ts";

/** What a control plane is made of. */
export interface ControlPlaneServices extends PublicLinks, TaskServices {
  readonly config: ControlPlaneConfig;
  readonly logger: Logger;
  readonly registry: Registry;
  readonly databases: Databases;
  readonly storage: ObjectStorage;
  readonly room: StorageRoom;
  readonly lanes: Lanes;
  readonly sessions: SessionAdmission;
  readonly hasher: PasswordHasher;
  readonly cipher: FactorCipher;
  readonly recorder: UsageRecorder;
  readonly workerNotifier: WorkerNotifier;
  readonly onDeliveriesDue: () => void;
}

/** The metrics of this process, its database pools, and the whole appliance. */
function registryOf({ end: _end, ...pools }: Databases): Registry {
  const registry = createProcessRegistry();
  registerPoolMetrics(registry, pools);
  registerClusterMetrics(registry, pools.work);
  return registry;
}

function newLanes(): Lanes {
  const { reads, writes, creates } = LANE_LIMITS;
  return { reads: new FairLane(reads), writes: new FairLane(writes), creates: new FairLane(creates) };
}

/** Waits for the database, and brings it to this version. */
async function prepareDatabase(config: ControlPlaneConfig, logger: Logger): Promise<void> {
  const databaseUrl = sessionAddress(config);
  const { partitionDays } = config.periodRetention;
  await waitForDatabase(config, logger);
  await migrateTables(databaseUrl, { logger, partitionDays });
}

/** Opens all services, storage and database first. @throws when one of these two cannot be used */
export async function openServices(
  config: ControlPlaneConfig,
  logger: Logger,
): Promise<ControlPlaneServices> {
  const storage = await openStorage(config.storage, logger);
  await prepareDatabase(config, logger);
  const databases = await openDatabases(config, logger);
  const { work, admission } = databases;
  const cipher = new FactorCipher(config.secrets);
  await resealFactors(work, cipher, logger);
  const registry = registryOf(databases);
  const publicLinks = createPublicLinks(config);
  const workerNotifier = new WorkerNotifier();
  const taskServices = createTaskServices({
    databases,
    storage,
    links: publicLinks.links,
    registry,
    logger,
    withdrawalsFolder: config.withdrawalsFolder,
    onCreated: () => workerNotifier.tasksCreated(),
  });
  return {
    ...publicLinks,
    ...taskServices,
    config,
    logger,
    registry,
    databases,
    storage,
    room: new StorageRoom(storage, config.storageFloorBytes),
    lanes: newLanes(),
    sessions: createSessionAdmission(admission, config.defaultLimits),
    hasher: new PasswordHasher(),
    cipher,
    recorder: createUsageRecorder(work, logger),
    workerNotifier,
    onDeliveriesDue: () => workerNotifier.deliveriesDue(),
  };
}
