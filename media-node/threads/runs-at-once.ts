// How many runs a node has at once: enough that what bounds it is always a resource, a core or a device, and never their
// number. The lanes bound what runs on those; a run that waits for its turn takes memory for what it knows and room for
// its source, which bound the runs themselves. One number for all machines, and one that only follows the cores, left
// devices idle.
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

/** That wait for a device. */
const RUNS_PER_CORE = 4;

/**
 * Between its parts that fill all cores (speech, rendering) a run fetches, looks and chooses, on about two of them: half
 * as many runs as cores keep all of them busy. A device is kept busy by as many runs as it takes calls, and one more
 * that prepares or stores; but a core prepares for four runs at most, for runs that need no device take those places
 * too. Checked by a simulation of 1, 8 and 128 cores with up to eight devices.
 */
export function runsAtOnce({ cores, devices, memoryBytes, scratchBytes }: NodeResources): number {
  const { atOnce, memoryBytesEach, scratchBytesEach } = RUN_LIMITS;
  const forCores = Math.max(2, Math.ceil(cores / 2));
  const forDevices = Math.min(devices * (DEVICE_LIMITS.callsAtOnce + 1), RUNS_PER_CORE * cores);
  const room = Math.min(memoryBytes / memoryBytesEach, scratchBytes / scratchBytesEach);
  return Math.max(atOnce.min, Math.min(forCores + forDevices, Math.floor(room), atOnce.max));
}
