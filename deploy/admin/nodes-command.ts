// `npm run admin -- nodes`: who works, and what each node's models run on.
import { selectWorkers, type WorkerRow } from "../../control-plane/db/queue/queue-overview.ts";
import type { Sql } from "../../shared/db/connect.ts";
import type { LeasedDevice, PlaceUse } from "../../shared/db/queue/worker-leases.ts";
import { formatSize } from "../models/models-list.ts";

export interface NodeRow extends Omit<WorkerRow, "devices" | "places"> {
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

export async function listNodes(sql: Sql): Promise<NodeRow[]> {
  const workers = await selectWorkers(sql);
  return workers.map((worker) => ({
    ...worker,
    places: worker.places.map(placesText),
    devices: worker.devices.map(deviceText),
  }));
}
