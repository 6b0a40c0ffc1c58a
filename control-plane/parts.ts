// The parts of a control plane: opened once at its start, and shared by its routes, its operators' console and its worker.
import type { Registry } from "prom-client";
import { sessionAddress } from "../shared/db/database-addresses.ts";
import { migrateTables } from "../shared/db/schema/migrate.ts";
import { waitForDatabase } from "../shared/db/wait-for-database.ts";
import { LANE_LIMITS } from "../shared/limits/requests.ts";
import type { Logger } from "../shared/logger.ts";
import { registerPoolMetrics } from "../shared/metrics/pool-metrics.ts";
import { createProcessRegistry } from "../shared/metrics/process-registry.ts";
import { isLoopbackHost } from "../shared/network/listening-address.ts";
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
import { createPublicAddress, type PublicAddress, type Scheme } from "./http/public-address.ts";
import { type LinkSettings, linkToFile } from "./http/signed-links.ts";
import { type CreateBatches, createBatches } from "./tasks/create/create-batches.ts";
import { countCreatedTasks } from "./tasks/create/create-metrics.ts";
import { createWithdrawals, type Withdrawals } from "./tasks/create/withdrawals.ts";
import { AccountWatch } from "./tasks/events/account-watch.ts";
import { createTaskWatch, type TaskWatch } from "./tasks/events/task-watch.ts";
import { createOutputReader } from "./tasks/read/stored-outputs.ts";
import { createTaskViews, type TaskViews } from "./tasks/read/task-view.ts";
import { createUsageRecorder, type UsageRecorder } from "./usage/usage-recorder.ts";
import { registerClusterMetrics } from "./worker/cluster-metrics.ts";
import { WorkerBell } from "./worker/worker-bell.ts";

/** Where the server listens; empty until it does, since the system may choose the port. */
interface Listening {
  url: string;
}

export interface Parts {
  readonly config: ControlPlaneConfig;
  readonly logger: Logger;
  readonly registry: Registry;
  readonly databases: Databases;
  readonly storage: ObjectStorage;
  readonly room: StorageRoom;
  readonly listening: Listening;
  readonly address: PublicAddress;
  readonly links: LinkSettings;
  readonly lanes: Lanes;
  readonly sessions: SessionAdmission;
  readonly hasher: PasswordHasher;
  readonly cipher: FactorCipher;
  readonly creates: CreateBatches;
  readonly withdrawals: Withdrawals;
  readonly views: TaskViews;
  readonly watch: TaskWatch;
  readonly accountWatch: AccountWatch;
  readonly recorder: UsageRecorder;
  readonly bell: WorkerBell;
  readonly onDeliveriesDue: () => void;
}

export function schemeOf({ tls }: ControlPlaneConfig): Scheme {
  return tls === null ? "http" : "https";
}

/** How clients reach this control plane, and the files that it links to. */
function addressesOf(
  config: ControlPlaneConfig,
  listening: Listening,
): { readonly address: PublicAddress; readonly links: LinkSettings } {
  const { host, publicUrl, trustedProxies, secrets } = config;
  const address = createPublicAddress({
    scheme: schemeOf(config),
    publicUrl,
    trustedProxies,
    isLocal: isLoopbackHost(host),
    ownUrl: () => listening.url,
  });
  const links = {
    get publicUrl() {
      return address.publicUrl;
    },
    secrets,
  };
  return { address, links };
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

/** Creates tasks in batches, counts them, and wakes the worker. */
function countedCreates({ creates, writes }: Databases, registry: Registry, bell: WorkerBell): CreateBatches {
  const count = countCreatedTasks(registry);
  return createBatches(creates, writes, (tasks) => {
    count(tasks);
    bell.tasksCreated();
  });
}

function viewsOf(links: LinkSettings, storage: ObjectStorage, logger: Logger): TaskViews {
  return createTaskViews({
    signFile: (storageKey) => linkToFile(storage, links, storageKey),
    readOutput: createOutputReader(storage, logger),
  });
}

/** Waits for the database, and brings it to this version. */
async function prepareDatabase(config: ControlPlaneConfig, logger: Logger): Promise<void> {
  const databaseUrl = sessionAddress(config);
  const { partitionDays } = config.periodRetention;
  await waitForDatabase(config, logger);
  await migrateTables(databaseUrl, { logger, partitionDays });
}

/** Opens all parts, storage and database first. @throws when one of these two cannot be used */
export async function openParts(config: ControlPlaneConfig, logger: Logger): Promise<Parts> {
  const storage = await openStorage(config.storage, logger);
  await prepareDatabase(config, logger);
  const databases = await openDatabases(config, logger);
  const { work, admission } = databases;
  const cipher = new FactorCipher(config.secrets);
  await resealFactors(work, cipher, logger);
  const registry = registryOf(databases);
  const listening = { url: "" };
  const { address, links } = addressesOf(config, listening);
  const bell = new WorkerBell();
  return {
    config,
    logger,
    registry,
    databases,
    storage,
    room: new StorageRoom(storage, config.storageFloorBytes),
    listening,
    address,
    links,
    lanes: newLanes(),
    sessions: createSessionAdmission(admission, config.defaultLimits),
    hasher: new PasswordHasher(),
    cipher,
    creates: countedCreates(databases, registry, bell),
    withdrawals: createWithdrawals(work, logger, config.withdrawalsFolder),
    views: viewsOf(links, storage, logger),
    watch: createTaskWatch(work, logger),
    accountWatch: new AccountWatch(work, logger),
    recorder: createUsageRecorder(work, logger),
    bell,
    onDeliveriesDue: () => bell.deliveriesDue(),
  };
}
