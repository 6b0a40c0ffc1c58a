// Wires the control plane: migrates, connects, starts the HTTP server and the worker, and stops them in order. Apart
// from main.ts, so that tests start exactly what production starts.
import type { Registry } from "prom-client";
import { sessionAddress } from "../shared/db/database-addresses.ts";
import { keepBuildingIndexes } from "../shared/db/schema/build-indexes.ts";
import { migrateTables } from "../shared/db/schema/migrate.ts";
import { newId } from "../shared/ids.ts";
import { CONSOLE_LANES } from "../shared/limits/people.ts";
import { HTTP_LIMITS, LANE_LIMITS } from "../shared/limits/requests.ts";
import type { Logger } from "../shared/logger.ts";
import { registerPoolMetrics } from "../shared/metrics/pool-metrics.ts";
import { createProcessRegistry } from "../shared/metrics/process-registry.ts";
import { httpUrl, isLoopbackHost, reachableHost } from "../shared/network/listening-address.ts";
import { type StatusServer, startStatusServer } from "../shared/network/status-server.ts";
import { SettingError } from "../shared/process/environment.ts";
import type { RunningProcess } from "../shared/process/run-process.ts";
import type { Repetition } from "../shared/repeat.ts";
import { settleWithin } from "../shared/settle-within.ts";
import type { ObjectStorage } from "../shared/storage/object-storage.ts";
import { openStorage } from "../shared/storage/open-storage.ts";
import { StorageRoom } from "../shared/storage/room.ts";
import { createAdmission } from "./accounts/admission.ts";
import { PasswordHasher } from "./accounts/people/password-hash.ts";
import { createSessionAdmission, type SessionAdmission } from "./accounts/people/session-admission.ts";
import { createInputChecks } from "./catalog/input-checks.ts";
import type { ControlPlaneConfig } from "./config.ts";
import { loadConsoleFiles } from "./console/assets/console-files.ts";
import { pageRoutes } from "./console/routes/page-routes.ts";
import { sessionRoutes } from "./console/routes/session-routes.ts";
import { type Databases, openDatabases } from "./databases.ts";
import { rememberClientAddresses } from "./http/client-address.ts";
import type { Lanes } from "./http/exchange.ts";
import { FairLane } from "./http/fair-lane.ts";
import { createHttpMetrics, measureCertificate } from "./http/http-metrics.ts";
import { createPublicAddress } from "./http/public-address.ts";
import type { Route } from "./http/route.ts";
import { balanceRoutes } from "./http/routes/balance-routes.ts";
import { catalogRoutes } from "./http/routes/catalog-routes.ts";
import { clipRoutes } from "./http/routes/clip-routes.ts";
import { createRoutes } from "./http/routes/create-routes.ts";
import { documentRoutes } from "./http/routes/document-routes.ts";
import { eventRoutes } from "./http/routes/event-routes.ts";
import { fileRoutes } from "./http/routes/file-routes.ts";
import { generationTaskRoutes } from "./http/routes/generation-task-routes.ts";
import { healthRoutes } from "./http/routes/health-routes.ts";
import { jobRoutes } from "./http/routes/job-routes.ts";
import { placeholderRoutes } from "./http/routes/placeholder-routes.ts";
import { uploadContentRoutes } from "./http/routes/upload-content-routes.ts";
import { uploadRoutes } from "./http/routes/upload-routes.ts";
import { usageRoutes } from "./http/routes/usage-routes.ts";
import { webhookRoutes } from "./http/routes/webhook-routes.ts";
import { startHttpServer } from "./http/server.ts";
import { type LinkSettings, linkToFile, uploadLink } from "./http/signed-links.ts";
import { checkReadiness } from "./readiness.ts";
import { type CreateBatches, createBatches } from "./tasks/create/create-batches.ts";
import { createWithdrawals } from "./tasks/create/withdrawals.ts";
import { createTaskWatch, type TaskWatch } from "./tasks/events/task-watch.ts";
import { createOutputReader } from "./tasks/read/stored-outputs.ts";
import { createTaskViews, type TaskViews } from "./tasks/read/task-view.ts";
import type { UploadServices } from "./tasks/uploads/announce-upload.ts";
import { createUsageRecorder, type UsageRecorder } from "./usage/usage-recorder.ts";
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

/** What routes are made of. */
interface Parts {
  readonly config: ControlPlaneConfig;
  readonly databases: Databases;
  readonly lanes: Lanes;
  readonly sessions: SessionAdmission;
  readonly creates: CreateBatches;
  readonly storage: ObjectStorage;
  readonly room: StorageRoom;
  readonly links: LinkSettings;
  readonly views: TaskViews;
  readonly watch: TaskWatch;
  readonly recorder: UsageRecorder;
  readonly registry: Registry;
  readonly onDeliveriesDue: () => void;
  readonly logger: Logger;
}

/** The web page; its policy names the other origins that it reads files from and uploads them to. */
function consolePage({ config, storage, logger }: Parts): Route[] {
  const link = { expiresInS: 1, contentType: "text/plain", filename: "none" };
  const links = [config.publicUrl, storage.downloadUrl("none", link)];
  const origins = links.flatMap((link) => (link == null ? [] : [new URL(link).origin]));
  return pageRoutes({ files: loadConsoleFiles(logger), fileOrigins: [...new Set(origins)] });
}

function allRoutes(parts: Parts): Route[] {
  const { config, databases, lanes, creates, storage, room, links, views, watch, recorder, registry } = parts;
  const { signFile, viewTask } = views;
  const { reads, writes } = databases;
  const { networkPolicy, prices, modelTimes, captionPresets } = config;
  const inputChecks = createInputChecks();
  const checkReady = (): Promise<void> => checkReadiness(databases, lanes);
  const settings = { networkPolicy, prices, modelTimes, captionPresets };
  const kindServices = { sql: writes, storage, creates, inputChecks, viewTask, ...settings };
  const uploads: UploadServices = {
    sql: writes,
    storage,
    room,
    quotas: config.uploadQuotas,
    keptMs: config.kept.uploadsMs,
    signUpload: (storageKey, expiresAt, partNumber) => uploadLink(links, storageKey, expiresAt, partNumber),
  };
  const served = [
    ...healthRoutes({
      checkReady,
      shortage: () => room.shortage(),
      registry: config.metrics === null ? registry : null,
    }),
    ...createRoutes(kindServices, "jobs"),
    ...jobRoutes({ reads, writes, storage, ...views }),
    ...clipRoutes({ sql: reads, storage, readOutput: views.readOutput, signFile, kept: config.kept }),
    ...eventRoutes({ sql: reads, watch, viewTask }),
    ...uploadRoutes(uploads),
    ...uploadContentRoutes({ ...uploads, links }),
    ...fileRoutes({ storage, links }),
    ...webhookRoutes({ sql: writes, onDeliveriesDue: parts.onDeliveriesDue }),
    ...catalogRoutes({ sql: reads, signFile, links, modelTimes, prices }),
    ...placeholderRoutes(),
    ...createRoutes(kindServices, "generation-tasks"),
    ...generationTaskRoutes({ reads, writes, storage, ...views }),
    ...balanceRoutes(),
    ...usageRoutes({ sql: reads, recorder }),
  ];
  return [
    ...served,
    ...consoleRoutes(parts),
    ...documentRoutes({ routes: served, links }),
    ...consolePage(parts),
  ];
}

function newLanes(): Record<keyof Lanes, FairLane> {
  const { reads, writes, creates } = LANE_LIMITS;
  return { reads: new FairLane(reads), writes: new FairLane(writes), creates: new FairLane(creates) };
}

function consoleRoutes({ config, databases, sessions }: Parts): Route[] {
  const { reads, writes, work } = databases;
  const strangers = new FairLane(CONSOLE_LANES.strangers);
  const hasher = new PasswordHasher();
  const { asksAllowed } = config.console;
  return sessionRoutes({ reads, writes, work, hasher, sessions, strangers, asksAllowed });
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
    kept: config.kept,
    modelTimes: config.modelTimes,
    accountRunningJobs: config.accountRunningJobs,
  });
}

/** The pages for operators on a port of their own, where they are to have one. @throws where it cannot be listened on */
async function startStatusPages({ config, databases, lanes, registry }: Parts): Promise<StatusServer | null> {
  if (config.metrics === null) return null;
  const isReady = (): Promise<void> => checkReadiness(databases, lanes);
  try {
    return await startStatusServer({ ...config.metrics, registry, isReady });
  } catch (cause) {
    const { host, port } = config.metrics;
    throw new SettingError(
      "CLIPMILL_METRICS_PORT",
      `port ${port} on ${host} cannot be listened on: ${cause}`,
    );
  }
}

/** What is done for the schema beside requests. */
function keepSchema(config: ControlPlaneConfig, logger: Logger): Repetition[] {
  const databaseUrl = sessionAddress(config);
  return [keepBuildingIndexes(databaseUrl, logger), keepPeriods(databaseUrl, config.retention, logger)];
}

/** Starts a whole control plane. @throws when the database, the storage or the address cannot be used */
export async function startControlPlane(
  config: ControlPlaneConfig,
  processLogger: Logger,
): Promise<RunningProcess> {
  const nodeId = newId("node");
  const logger = processLogger.child({ nodeId });
  warnOfSpoofing(config, logger);
  warnOfWebhookLinks(config, logger);
  const storage = await openStorage(config.storage, logger);
  const room = new StorageRoom(storage, config.storageFloorBytes);
  const { partitionDays } = config.retention;
  await migrateTables(sessionAddress(config), { logger, partitionDays });
  const databases = await openDatabases(config, logger);
  const sql = databases.work;
  const { end: _end, ...pools } = databases;
  const registry = createProcessRegistry();
  registerPoolMetrics(registry, pools);
  registerClusterMetrics(registry, sql);
  const repeats = [watchRoom(room, registry, logger), ...keepSchema(config, logger)];
  // The port is known only once the server listens, when it was left to the system.
  let ownUrl = "";
  const { publicUrl, trustedProxies, secrets, host, port, tls } = config;
  const scheme = tls === null ? "http" : "https";
  const address = createPublicAddress({ scheme, publicUrl, trustedProxies, ownUrl: () => ownUrl });
  const links: LinkSettings = {
    get publicUrl() {
      return address.publicUrl;
    },
    secrets,
  };
  const views = viewsOf(links, storage, logger);
  const recorder = createUsageRecorder(sql, logger);
  const withdrawals = createWithdrawals(sql, logger);
  const watch = createTaskWatch(sql, logger);
  const lanes = newLanes();
  let tasksCreated = (): void => undefined;
  let deliveriesDue = (): void => undefined;
  const creates = createBatches(databases.creates, databases.writes, () => tasksCreated());
  const onDeliveriesDue = (): void => deliveriesDue();
  const sessions = createSessionAdmission(databases.admission, config.defaultLimits);
  const made = { sessions, creates, storage, room, links, views, watch, recorder, registry, onDeliveriesDue };
  const parts = { config, databases, lanes, logger, ...made };
  const server = await startHttpServer({
    admission: createAdmission(databases.admission, config.defaultLimits),
    sessions,
    clientAddress: rememberClientAddresses(trustedProxies),
    address,
    lanes,
    withdraw: withdrawals.withdraw,
    logger,
    metrics: createHttpMetrics(registry, lanes),
    recordUsage: recorder.record,
    routes: allRoutes(parts),
    host,
    port,
    corsOrigins: config.corsOrigins,
    tls,
    onCertificate: measureCertificate(registry),
  });
  ownUrl = httpUrl(reachableHost(host), server.port, scheme);
  const status = await startStatusPages(parts);
  const worker = await startWorker(parts, nodeId, logger);
  ({ tasksCreated, deliveriesDue } = worker);
  const { workerStopMs, recorderStopMs } = HTTP_LIMITS;
  return {
    url: ownUrl,
    stop: async () => {
      // Streams end only with their tasks: they are ended first, or the server would wait for them.
      watch.close();
      await server.close();
      await status?.close();
      await Promise.all([
        withdrawals.stop(),
        ...repeats.map((repeat) => repeat.stop()),
        settleWithin(workerStopMs, "the worker", logger, () => worker.stop()),
        settleWithin(recorderStopMs, "the record of usage", logger, () => recorder.stop()),
      ]);
      await databases.end();
    },
  };
}
