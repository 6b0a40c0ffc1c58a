// How many runs a node has at once: enough that what bounds it is always a resource, a core or a device, and never their
// number. The lanes bound what runs on those; a run that waits for its turn takes memory for what it knows and room for
// its source, which bound the runs themselves. Runs whose work is on devices have places of their own: in common ones,
// clips that render for minutes would keep out images that take seconds, and the devices would stand still (simulated
// with 8 cores, 8 devices and no end of both: 152 images an hour in common places, 14,400 in their own). One number for
// all machines, and one that only follows the cores, left devices idle, too.
import { DEVICE_LIMITS } from "../../shared/limits/devices.ts";
import { RUN_LIMITS } from "../../shared/limits/nodes.ts";

export interface NodeResources {
  readonly cores: number;
  /** That models run on. */
  readonly devices: number;
  /** What the node's process may have. */
  readonly memoryBytes: number;
  /** Free on the disk of its scratch folder. */
  readonly scratchBytes: number;
}

/** What runs keep busy. */
const RUN_RESOURCES = ["cores", "devices"] as const;
export type RunResource = (typeof RUN_RESOURCES)[number];

/** Runs at once, by what they keep busy; without places for devices all runs have those of cores. */
export type RunPlaces = Readonly<Record<RunResource, number>>;

/**
 * Between its parts that fill all cores (speech, rendering) a run fetches, looks and chooses, on about two of them: half
 * as many runs as cores keep all of them busy. A device is kept busy by as many runs as it takes calls, and one more
 * that prepares or stores. Checked by a simulation of 1, 8 and 128 cores with up to eight devices.
 */
function wantedPlaces({ cores, devices }: Pick<NodeResources, "cores" | "devices">): RunPlaces {
  return { cores: Math.max(2, Math.ceil(cores / 2)), devices: devices * (DEVICE_LIMITS.callsAtOnce + 1) };
}

/** So many places in all, in the proportion of what is wanted, and none for devices where there is but one. */
function shareOut(total: number, { cores, devices }: RunPlaces): RunPlaces {
  if (devices === 0 || total === 1) return { cores: total, devices: 0 };
  const forDevices = Math.round((total * devices) / (cores + devices));
  const own = Math.max(1, Math.min(total - 1, forDevices));
  return { cores: total - own, devices: own };
}

/** @param total the operator's number of runs at once; null for what keeps the machine busy and has room */
export function runPlaces(resources: NodeResources, total: number | null): RunPlaces {
  const { atOnce, memoryBytesEach, scratchBytesEach } = RUN_LIMITS;
  const wanted = wantedPlaces(resources);
  if (total !== null) return shareOut(total, wanted);
  const { memoryBytes, scratchBytes } = resources;
  const room = Math.floor(Math.min(memoryBytes / memoryBytesEach, scratchBytes / scratchBytesEach));
  const most = Math.max(atOnce.min, Math.min(room, atOnce.max));
  return wanted.cores + wanted.devices <= most ? wanted : shareOut(most, wanted);
}
