// Wires the control plane: opens its services, starts the HTTP server and the worker, and stops all in order. Not in main.ts,
// so that tests start the same as production.
import { sessionAddress } from "../shared/db/database-addresses.ts";
import { keepBuildingIndexes } from "../shared/db/schema/build-indexes.ts";
import { newId } from "../shared/ids.ts";
import { HTTP_LIMITS } from "../shared/limits/requests.ts";
import type { Logger } from "../shared/logger.ts";
import { startListening } from "../shared/network/listen-error.ts";
import { httpUrl, isLoopbackHost, reachableHost } from "../shared/network/listening-address.ts";
import { type StatusServer, startStatusServer } from "../shared/network/status-server.ts";
import type { RunningProcess } from "../shared/process/run-process.ts";
import type { Repetition } from "../shared/repeat.ts";
import { settleWithin } from "../shared/settle-within.ts";
import { createAdmission } from "./accounts/admission.ts";
import type { ControlPlaneConfig } from "./config.ts";
import { ensureFirstOperator } from "./first-operator.ts";
import { rememberClientAddresses } from "./http/client-address.ts";
import { createHttpMetrics, measureCertificate } from "./http/http-metrics.ts";
import type { Route } from "./http/route.ts";
import { type HttpServer, type HttpServerOptions, startHttpServer } from "./http/server.ts";
import { createOperatorConsole, type OperatorConsole } from "./operator-console.ts";
import { schemeOf } from "./public-links.ts";
import { checkReadiness } from "./readiness.ts";
import { allRoutes } from "./routes.ts";
import { type ControlPlaneServices, openServices } from "./services.ts";
import { type ControlWorker, startControlWorker } from "./worker/control-worker.ts";
import { keepPeriods } from "./worker/keep-periods.ts";
import { watchRoom } from "./worker/watch-room.ts";

/** Replies link to the address that the request came to; a webhook has no request, so it needs the setting. */
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

async function startWorker(services: ControlPlaneServices, nodeId: string): Promise<ControlWorker> {
  const { config, databases, storage, views, registry, workerNotifier, logger } = services;
  const worker = await startControlWorker({
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
  workerNotifier.connect(worker);
  return worker;
}

/** The pages for operators on a port of their own, where they are to have one. @throws as `startServer` */
async function startStatusPages({
  config,
  databases,
  lanes,
  registry,
}: ControlPlaneServices): Promise<StatusServer | null> {
  const { metrics } = config;
  if (metrics === null) return null;
  const isReady = (): Promise<void> => checkReadiness(databases, lanes);
  return startListening(metrics, () => startStatusServer({ ...metrics, registry, isReady }));
}

/** Background work: watching the storage's room, building indexes, making and dropping periods of tables. */
function startRepetitions({ config, room, registry, logger }: ControlPlaneServices): Repetition[] {
  const databaseUrl = sessionAddress(config);
  return [
    watchRoom(room, registry, logger),
    keepBuildingIndexes(databaseUrl, logger),
    keepPeriods(databaseUrl, config.periodRetention, logger),
  ];
}

/** Starts the HTTP server and notes its address. @throws Error that names the setting when it cannot listen there */
async function startServer(
  services: ControlPlaneServices,
  operators: OperatorConsole,
  routes: readonly Route[],
): Promise<HttpServer> {
  const { config, databases, lanes, sessions, recorder, registry, publicAddress, withdrawals, logger } =
    services;
  const { host, port, corsOrigins, tls, trustedProxies, defaultLimits } = config;
  const measure = measureCertificate(registry);
  const options: HttpServerOptions = {
    routes,
    publicAddress,
    withdraw: withdrawals.withdraw,
    logger,
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
  const server = await startListening(config, () => startHttpServer(options));
  services.listening.url = httpUrl(reachableHost(host), server.port, schemeOf(config));
  return server;
}

/** What was started of the services. */
interface Started {
  readonly operators: OperatorConsole;
  readonly server: HttpServer;
  readonly status: StatusServer | null;
  readonly worker: ControlWorker;
  readonly repetitions: readonly Repetition[];
}

async function stopControlPlane(
  { watch, accountWatch, withdrawals, recorder, databases, logger }: ControlPlaneServices,
  { operators, server, status, worker, repetitions }: Started,
): Promise<void> {
  // Streams end only with their tasks: they are ended first, or the server would wait for them.
  watch.close();
  accountWatch.close();
  operators.stop();
  await server.close();
  await status?.close();
  await Promise.all([
    withdrawals.stop(),
    ...repetitions.map((repetition) => repetition.stop()),
    settleWithin(HTTP_LIMITS.workerStopMs, "the worker", logger, () => worker.stop()),
    settleWithin(HTTP_LIMITS.recorderStopMs, "the record of usage", logger, () => recorder.stop()),
  ]);
  await databases.end();
}

export interface RunningControlPlane extends RunningProcess {
  /** Every route that it serves. */
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
  const services = await openServices(config, logger);
  const repetitions = startRepetitions(services);
  const operators = createOperatorConsole(services);
  const routes = [...allRoutes(services), ...operators.routes];
  const server = await startServer(services, operators, routes);
  const status = await startStatusPages(services);
  const { hasher, publicAddress, listening } = services;
  await ensureFirstOperator({
    sql: services.databases.work,
    hasher,
    settings: config.console,
    publicAddress,
    logger,
  });
  const worker = await startWorker(services, nodeId);
  const started = { operators, server, status, worker, repetitions };
  return { url: listening.url, routes, stop: () => stopControlPlane(services, started) };
}
