// Wires the control plane: migrates, connects, starts the HTTP server and the worker, and stops them in order. Apart
// from main.ts, so that tests start exactly what production starts.
import type { Registry } from "prom-client";
import { sessionAddress } from "../shared/db/database-addresses.ts";
import { keepBuildingIndexes } from "../shared/db/schema/build-indexes.ts";
import { migrateTables } from "../shared/db/schema/migrate.ts";
import { waitForDatabase } from "../shared/db/wait-for-database.ts";
import { newId } from "../shared/ids.ts";
import { HTTP_LIMITS, LANE_LIMITS } from "../shared/limits/requests.ts";
import type { Logger } from "../shared/logger.ts";
import { registerPoolMetrics } from "../shared/metrics/pool-metrics.ts";
import { createProcessRegistry } from "../shared/metrics/process-registry.ts";
import { startListening } from "../shared/network/listen-error.ts";
import { httpUrl, isLoopbackHost, reachableHost } from "../shared/network/listening-address.ts";
import { type StatusServer, startStatusServer } from "../shared/network/status-server.ts";
import type { RunningProcess } from "../shared/process/run-process.ts";
import type { Repetition } from "../shared/repeat.ts";
import { settleWithin } from "../shared/settle-within.ts";
import type { ObjectStorage } from "../shared/storage/object-storage.ts";
import { openStorage } from "../shared/storage/open-storage.ts";
import { StorageRoom } from "../shared/storage/room.ts";
import { createAdmission } from "./accounts/admission.ts";
import { PasswordHasher } from "./accounts/people/password-hash.ts";
import { createSessionAdmission } from "./accounts/people/session-admission.ts";
import { FactorCipher } from "./accounts/second-factor/factor-cipher.ts";
import { resealFactors } from "./accounts/second-factor/reseal-factors.ts";
import type { ControlPlaneConfig } from "./config.ts";
import { type Databases, openDatabases } from "./databases.ts";
import { welcomeFirstOperator } from "./first-operator.ts";
import { rememberClientAddresses } from "./http/client-address.ts";
import type { Lanes } from "./http/exchange.ts";
import { FairLane } from "./http/fair-lane.ts";
import { createHttpMetrics, measureCertificate } from "./http/http-metrics.ts";
import { createPublicAddress, type PublicAddress, type Scheme } from "./http/public-address.ts";
import type { Route } from "./http/route.ts";
import { type HttpServer, type HttpServerOptions, startHttpServer } from "./http/server.ts";
import { type LinkSettings, linkToFile } from "./http/signed-links.ts";
import { createOperatorConsole, type OperatorConsole } from "./operator-console.ts";
import { checkReadiness } from "./readiness.ts";
import { allRoutes, type Parts } from "./routes.ts";
import { type CreateBatches, createBatches } from "./tasks/create/create-batches.ts";
import { countCreatedTasks } from "./tasks/create/create-metrics.ts";
import { createWithdrawals } from "./tasks/create/withdrawals.ts";
import { AccountWatch } from "./tasks/events/account-watch.ts";
import { createTaskWatch } from "./tasks/events/task-watch.ts";
import { createOutputReader } from "./tasks/read/stored-outputs.ts";
import { createTaskViews, type TaskViews } from "./tasks/read/task-view.ts";
import { createUsageRecorder } from "./usage/usage-recorder.ts";
import { registerClusterMetrics } from "./worker/cluster-metrics.ts";
import { type ControlWorker, startControlWorker } from "./worker/control-worker.ts";
import { keepPeriods } from "./worker/keep-periods.ts";
import { watchRoom } from "./worker/watch-room.ts";

/** A webhook has no request that would say how its receiver reaches this service. */
function warnOfWebhookLinks(config: ControlPlaneConfig, logger: Logger): void {
  if (config.publicUrl !== null || isLoopbackHost(config.host)) return;
  const host = reachableHost(config.host);
  logger.warn(
    { host },
    "CLIPMILL_PUBLIC_URL is not set: links in webhooks begin with an address of this machine",
  );
}

function warnOfSpoofing(config: ControlPlaneConfig, logger: Logger): void {
  if (config.trustedProxies !== null || isLoopbackHost(config.host)) return;
  logger.warn(
    "CLIPMILL_TRUSTED_PROXIES is not set: anyone can claim any address in x-forwarded-for, so IP allowlists can be spoofed",
  );
}

function schemeOf({ tls }: ControlPlaneConfig): Scheme {
  return tls === null ? "http" : "https";
}

/** How clients reach this control plane, and the files that it links to. */
function addressesOf(
  config: ControlPlaneConfig,
  ownUrl: () => string,
): { readonly address: PublicAddress; readonly links: LinkSettings } {
  const { host, publicUrl, trustedProxies, secrets } = config;
  const address = createPublicAddress({
    scheme: schemeOf(config),
    publicUrl,
    trustedProxies,
    isLocal: isLoopbackHost(host),
    ownUrl,
  });
  const links = {
    get publicUrl() {
      return address.publicUrl;
    },
    secrets,
  };
  return { address, links };
}

/** What Prometheus sees of the database: of its pools, and of the appliance by its counters. */
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

/** What creates tasks, counts those that it has created, and tells of them. */
function countedCreates(
  { creates, writes }: Databases,
  registry: Registry,
  onCreated: () => void,
): CreateBatches {
  const count = countCreatedTasks(registry);
  return createBatches(creates, writes, (tasks) => {
    count(tasks);
    onCreated();
  });
}

function viewsOf(links: LinkSettings, storage: ObjectStorage, logger: Logger): TaskViews {
  return createTaskViews({
    signFile: (storageKey) => linkToFile(storage, links, storageKey),
    readOutput: createOutputReader(storage, logger),
  });
}

function startWorker(parts: Parts, nodeId: string, logger: Logger): Promise<ControlWorker> {
  const { config, databases, storage, views, registry } = parts;
  return startControlWorker({
    nodeId,
    sql: databases.work,
    expirySql: databases.expiry,
    databaseUrl: sessionAddress(config),
    storage,
    logger,
    registry,
    viewTask: views.viewTask,
    networkPolicy: config.networkPolicy,
    webhooks: config.webhooks,
    fileRetention: config.fileRetention,
    modelTimes: config.modelTimes,
    accountRunningJobs: config.accountRunningJobs,
  });
}

/** The pages for operators on a port of their own, where they are to have one. @throws as `startServer` */
async function startStatusPages({ config, databases, lanes, registry }: Parts): Promise<StatusServer | null> {
  const { metrics } = config;
  if (metrics === null) return null;
  const isReady = (): Promise<void> => checkReadiness(databases, lanes);
  return startListening(metrics, () => startStatusServer({ ...metrics, registry, isReady }));
}

/** What is done for the tables beside requests: indexes are built, periods are made ahead and dropped. */
function keepTables(config: ControlPlaneConfig, logger: Logger): Repetition[] {
  const databaseUrl = sessionAddress(config);
  return [keepBuildingIndexes(databaseUrl, logger), keepPeriods(databaseUrl, config.periodRetention, logger)];
}

/** Starts answering. @throws Error that names the setting when the address cannot be listened on */
function startServer(
  parts: Parts,
  operators: OperatorConsole,
  services: Pick<HttpServerOptions, "routes" | "address" | "withdraw" | "logger">,
): Promise<HttpServer> {
  const { config, databases, lanes, sessions, recorder, registry } = parts;
  const { host, port, corsOrigins, tls, trustedProxies, defaultLimits } = config;
  const measure = measureCertificate(registry);
  const options: HttpServerOptions = {
    ...services,
    admission: createAdmission(databases.admission, defaultLimits),
    sessions,
    clientAddress: rememberClientAddresses(trustedProxies),
    believesAnyone: trustedProxies === null,
    lanes,
    metrics: createHttpMetrics(registry, { ...lanes }),
    recordUsage: recorder.record,
    host,
    port,
    corsOrigins,
    tls,
    onCertificate: (endsAt) => {
      measure(endsAt);
      operators.noteCertificate(endsAt);
    },
  };
  return startListening(config, () => startHttpServer(options));
}

/** Waits for the database, and brings it to this version. */
async function prepareDatabase(config: ControlPlaneConfig, logger: Logger): Promise<void> {
  const databaseUrl = sessionAddress(config);
  const { partitionDays } = config.periodRetention;
  await waitForDatabase(config, logger);
  await migrateTables(databaseUrl, { logger, partitionDays });
}

export interface RunningControlPlane extends RunningProcess {
  /** All that it answers. */
  readonly routes: readonly Route[];
}

/** Starts a whole control plane. @throws when the database, the storage or the address cannot be used */
export async function startControlPlane(
  config: ControlPlaneConfig,
  processLogger: Logger,
): Promise<RunningControlPlane> {
  const nodeId = newId("node");
  const logger = processLogger.child({ nodeId });
  warnOfSpoofing(config, logger);
  warnOfWebhookLinks(config, logger);
  const storage = await openStorage(config.storage, logger);
  const room = new StorageRoom(storage, config.storageFloorBytes);
  await prepareDatabase(config, logger);
  const databases = await openDatabases(config, logger);
  const sql = databases.work;
  const registry = registryOf(databases);
  const repeats = [watchRoom(room, registry, logger), ...keepTables(config, logger)];
  // The port is known only once the server listens, when it was left to the system.
  let ownUrl = "";
  const { address, links } = addressesOf(config, () => ownUrl);
  const views = viewsOf(links, storage, logger);
  const recorder = createUsageRecorder(sql, logger);
  const withdrawals = createWithdrawals(sql, logger, config.withdrawalsFolder);
  const watch = createTaskWatch(sql, logger);
  const accountWatch = new AccountWatch(sql, logger);
  const lanes = newLanes();
  let tasksCreated = (): void => undefined;
  let deliveriesDue = (): void => undefined;
  const creates = countedCreates(databases, registry, () => tasksCreated());
  const onDeliveriesDue = (): void => deliveriesDue();
  const hasher = new PasswordHasher();
  const cipher = new FactorCipher(config.secrets);
  await resealFactors(sql, cipher, logger);
  const parts: Parts = {
    config,
    databases,
    lanes,
    sessions: createSessionAdmission(databases.admission, config.defaultLimits),
    hasher,
    cipher,
    creates,
    storage,
    room,
    links,
    views,
    watch,
    accountWatch,
    recorder,
    registry,
    onDeliveriesDue,
    logger,
  };
  const operators = createOperatorConsole(parts);
  const routes = [...allRoutes(parts), ...operators.routes];
  const { withdraw } = withdrawals;
  const server = await startServer(parts, operators, { routes, address, withdraw, logger });
  ownUrl = httpUrl(reachableHost(config.host), server.port, schemeOf(config));
  const status = await startStatusPages(parts);
  await welcomeFirstOperator({ sql, hasher, settings: config.console, address, logger });
  const worker = await startWorker(parts, nodeId, logger);
  ({ tasksCreated, deliveriesDue } = worker);
  return {
    url: ownUrl,
    routes,
    stop: async () => {
      // Streams end only with their tasks: they are ended first, or the server would wait for them.
      watch.close();
      accountWatch.close();
      operators.stop();
      await server.close();
      await status?.close();
      await Promise.all([
        withdrawals.stop(),
        ...repeats.map((repeat) => repeat.stop()),
        settleWithin(HTTP_LIMITS.workerStopMs, "the worker", logger, () => worker.stop()),
        settleWithin(HTTP_LIMITS.recorderStopMs, "the record of usage", logger, () => recorder.stop()),
      ]);
      await databases.end();
    },
  };
}
