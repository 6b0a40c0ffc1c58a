// The media node's entry point: reads the settings, wires tools, threads and worker, and stops them in order.
import "../shared/process/check-node.ts";
import { availableParallelism } from "node:os";
import { collectDefaultMetrics, Registry } from "prom-client";
import { connectDatabase, type Sql } from "../shared/db/connect.ts";
import { isPooled, sessionAddress } from "../shared/db/database-addresses.ts";
import { pingDatabase } from "../shared/db/ping-database.ts";
import { checkPooler } from "../shared/db/pooler-settings.ts";
import { waitForSchema } from "../shared/db/schema/wait-for-schema.ts";
import { AppError } from "../shared/errors.ts";
import { newId } from "../shared/ids.ts";
import { CONNECTION_LIMITS } from "../shared/limits/database.ts";
import { NODE_STOP_LIMITS } from "../shared/limits/nodes.ts";
import { createLogger, type Logger } from "../shared/logger.ts";
import { httpUrl, reachableHost } from "../shared/network/listening-address.ts";
import { SettingError } from "../shared/process/environment.ts";
import { makeOwnFolders } from "../shared/process/own-folders.ts";
import { takeSettings } from "../shared/process/private-settings.ts";
import { type RunningProcess, runProcessUntilStopped } from "../shared/process/run-process.ts";
import type { AnnouncedModel } from "../shared/schemas/model.ts";
import { settleWithin } from "../shared/settle-within.ts";
import { openStorage } from "../shared/storage/open-storage.ts";
import { storageFolder } from "../shared/storage/storage-folder.ts";
import { type MediaNodeConfig, readMediaNodeConfig } from "./config.ts";
import { childFence } from "./ffmpeg/child-fence.ts";
import { type ChosenPrograms, chooseMediaPrograms } from "./ffmpeg/choose-ffmpeg.ts";
import { chooseVideoEncoder, type EncoderChoice } from "./ffmpeg/video-encoders.ts";
import { describeImageModels } from "./images/describe-image-model.ts";
import { createMediaTools } from "./media-tools.ts";
import type { FoundBundle } from "./models/find-bundles.ts";
import { watchBundles } from "./models/watch-bundles.ts";
import type { NodeModels } from "./pipelines/node-models.ts";
import { PREVIEW_MAKERS } from "./pipelines/preview-makers.ts";
import type { MediaTools } from "./pipelines/run-context.ts";
import { HIGHLIGHT_RENDER } from "./reel/highlight-render.ts";
import { laneBounds } from "./threads/lane-bounds.ts";
import { closeThreads, openThreads } from "./threads/run-in-thread.ts";
import { createActiveRuns } from "./worker/active-runs.ts";
import { startMediaWorker } from "./worker/media-worker.ts";
import { createNodeMetrics, type NodeMetrics } from "./worker/node-metrics.ts";
import { modelNews, reportedEncoder, reportPrograms } from "./worker/node-news.ts";
import { type NodeRoom, watchNodeRoom } from "./worker/node-room.ts";
import { createRunRecords } from "./worker/run-records.ts";
import { openScratchFolder } from "./worker/scratch-folder.ts";
import { startStatusServer } from "./worker/status-server.ts";

/** A node that was told to use a model that is not there must not start and fail job by job. @throws SettingError */
function nameOfSpeechModel({ speech }: NodeModels): string {
  try {
    return speech().bundle.manifest.name;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new SettingError("CLIPMILL_SPEECH_MODEL", `must name an installed model. ${error.message}`);
  }
}

/** @throws AppError UNAVAILABLE with a reason that anybody may read */
async function checkReadiness(room: NodeRoom, sql: Sql): Promise<void> {
  const shortage = room.shortage();
  if (shortage !== undefined) throw new AppError("UNAVAILABLE", `not ready: ${shortage}`);
  await pingDatabase(sql).catch((cause: unknown) => {
    throw new AppError("UNAVAILABLE", "not ready: the database cannot be reached", { cause });
  });
}

interface NodeDatabase {
  readonly sql: Sql;
  readonly leaseSql: Sql;
}

async function openDatabase(config: MediaNodeConfig, logger: Logger): Promise<NodeDatabase> {
  const open = (pool: "runs" | "lease"): Sql =>
    connectDatabase(config.databaseUrl, {
      applicationName: "clipmill media-node",
      pool,
      connections: CONNECTION_LIMITS.mediaNode[pool],
      isPooled: isPooled(config),
    });
  const sql = open("runs");
  if (isPooled(config)) await checkPooler(sql, logger);
  return { sql, leaseSql: open("lease") };
}

interface Found {
  readonly programs: ChosenPrograms;
  readonly encoderChoice: EncoderChoice;
  readonly bundles: () => readonly FoundBundle[];
}

/** What runs share, told of in the log; threads may start from here on. */
async function prepareTools(
  config: MediaNodeConfig,
  { programs, encoderChoice, bundles }: Found,
  { metrics, logger }: { readonly metrics: NodeMetrics; readonly logger: Logger },
): Promise<MediaTools> {
  const { renderThreads, concurrency: runs } = config;
  const encoding = reportedEncoder(encoderChoice, { metrics, logger });
  reportPrograms(programs, await childFence(), { metrics, logger });
  openThreads(laneBounds({ cores: availableParallelism(), renderThreads, runs }));
  const news = modelNews({ metrics, logger });
  return createMediaTools({ ...config, ...programs }, { bundles, news, encoding });
}

async function start(config: MediaNodeConfig, logger: Logger): Promise<RunningProcess> {
  const { host, port, concurrency, networkPolicy: policy } = config;
  const sessionUrl = sessionAddress(config);
  const programs = await chooseMediaPrograms(config.programs);
  const storage = await openStorage(config.storage);
  // Opening encoders takes about as long as looking at the tables.
  const [encoderChoice] = await Promise.all([
    chooseVideoEncoder(programs.ffmpeg, config.videoEncoder),
    waitForSchema(sessionUrl, logger),
  ]);
  const nodeId = newId("node");
  const scratch = await openScratchFolder(config.scratchDir, nodeId, logger);
  const scratchRoot = scratch.path;
  const { sql, leaseSql } = await openDatabase(config, logger);
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const metrics = createNodeMetrics(registry);
  const folders = { scratch: scratchRoot, storage: storageFolder(config.storage) };
  const room = await watchNodeRoom({ folders, floorBytes: config.diskFloorBytes, metrics, logger });
  const status = await startStatusServer({ host, port, registry, isReady: () => checkReadiness(room, sql) });
  const installed = await watchBundles({ ...config.models, logger });
  const tools = await prepareTools(
    config,
    { programs, encoderChoice, bundles: installed.bundles },
    { metrics, logger },
  );
  const activeRuns = createActiveRuns();
  const speechModel = nameOfSpeechModel(tools.models);
  logger.info({ speechModel, ...tools.models.detectors() }, "speech, voices and faces are found with");
  const sayDetectors = (): void => metrics.setDetectors(tools.models.detectors());
  sayDetectors();
  const services = {
    nodeId,
    sql,
    leaseSql,
    runs: createRunRecords(sql),
    storage,
    policy,
    tools,
    scratchRoot,
    activeRuns,
    room,
    metrics,
    logger,
  };
  const offered = (): AnnouncedModel[] => [HIGHLIGHT_RENDER, ...describeImageModels(installed.bundles())];
  const worker = await startMediaWorker(services, {
    databaseUrl: sessionUrl,
    concurrency,
    models: offered(),
    takesJobs: room.shortage() === undefined,
    previewMakers: PREVIEW_MAKERS,
  });
  installed.onChange(() => worker.offer(offered()));
  installed.onChange(sayDetectors);
  const takeJobsWithRoom = (): void => worker.takeJobs(room.shortage() === undefined);
  room.onChange(takeJobsWithRoom);
  takeJobsWithRoom();
  return {
    url: httpUrl(reachableHost(host), status.port),
    stop: async () => {
      installed.close();
      const { workerMs, partMs } = NODE_STOP_LIMITS;
      // What a run wrote on its way out may still be needed by the steps before.
      await settleWithin(workerMs, "the worker", logger, () => worker.stop());
      await settleWithin(partMs, "the node's threads", logger, () =>
        Promise.all([room.stop(), closeThreads()]),
      );
      await settleWithin(partMs, "the database's connections", logger, () =>
        Promise.all([sql.end({ timeout: 1 }), leaseSql.end({ timeout: 1 })]),
      );
      await settleWithin(partMs, "the scratch folder", logger, () => scratch.close());
      await settleWithin(partMs, "the status pages", logger, () => status.close());
    },
  };
}

const logger = createLogger("media-node", process.env.CLIPMILL_LOG_LEVEL);
await runProcessUntilStopped(logger, async () => {
  const config = readMediaNodeConfig(takeSettings(process.env));
  makeOwnFolders(config.folders);
  return start(config, logger);
});
