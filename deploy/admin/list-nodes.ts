// `npm run admin -- nodes`: who works, and what each node's models run on.
import { selectWorkers, type WorkerRow } from "../../control-plane/db/queue/queue-overview.ts";
import type { Sql } from "../../shared/db/connect.ts";
import type { LeasedDevice, PlaceUse } from "../../shared/db/queue/worker-leases.ts";
import { formatSize } from "../models/models-list.ts";

/** A line of a terminal's table, which has its end: the console shows more. */
export interface NodeRow extends Pick<WorkerRow, "id" | "plane" | "host" | "pid" | "state" | "models"> {
  readonly startedAt: Date;
  readonly renewedAt: Date;
  readonly activeRuns: number;
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
  const { id, plane, host, pid, state, models } = worker;
  return {
    id,
    plane,
    host,
    pid,
    startedAt: worker.started_at,
    renewedAt: worker.renewed_at,
    state,
    activeRuns: worker.active_runs,
    places: worker.places.map(placesText),
    devices: worker.devices.map(deviceText),
    models,
  };
}

/** All processes with a lease, control planes among them, as lines of a table. */
export async function listNodes(sql: Sql): Promise<NodeRow[]> {
  return (await selectWorkers(sql)).map(nodeRow);
}
