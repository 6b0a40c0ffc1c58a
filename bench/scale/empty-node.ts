// A media node without work: the real worker, lease, runs and reports, with a pipeline that does nothing. Its parent
// tells it the database; it says that it is ready, and ends with its parent.
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Registry } from "prom-client";
import type { MediaTools } from "../../media-node/pipelines/run-context.ts";
import { NODE_KINDS } from "../../media-node/worker/kinds.ts";
import { startMediaWorker } from "../../media-node/worker/media-worker.ts";
import { createNodeMetrics } from "../../media-node/worker/metrics/node-metrics.ts";
import type { NodeServices } from "../../media-node/worker/node-services.ts";
import { createActiveRuns } from "../../media-node/worker/runs/active-runs.ts";
import { createRunRecords } from "../../media-node/worker/runs/run-records.ts";
import { connectDatabase, type Sql } from "../../shared/db/connect.ts";
import { newId } from "../../shared/ids.ts";
import { CONNECTION_LIMITS } from "../../shared/limits/database.ts";
import { createLogger } from "../../shared/logger.ts";
import { readNetworkPolicy } from "../../shared/network/network-safety.ts";
import type { AnnouncedModel } from "../../shared/schemas/model.ts";
import { createFileStorage } from "../../shared/storage/file-storage.ts";

const EMPTY_MODEL = "empty";

const [databaseUrl = "", storageFolder = "", concurrency = "16"] = process.argv.slice(2);

const model: AnnouncedModel = {
  model: EMPTY_MODEL,
  title: "Empty",
  subtitle: "Does nothing",
  capability: "IMAGE_GENERATION",
  default_output_count: 1,
  input_schema: { type: "object", properties: {}, required: [] },
  model_tiers: ["lite"],
};

const open = (pool: "runs" | "lease"): Sql =>
  connectDatabase(databaseUrl, {
    applicationName: "clipmill media-node",
    pool,
    connections: CONNECTION_LIMITS.mediaNode[pool],
  });
const sql = open("runs");
const services: NodeServices = {
  nodeId: newId("node"),
  sql,
  leaseSql: open("lease"),
  runs: createRunRecords(sql),
  storage: createFileStorage(storageFolder),
  policy: readNetworkPolicy({}),
  tools: {} as MediaTools,
  installed: { bundles: () => [], readAgain: async () => undefined },
  scratchRoot: await mkdtemp(join(tmpdir(), "clipmill-bench-node-")),
  activeRuns: createActiveRuns(),
  room: { noteLack: () => undefined },
  metrics: createNodeMetrics(new Registry()),
  logger: createLogger("bench node", "error"),
};

const worker = await startMediaWorker(services, {
  databaseUrl,
  places: { cores: Number(concurrency), devices: 0 },
  models: [model],
  kinds: {
    ...NODE_KINDS,
    generation: { ...NODE_KINDS.generation, pipeline: async () => ({ output: null, result: [] }) },
  },
});
const end = async (): Promise<void> => {
  await worker.stop();
  process.exit(0);
};
process.once("SIGTERM", end);
process.once("disconnect", end);
process.send?.({ type: "ready", url: "none" });
