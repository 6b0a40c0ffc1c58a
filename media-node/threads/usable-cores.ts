// How many cores a node keeps busy: those of the machine, as far as there is memory for work on each. A container may be
// bounded in memory alone: with 64 cores and 8 GiB, 32 clips would render at once, a quarter of a gigabyte each, beside
// threads that have a speech model each, until the system ended them.
import { availableParallelism } from "node:os";
import { RUN_LIMITS } from "../../shared/limits/nodes.ts";
import { machineMemoryBytes } from "../../shared/process/machine-memory.ts";

/** Of a nominal gigabyte some is the system's own: so much less of a core's memory is enough. */
const SYSTEM_SHARE = 1 / 8;

/** One at least. */
export function usableCores(cores: number, memoryBytes: number): number {
  return Math.max(1, Math.min(cores, Math.floor(memoryBytes / RUN_LIMITS.memoryBytesPerCore + SYSTEM_SHARE)));
}

/** Those of this machine. */
export function machineCores(): number {
  return usableCores(availableParallelism(), machineMemoryBytes());
}
