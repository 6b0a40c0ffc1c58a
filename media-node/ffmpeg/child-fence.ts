// The fence around every child process. Most children read strangers' media, with decoders that have had holes before
// and will have others: none gets more memory, processor time, file size or open files than its work can need, a
// network, new privileges, or a life beyond its parent's. What of this a machine allows is found at start (find-fence):
// no part is needed for work, and what is missing is told. The fence is put together from programs that each replace
// themselves by the next (sh, unshare, setpriv), so that the child keeps its process id.
// Rejected: bubblewrap and containers, which few machines have; a library that sets limits in the fork, a native addon.
import { availableParallelism } from "node:os";
import { CHILD_LIMITS } from "../../shared/limits/processes.ts";
import { KIB } from "../../shared/limits/units.ts";

/** What may be kept from a child, in the order in which it is told. */
export const FENCE_PARTS = [
  "memory",
  "cpu_time",
  "file_size",
  "open_files",
  "core_dumps",
  "network",
  "parent_death",
  "new_privileges",
  "capabilities",
] as const;
export type FencePart = (typeof FENCE_PARTS)[number];
export type LimitPart = Extract<FencePart, "memory" | "cpu_time" | "file_size" | "open_files" | "core_dumps">;

export interface ChildFence {
  readonly shell: string | null;
  /** Those that the shell can set here. */
  readonly limits: readonly LimitPart[];
  /** The start of a command line without a network; null where the network cannot be taken away. */
  readonly network: readonly string[] | null;
  /** The start of a command line with fewer privileges; empty where none can be taken away. */
  readonly privileges: readonly string[];
  readonly parts: readonly FencePart[];
}

export interface ChildBounds {
  readonly timeoutMs: number;
  /** Of one file that it writes. */
  readonly fileBytes: number;
  readonly hasNetwork: boolean;
}

/** Of a system on which no part works. */
export const NO_FENCE: ChildFence = { shell: null, limits: [], network: null, privileges: [], parts: [] };
/** Of `ulimit -f`; memory is counted in KiB. */
const FILE_BLOCK_BYTES = 512;

/** What a child's threads may write to, all of them together. */
export function childMemoryBytes(cores: number): number {
  const { memoryBytes, memoryPerCoreBytes, maxMemoryBytes } = CHILD_LIMITS;
  return Math.min(maxMemoryBytes, memoryBytes + cores * memoryPerCoreBytes);
}

/**
 * The shell's words for a limit. Memory is what can be written to (RLIMIT_DATA), not addresses: a GPU's driver
 * reserves far more of those than any machine has memory.
 */
export function limitScript(part: LimitPart, { timeoutMs, fileBytes }: ChildBounds, cores: number): string {
  // Every core busy until the time limit; only a node that cannot keep that limit itself lets a child come so far.
  const cpuS = Math.ceil((timeoutMs / 1_000) * cores);
  const scripts: Record<LimitPart, string> = {
    memory: `ulimit -d ${Math.floor(childMemoryBytes(cores) / KIB)}`,
    cpu_time: `ulimit -S -t ${cpuS}; ulimit -H -t ${cpuS + CHILD_LIMITS.cpuGraceS}`,
    file_size: `ulimit -f ${Math.floor(fileBytes / FILE_BLOCK_BYTES)}`,
    open_files: `ulimit -n ${CHILD_LIMITS.openFiles}`,
    core_dumps: "ulimit -c 0",
  };
  return scripts[part];
}

/** Where memory runs out, the system ends a child before it ends the node. */
const FIRST_TO_GO = "{ echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null";

/** A command line that runs another one within the fence. */
export function fencedCommand(fence: ChildFence, command: readonly string[], bounds: ChildBounds): string[] {
  const network = bounds.hasNetwork ? [] : (fence.network ?? []);
  const inner = [...network, ...fence.privileges, ...command];
  if (fence.shell === null) return inner;
  const cores = availableParallelism();
  const limits = fence.limits.map((part) => limitScript(part, bounds, cores));
  return [fence.shell, "-c", [...limits, FIRST_TO_GO, 'exec "$@"'].join("; "), "sh", ...inner];
}
