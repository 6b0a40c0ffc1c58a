// What a media node's worker needs to run tasks, on a test's own database, storage and folders, with pipelines that the
// test writes.
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { Registry } from "prom-client";
import type { MediaTools } from "../../../media-node/pipelines/run-context.ts";
import { createNodeMetrics } from "../../../media-node/worker/metrics/node-metrics.ts";
import type { NodeServices } from "../../../media-node/worker/node-services.ts";
import { createActiveRuns } from "../../../media-node/worker/runs/active-runs.ts";
import { createRunRecords } from "../../../media-node/worker/runs/run-records.ts";
import type { Sql } from "../../../shared/db/connect.ts";
import { newId } from "../../../shared/ids.ts";
import { createLogger } from "../../../shared/logger.ts";
import { readNetworkPolicy } from "../../../shared/network/network-safety.ts";
import type { Lack } from "../../../shared/node-lack.ts";
import { createFileStorage } from "../../../shared/storage/file-storage.ts";
import { temporaryFolder } from "../temporary-folder.ts";

export interface TestServices {
  readonly services: NodeServices;
  /** What runs have lacked here. */
  readonly lacks: Lack[];
  /** Files under a prefix of the storage. */
  storedFiles(prefix: string): Promise<string[]>;
  /** What lies in the node's scratch folder. */
  scratchFiles(): Promise<string[]>;
  /** The value of a metric's line, such as `clipmill_runs_active{kind="clip"}`. */
  metric(line: string): Promise<number>;
}

export async function workerServices(
  t: TestContext,
  sql: Sql,
  tools: MediaTools = {} as MediaTools,
): Promise<TestServices> {
  const storageFolder = await temporaryFolder(t);
  const scratchRoot = await temporaryFolder(t);
  const registry = new Registry();
  const lacks: Lack[] = [];
  const services: NodeServices = {
    nodeId: newId("node"),
    sql,
    leaseSql: sql,
    runs: createRunRecords(sql),
    storage: createFileStorage(storageFolder),
    policy: readNetworkPolicy({}),
    tools,
    installed: { bundles: () => [], readAgain: async () => undefined },
    scratchRoot,
    activeRuns: createActiveRuns(),
    room: { noteLack: (lack) => lacks.push(lack.lack) },
    metrics: createNodeMetrics(registry),
    logger: createLogger("test", "silent"),
  };
  return {
    services,
    lacks,
    storedFiles: (prefix) => readdir(join(storageFolder, prefix), { recursive: true }).catch(() => []),
    scratchFiles: () => readdir(scratchRoot),
    metric: async (line) => {
      const text = await registry.metrics();
      return Number(
        text
          .split("\n")
          .find((row) => row.startsWith(`${line} `))
          ?.slice(line.length + 1),
      );
    },
  };
}
