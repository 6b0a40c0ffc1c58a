// What all runs of a node share.
import type { Sql } from "../../shared/db/connect.ts";
import type { Logger } from "../../shared/logger.ts";
import type { NetworkPolicy } from "../../shared/network/network-safety.ts";
import type { NodeLack } from "../../shared/node-lack.ts";
import type { ObjectStorage } from "../../shared/storage/object-storage.ts";
import type { WatchedBundles } from "../models/watch-bundles.ts";
import type { MediaTools } from "../pipelines/run-context.ts";
import type { NodeMetrics } from "./metrics/node-metrics.ts";
import type { ActiveRuns } from "./runs/active-runs.ts";
import type { RunRecords } from "./runs/run-records.ts";

export interface NodeServices {
  readonly nodeId: string;
  readonly sql: Sql;
  /** On a connection of its own, which nothing else may keep busy. */
  readonly leaseSql: Sql;
  /** On the connections of `sql`. */
  readonly runs: RunRecords;
  readonly storage: ObjectStorage;
  readonly policy: NetworkPolicy;
  readonly tools: MediaTools;
  /** The models that the node has. */
  readonly installed: Pick<WatchedBundles, "bundles" | "readAgain">;
  /** This node's own folder; each run gets one below it. */
  readonly scratchRoot: string;
  readonly activeRuns: ActiveRuns;
  /** Told what a run lacked here. */
  readonly room: { noteLack(lack: NodeLack): void };
  readonly metrics: NodeMetrics;
  readonly logger: Logger;
}
