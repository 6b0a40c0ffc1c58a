// The media node's entry point: reads the settings, wires tools, pools and worker, and stops them in order.
import "../shared/check-node.ts";
import { rm } from "node:fs/promises";
import { collectDefaultMetrics, Registry } from "prom-client";
import { connectDatabase } from "../shared/db/connect.ts";
import { migrateDatabase } from "../shared/db/migrate.ts";
import { pingDatabase } from "../shared/db/ping-database.ts";
import { newId } from "../shared/ids.ts";
import { createLogger, type Logger } from "../shared/logger.ts";
import { type RunningProcess, runProcessUntilStopped } from "../shared/run-process.ts";
import { openStorage } from "../shared/storage/open-storage.ts";
import { type MediaNodeConfig, readMediaNodeConfig } from "./config.ts";
import { checkTools } from "./engines/check-tools.ts";
import type { MediaTools } from "./pipelines/run-context.ts";
import { ANALYZE_AUDIO_WORKER } from "./stages/analyze-audio.ts";
import { ANALYZE_FRAMING_WORKER } from "./stages/analyze-framing.ts";
import { ANALYZE_VIDEO_WORKER } from "./stages/analyze-video.ts";
import { RENDER_CLIP_WORKER } from "./stages/render-clip.ts";
import { createThreadPool } from "./threads/thread-pool.ts";
import { createActiveRuns } from "./worker/active-runs.ts";
import { startMediaWorker } from "./worker/media-worker.ts";
import { createNodeMetrics } from "./worker/node-metrics.ts";
import { openScratchFolder } from "./worker/scratch-folder.ts";
import { startStatusServer } from "./worker/status-server.ts";

/** Every run waits for at most all of its clips at one pool. */
const QUEUED_PER_RUN = 32;

function createTools(config: MediaNodeConfig): { tools: MediaTools; close: () => Promise<void> } {
  const { ffmpeg, ffprobe, ytdlp, renderThreads, encoderThreads, concurrency } = config;
  const maxQueue = concurrency * QUEUED_PER_RUN;
  const pool = <I, O>(workerFile: URL) =>
    createThreadPool<I, O>({ workerFile, threads: renderThreads, maxQueue });
  const pools = {
    audioPool: pool(ANALYZE_AUDIO_WORKER) as MediaTools["audioPool"],
    videoPool: pool(ANALYZE_VIDEO_WORKER) as MediaTools["videoPool"],
    framingPool: pool(ANALYZE_FRAMING_WORKER) as MediaTools["framingPool"],
    renderPool: pool(RENDER_CLIP_WORKER) as MediaTools["renderPool"],
  };
  return {
    tools: { ffmpeg, ffprobe, ytdlp, renderThreads, encoderThreads, ...pools },
    close: async () => {
      await Promise.all(Object.values(pools).map((each) => each.close()));
    },
  };
}

async function start(config: MediaNodeConfig, logger: Logger): Promise<RunningProcess> {
  const { databaseUrl, host, port, concurrency } = config;
  await checkTools(config, logger);
  const storage = await openStorage(config.storage);
  await migrateDatabase(databaseUrl, logger);
  const nodeId = newId("node");
  const scratchRoot = await openScratchFolder(config.scratchDir, nodeId, logger);
  const sql = connectDatabase(databaseUrl, { applicationName: "clipmill media-node" });
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const status = await startStatusServer({ host, port, registry, isReady: () => pingDatabase(sql) });
  const { tools, close } = createTools(config);
  const policy = config.networkPolicy;
  const metrics = createNodeMetrics(registry);
  const activeRuns = createActiveRuns();
  const services = { nodeId, sql, storage, policy, tools, scratchRoot, activeRuns, metrics, logger };
  const worker = await startMediaWorker(services, { databaseUrl, concurrency, models: [] });
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${status.port}`,
    stop: async () => {
      await worker.stop();
      await close();
      await status.close();
      await sql.end({ timeout: 5 });
      await rm(scratchRoot, { recursive: true, force: true });
    },
  };
}

const logger = createLogger("media-node", process.env.CLIPMILL_LOG_LEVEL);
await runProcessUntilStopped(logger, () => start(readMediaNodeConfig(process.env), logger));
