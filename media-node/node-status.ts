// How a node stands, from its start to its end, for its own decisions and for operators: measures, room, drain, and the pages
// that tell of them.
import type { Registry } from "prom-client";
import type { Sql } from "../shared/db/connect.ts";
import { pingDatabase } from "../shared/db/ping-database.ts";
import { AppError } from "../shared/errors.ts";
import type { Logger } from "../shared/logger.ts";
import { registerPoolMetrics } from "../shared/metrics/pool-metrics.ts";
import { createProcessRegistry } from "../shared/metrics/process-registry.ts";
import { startListening } from "../shared/network/listen-error.ts";
import { type StatusServer, startStatusServer } from "../shared/network/status-server.ts";
import { freeSpace } from "../shared/storage/free-space.ts";
import type { ObjectStorage } from "../shared/storage/object-storage.ts";
import type { MediaNodeConfig } from "./config.ts";
import type { NodeDatabases } from "./db/open-databases.ts";
import { drainPage } from "./worker/drain-page.ts";
import { createNodeMetrics, type NodeMetrics } from "./worker/metrics/node-metrics.ts";
import { createNodeDrain, type NodeDrain, registerDrainMetrics } from "./worker/node-drain.ts";
import { type DiskUse, type NodeRoom, type WatchedDisk, watchNodeRoom } from "./worker/node-room.ts";

export interface NodeStatus {
  readonly registry: Registry;
  readonly metrics: NodeMetrics;
  readonly room: NodeRoom;
  readonly drain: NodeDrain;
  /** Where operators and orchestrators read it. */
  readonly pages: StatusServer;
}

interface StatusSources {
  readonly databases: NodeDatabases;
  readonly scratchRoot: string;
  readonly storage: ObjectStorage;
  readonly isDeviceUp: () => boolean;
  readonly logger: Logger;
}

/** Begins to watch, and serves what it finds. @throws Error that names the setting when the address cannot be listened on */
export async function watchNodeStatus(config: MediaNodeConfig, sources: StatusSources): Promise<NodeStatus> {
  const { databases, scratchRoot, storage, isDeviceUp, logger } = sources;
  const registry = createProcessRegistry();
  registerPoolMetrics(registry, { runs: databases.sql, lease: databases.leaseSql });
  const metrics = createNodeMetrics(registry);
  const disks = watchedDisks(config, scratchRoot, storage);
  const room = await watchNodeRoom({ disks, floorBytes: config.diskFloorBytes, isDeviceUp, metrics, logger });
  const drain = createNodeDrain();
  registerDrainMetrics(registry, drain);
  const pages = await startStatusPages(config, { registry, room, drain }, databases);
  return { registry, metrics, room, drain, pages };
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

function startStatusPages(
  { host, port }: MediaNodeConfig,
  { registry, room, drain }: Pick<NodeStatus, "registry" | "room" | "drain">,
  { sql }: NodeDatabases,
): Promise<StatusServer> {
  const isReady = (): Promise<void> => checkReadiness({ room, drain }, sql);
  const page = { host, port, registry, isReady, drain: drainPage(drain) };
  return startListening(page, () => startStatusServer(page));
}

/** @throws AppError UNAVAILABLE with a reason that anybody may read */
async function checkReadiness({ room, drain }: Pick<NodeStatus, "room" | "drain">, sql: Sql): Promise<void> {
  if (drain.isDraining()) {
    throw new AppError("UNAVAILABLE", `not ready: draining, and ${drain.jobsLeft()} jobs are left`);
  }
  const shortage = room.shortage();
  if (shortage !== undefined) throw new AppError("UNAVAILABLE", `not ready: ${shortage}`);
  await pingDatabase(sql).catch((cause: unknown) => {
    throw new AppError("UNAVAILABLE", "not ready: the database cannot be reached", { cause });
  });
}
