// Wires a media node: finds what the machine has, connects, starts devices, threads and the worker, and stops them in order.
import { availableParallelism, hostname } from "node:os";
import { sessionAddress } from "../shared/db/database-addresses.ts";
import { isDrainAsked } from "../shared/db/queue/drains.ts";
import type { LeasedMachine } from "../shared/db/queue/worker-leases.ts";
import { waitForSchema } from "../shared/db/schema/wait-for-schema.ts";
import { waitForDatabase } from "../shared/db/wait-for-database.ts";
import type { Logger } from "../shared/logger.ts";
import { httpUrl, reachableHost } from "../shared/network/listening-address.ts";
import { machineMemoryBytes } from "../shared/process/machine-memory.ts";
import type { RunningProcess } from "../shared/process/run-process.ts";
import { VERSION } from "../shared/process/version.ts";
import type { AnnouncedModel } from "../shared/schemas/model.ts";
import { openStorage } from "../shared/storage/open-storage.ts";
import type { MediaNodeConfig } from "./config.ts";
import { openDatabases } from "./db/open-databases.ts";
import type { ChosenPrograms } from "./ffmpeg/choose-ffmpeg.ts";
import { childFence } from "./ffmpeg/find-fence.ts";
import { decidePlaces, type FoundHardware, findHardware, findPrograms } from "./found-machine.ts";
import { describeImageModels, findImageBundle } from "./images/describe-image-model.ts";
import { createMediaTools } from "./media-tools.ts";
import { type WatchedBundles, watchBundles } from "./models/watch-bundles.ts";
import { type NodeStatus, watchNodeStatus } from "./node-status.ts";
import { type OpenDevices, openDevices } from "./onnx/devices/open-devices.ts";
import { PREVIEW_MAKERS } from "./pipelines/preview-makers.ts";
import type { MediaTools } from "./pipelines/run-context.ts";
import { HIGHLIGHT_RENDER } from "./reel/highlight-render.ts";
import { laneBounds } from "./threads/lane-bounds.ts";
import { openThreads } from "./threads/run-in-thread.ts";
import type { RunPlaces } from "./threads/runs-at-once.ts";
import { startCards, videoSessions } from "./worker/card-work.ts";
import type { ModelInstaller } from "./worker/installs/model-installer.ts";
import { openInstaller } from "./worker/installs/open-installer.ts";
import { type MediaWorker, startMediaWorker } from "./worker/media-worker.ts";
import { registerDeviceMetrics } from "./worker/metrics/device-metrics.ts";
import { leasedCompute, recognizesOnDevice, runsOnDevice } from "./worker/node-devices.ts";
import { drainBeforeStop } from "./worker/node-drain.ts";
import { modelNews, reportDetectors, reportedEncoder, reportPrograms } from "./worker/node-news.ts";
import type { NodeServices } from "./worker/node-services.ts";
import { createActiveRuns } from "./worker/runs/active-runs.ts";
import { createRunRecords } from "./worker/runs/run-records.ts";
import { openScratchFolder } from "./worker/scratch-folder.ts";
import { stopNode } from "./worker/stop-node.ts";
import { isTaking, takeJobsWhileAble } from "./worker/take-jobs-while-able.ts";

/** Waits for the database, and for a control plane to bring it to this version. */
async function waitForTables(config: MediaNodeConfig, logger: Logger): Promise<void> {
  await waitForDatabase(config, logger);
  await waitForSchema(sessionAddress(config), logger);
}

/** A process for each device, and places on the cards for video; threads that start later find them. */
async function startDevices(
  { encoderSessions }: MediaNodeConfig,
  { encoding, decoding, compute: { devices } }: FoundHardware,
  { registry }: NodeStatus,
  logger: Logger,
): Promise<OpenDevices> {
  const cards = { decoding, encoding, encoderSessions };
  startCards(cards, registry, logger);
  const opened = await openDevices(devices, { logger, videoSessions: videoSessions(cards) });
  registerDeviceMetrics(registry, devices, opened.status);
  return opened;
}

/** Threads may start from here on. */
function startThreads(
  { renderThreads }: MediaNodeConfig,
  { compute: { devices } }: FoundHardware,
  places: RunPlaces,
  logger: Logger,
): void {
  const runs = places.cores + places.devices;
  const lanes = { cores: availableParallelism(), renderThreads, runs, devices: devices.length };
  logger.info({ ...lanes, places }, "threads and runs");
  openThreads(laneBounds(lanes));
}

/** What runs share, told of in the log. */
async function prepareTools(
  config: MediaNodeConfig,
  machine: FoundHardware & { readonly programs: ChosenPrograms; readonly installed: WatchedBundles },
  { metrics }: NodeStatus,
  logger: Logger,
): Promise<MediaTools> {
  const { programs, encoding, executionProviders, compute, installed } = machine;
  reportPrograms(programs, await childFence(), { metrics, logger });
  metrics.setDevices(compute.devices);
  const tools = createMediaTools(
    { ...config, ...programs, models: { speechModel: config.models.speechModel, executionProviders } },
    {
      bundles: installed.bundles,
      news: modelNews({ metrics, logger, modelProviders: compute.modelProviders }),
      encoding: reportedEncoder(encoding, { metrics, logger }),
      onRangedRead: metrics.onRangedRead,
    },
  );
  reportDetectors(tools.models, installed, { metrics, logger });
  return tools;
}

interface WorkerParts {
  readonly services: NodeServices;
  readonly hardware: FoundHardware;
  readonly places: RunPlaces;
  readonly installed: WatchedBundles;
  readonly installer: ModelInstaller;
  readonly status: NodeStatus;
}

/** Takes jobs while the node is able to, and offers the models that are installed at the time. */
async function startWorker(config: MediaNodeConfig, parts: WorkerParts): Promise<MediaWorker> {
  const { services, places, installed, installer } = parts;
  const { compute } = parts.hardware;
  const { room, drain, metrics } = parts.status;
  const offered = (): AnnouncedModel[] => [HIGHLIGHT_RENDER, ...describeImageModels(installed.bundles())];
  const machine = (): LeasedMachine => ({
    version: VERSION,
    memoryBytes: machineMemoryBytes(),
    shortage: room.shortage() ?? null,
  });
  const worker = await startMediaWorker(services, {
    databaseUrl: sessionAddress(config),
    places,
    models: offered(),
    takesJobs: isTaking({ room, drain }),
    drain,
    previewMakers: PREVIEW_MAKERS,
    compute: () => leasedCompute(compute),
    machine,
    isOnDevice: (slug) => runsOnDevice(compute, findImageBundle(installed.bundles(), slug)),
    isSpeechOnDevice: () => recognizesOnDevice(compute, services.tools.models),
    onBeat: () => installer.beat(),
  });
  installed.onChange(() => worker.offer(offered()));
  metrics.setPlaces(worker.places);
  takeJobsWhileAble(worker, { room, drain, metrics });
  return worker;
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
