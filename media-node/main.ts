// The media node's entry point: reads the settings, wires tools, threads and worker, and stops them in order.
import "../shared/process/check-node.ts";
import { availableParallelism, hostname } from "node:os";
import type { Registry } from "prom-client";
import type { Sql } from "../shared/db/connect.ts";
import { sessionAddress } from "../shared/db/database-addresses.ts";
import { pingDatabase } from "../shared/db/ping-database.ts";
import { isDrainAsked } from "../shared/db/queue/drains.ts";
import type { LeasedMachine } from "../shared/db/queue/worker-leases.ts";
import { waitForSchema } from "../shared/db/schema/wait-for-schema.ts";
import { waitForDatabase } from "../shared/db/wait-for-database.ts";
import { AppError } from "../shared/errors.ts";
import { newId } from "../shared/ids.ts";
import { createLogger, type Logger } from "../shared/logger.ts";
import { registerPoolMetrics } from "../shared/metrics/pool-metrics.ts";
import { createProcessRegistry } from "../shared/metrics/process-registry.ts";
import { startListening } from "../shared/network/listen-error.ts";
import { httpUrl, reachableHost } from "../shared/network/listening-address.ts";
import { type StatusServer, startStatusServer } from "../shared/network/status-server.ts";
import { machineMemoryBytes } from "../shared/process/machine-memory.ts";
import { makeOwnFolders } from "../shared/process/own-folders.ts";
import { takeSettings } from "../shared/process/private-settings.ts";
import { type RunningProcess, runProcessUntilStopped } from "../shared/process/run-process.ts";
import { warnOfUnknownSettings } from "../shared/process/unknown-settings.ts";
import { VERSION } from "../shared/process/version.ts";
import type { AnnouncedModel } from "../shared/schemas/model.ts";
import { freeSpace } from "../shared/storage/free-space.ts";
import type { ObjectStorage } from "../shared/storage/object-storage.ts";
import { openStorage } from "../shared/storage/open-storage.ts";
import { startTraced } from "../shared/tracing/open-tracing.ts";
import { type MediaNodeConfig, readMediaNodeConfig } from "./config.ts";
import { openDatabases } from "./db/open-databases.ts";
import { chooseVideoDecoder } from "./ffmpeg/cards/video-decoders.ts";
import { type ChosenPrograms, chooseMediaPrograms } from "./ffmpeg/choose-ffmpeg.ts";
import { childFence } from "./ffmpeg/find-fence.ts";
import { chooseVideoEncoder, type EncoderChoice } from "./ffmpeg/video-encoders.ts";
import { describeImageModels, findImageBundle } from "./images/describe-image-model.ts";
import { createMediaTools } from "./media-tools.ts";
import type { FoundBundle } from "./models/find-bundles.ts";
import { watchBundles } from "./models/watch-bundles.ts";
import { findDevices } from "./onnx/devices/find-devices.ts";
import { type OpenDevices, openDevices } from "./onnx/devices/open-devices.ts";
import type { ExecutionProvider } from "./onnx/execution-providers.ts";
import { PREVIEW_MAKERS } from "./pipelines/preview-makers.ts";
import type { MediaTools } from "./pipelines/run-context.ts";
import { HIGHLIGHT_RENDER } from "./reel/highlight-render.ts";
import { checkYtDlp } from "./source/yt-dlp.ts";
import { laneBounds } from "./threads/lane-bounds.ts";
import { openThreads } from "./threads/run-in-thread.ts";
import { type RunPlaces, runPlaces } from "./threads/runs-at-once.ts";
import { createActiveRuns } from "./worker/active-runs.ts";
import { type CardWork, startCards, videoSessions } from "./worker/card-work.ts";
import { drainPage } from "./worker/drain-page.ts";
import { openInstaller } from "./worker/installs/open-installer.ts";
import { startMediaWorker } from "./worker/media-worker.ts";
import { registerDeviceMetrics } from "./worker/metrics/device-metrics.ts";
import { createNodeMetrics, type NodeMetrics } from "./worker/metrics/node-metrics.ts";
import {
  leasedCompute,
  type NodeCompute,
  recognizesOnDevice,
  runsOnDevice,
  usableProviders,
} from "./worker/node-devices.ts";
import {
  createNodeDrain,
  drainBeforeStop,
  type NodeDrain,
  registerDrainMetrics,
} from "./worker/node-drain.ts";
import { modelNews, reportDetectors, reportedEncoder, reportPrograms } from "./worker/node-news.ts";
import { type DiskUse, type NodeRoom, type WatchedDisk, watchNodeRoom } from "./worker/node-room.ts";
import { createRunRecords } from "./worker/run-records.ts";
import { openScratchFolder } from "./worker/scratch-folder.ts";
import { stopNode } from "./worker/stop-node.ts";
import { isTaking, takeJobsWhileAble } from "./worker/take-jobs-while-able.ts";

/** @throws AppError UNAVAILABLE with a reason that anybody may read */
async function checkReadiness(room: NodeRoom, drain: NodeDrain, sql: Sql): Promise<void> {
  if (drain.isDraining()) {
    throw new AppError("UNAVAILABLE", `not ready: draining, and ${drain.jobsLeft()} jobs are left`);
  }
  const shortage = room.shortage();
  if (shortage !== undefined) throw new AppError("UNAVAILABLE", `not ready: ${shortage}`);
  await pingDatabase(sql).catch((cause: unknown) => {
    throw new AppError("UNAVAILABLE", "not ready: the database cannot be reached", { cause });
  });
}

/** What this machine and its folders have for the node. */
interface NodeEquipment {
  readonly programs: ChosenPrograms;
  readonly encoderChoice: EncoderChoice;
  readonly bundles: () => readonly FoundBundle[];
  readonly executionProviders: readonly ExecutionProvider[];
  readonly compute: NodeCompute;
  readonly places: RunPlaces;
}

/** As many as the settings say, or as the machine can keep going. */
async function decidePlaces(
  { concurrency }: MediaNodeConfig,
  { devices }: NodeCompute,
  scratchRoot: string,
): Promise<RunPlaces> {
  const { freeBytes: scratchBytes } = await freeSpace(scratchRoot);
  const cores = availableParallelism();
  const memoryBytes = machineMemoryBytes();
  return runPlaces({ cores, devices: devices.length, memoryBytes, scratchBytes }, concurrency);
}

/** What runs share, told of in the log; threads may start from here on. */
async function prepareTools(
  config: MediaNodeConfig,
  { programs, encoderChoice, bundles, executionProviders, compute, places }: NodeEquipment,
  { metrics, logger }: { readonly metrics: NodeMetrics; readonly logger: Logger },
): Promise<MediaTools> {
  const { renderThreads } = config;
  const encoding = reportedEncoder(encoderChoice, { metrics, logger });
  reportPrograms(programs, await childFence(), { metrics, logger });
  const runs = places.cores + places.devices;
  const lanes = { cores: availableParallelism(), renderThreads, runs, devices: compute.devices.length };
  logger.info({ ...lanes, places }, "threads and runs");
  openThreads(laneBounds(lanes));
  metrics.setDevices(compute.devices);
  const news = modelNews({ metrics, logger, modelProviders: compute.modelProviders });
  const models = { speechModel: config.models.speechModel, executionProviders };
  const { onRangedRead } = metrics;
  return createMediaTools({ ...config, ...programs, models }, { bundles, news, encoding, onRangedRead });
}

/** @throws SettingError where the operator named a program that does not run */
async function findPrograms({ programs, ytdlp }: MediaNodeConfig): Promise<ChosenPrograms> {
  const [chosen] = await Promise.all([
    chooseMediaPrograms(programs),
    ytdlp === null ? undefined : checkYtDlp(ytdlp),
  ]);
  return chosen;
}

/** @throws SettingError where the operator named a provider that cannot be had */
async function findCompute(
  { models: { providerChoice } }: MediaNodeConfig,
  logger: Logger,
): Promise<Pick<NodeEquipment, "executionProviders" | "compute">> {
  const search = await findDevices(providerChoice);
  return {
    executionProviders: usableProviders(providerChoice, search, logger),
    compute: { devices: search.devices, modelProviders: new Map() },
  };
}

/** A process for each device, and places on the cards for video; threads that start later find them. */
async function startDevices(
  { devices }: NodeCompute,
  cards: CardWork,
  registry: Registry,
  logger: Logger,
): Promise<OpenDevices> {
  startCards(cards, registry, logger);
  const opened = await openDevices(devices, { logger, videoSessions: videoSessions(cards) });
  registerDeviceMetrics(registry, devices, opened.status);
  return opened;
}

function watchedDisks(
  { storage: { kind } }: MediaNodeConfig,
  scratchRoot: string,
  storage: ObjectStorage,
): Record<DiskUse, WatchedDisk> {
  const storageName = kind === "folder" ? "the storage folder's disk" : "the storage";
  return {
    scratch: { name: "the scratch folder's disk", readSpace: () => freeSpace(scratchRoot) },
    storage: { name: storageName, readSpace: () => storage.space() },
  };
}

/** For the node's lease, where operators read it. */
function leasedMachine(room: NodeRoom): LeasedMachine {
  return { version: VERSION, memoryBytes: machineMemoryBytes(), shortage: room.shortage() ?? null };
}

/** The pages for operators and orchestrators. @throws Error that names the setting when the address cannot be listened on */
function startStatus(
  { host, port }: MediaNodeConfig,
  { registry, room, drain, sql }: { registry: Registry; room: NodeRoom; drain: NodeDrain; sql: Sql },
): Promise<StatusServer> {
  const isReady = (): Promise<void> => checkReadiness(room, drain, sql);
  const page = { host, port, registry, isReady, drain: drainPage(drain) };
  return startListening(page, () => startStatusServer(page));
}

async function start(config: MediaNodeConfig, nodeId: string, logger: Logger): Promise<RunningProcess> {
  const { host, networkPolicy: policy } = config;
  const sessionUrl = sessionAddress(config);
  const programs = await findPrograms(config);
  const storage = await openStorage(config.storage, logger);
  // Opening encoders and decoders takes about as long as looking at the tables.
  const [encoderChoice, decoding, found] = await Promise.all([
    chooseVideoEncoder(programs.ffmpeg, config.videoEncoder),
    chooseVideoDecoder(programs.ffmpeg, config.videoDecoder),
    findCompute(config, logger),
    waitForDatabase(config, logger).then(() => waitForSchema(sessionUrl, logger)),
  ]);
  const scratch = await openScratchFolder(config.scratchDir, nodeId, logger);
  const scratchRoot = scratch.path;
  const { sql, leaseSql } = await openDatabases(config, logger);
  const registry = createProcessRegistry();
  registerPoolMetrics(registry, { runs: sql, lease: leaseSql });
  const metrics = createNodeMetrics(registry);
  const disks = watchedDisks(config, scratchRoot, storage);
  const isDeviceUp = (): boolean => devices.status().some(({ isUp }) => isUp);
  const room = await watchNodeRoom({ disks, floorBytes: config.diskFloorBytes, isDeviceUp, metrics, logger });
  const drain = createNodeDrain();
  registerDrainMetrics(registry, drain);
  const status = await startStatus(config, { registry, room, drain, sql });
  const places = await decidePlaces(config, found.compute, scratchRoot);
  const installed = await watchBundles({ ...config.models, logger });
  const cards = { decoding, encoding: encoderChoice, encoderSessions: config.encoderSessions };
  const devices = await startDevices(found.compute, cards, registry, logger);
  const tools = await prepareTools(
    config,
    { programs, encoderChoice, bundles: installed.bundles, places, ...found },
    { metrics, logger },
  );
  reportDetectors(tools.models, installed, { metrics, logger });
  const services = {
    nodeId,
    sql,
    leaseSql,
    runs: createRunRecords(sql),
    storage,
    policy,
    tools,
    scratchRoot,
    activeRuns: createActiveRuns(),
    room,
    metrics,
    logger,
  };
  drain.setAsked(await isDrainAsked(leaseSql, { id: nodeId, host: hostname() }));
  const installing = { sql, nodeId, settings: config.models, installed, logger };
  const installer = await openInstaller({ ...config, ...installing }, found.compute.devices);
  const offered = (): AnnouncedModel[] => [HIGHLIGHT_RENDER, ...describeImageModels(installed.bundles())];
  const worker = await startMediaWorker(services, {
    databaseUrl: sessionUrl,
    places,
    models: offered(),
    takesJobs: isTaking({ room, drain }),
    drain,
    previewMakers: PREVIEW_MAKERS,
    compute: () => leasedCompute(found.compute),
    machine: () => leasedMachine(room),
    isOnDevice: (slug) => runsOnDevice(found.compute, findImageBundle(installed.bundles(), slug)),
    isSpeechOnDevice: () => recognizesOnDevice(found.compute, tools.models),
    onBeat: () => installer.beat(),
  });
  installed.onChange(() => worker.offer(offered()));
  metrics.setPlaces(worker.places);
  takeJobsWhileAble(worker, { room, drain, metrics });
  return {
    url: httpUrl(reachableHost(host), status.port),
    stop: async () => {
      await drainBeforeStop(drain, config.drainMs, (message) => logger.info(message));
      installed.close();
      const databases = [sql, leaseSql];
      await stopNode({ installer, worker, room, devices, databases, scratch, status }, logger);
    },
  };
}

const nodeId = newId("node");
const logger = createLogger("media-node", process.env.CLIPMILL_LOG_LEVEL).child({ nodeId });
await runProcessUntilStopped(logger, async () => {
  const settings = takeSettings(process.env);
  warnOfUnknownSettings(settings, logger);
  const config = readMediaNodeConfig(settings);
  makeOwnFolders(config.folders);
  return startTraced(config.traces, "clipmill-media-node", logger, () => start(config, nodeId, logger));
});
