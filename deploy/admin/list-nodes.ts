// `npm run admin -- nodes`: who works, and what each node's models run on.
import { selectWorkers, type WorkerRow } from "../../control-plane/db/queue/queue-overview.ts";
import type { Sql } from "../../shared/db/connect.ts";
import type { LeasedDevice, PlaceUse } from "../../shared/db/queue/worker-leases.ts";
import { formatSize } from "../models/models-list.ts";

/** Only the console shows these: a terminal's line has its end. */
type ConsoleColumns = "drained_as" | "offers" | "queue_jobs" | "version" | "memory_bytes" | "shortage";

export interface NodeRow extends Omit<WorkerRow, "devices" | "places" | ConsoleColumns> {
  /** Such as "devices 12 of 40". */
  readonly places: readonly string[];
  /** Such as "cuda:1 NVIDIA L4 (24 GB)". */
  readonly devices: readonly string[];
}

function deviceText({ provider, index, name, memoryBytes }: LeasedDevice): string {
  const size = memoryBytes === null ? "" : ` (${formatSize(memoryBytes)})`;
  return `${provider}:${index} ${name}${size}`;
}

function placesText({ resource, places, busy }: PlaceUse): string {
  return `${resource} ${busy} of ${places}`;
}

function nodeRow(worker: WorkerRow): NodeRow {
  const { id, plane, host, pid, started_at, renewed_at, state, active_runs, models } = worker;
  const lease = { id, plane, host, pid, started_at, renewed_at, state, active_runs };
  const places = worker.places.map(placesText);
  return { ...lease, places, devices: worker.devices.map(deviceText), models };
}

/** All processes with a lease, control planes among them, as lines of a table. */
export async function listNodes(sql: Sql): Promise<NodeRow[]> {
  return (await selectWorkers(sql)).map(nodeRow);
}
