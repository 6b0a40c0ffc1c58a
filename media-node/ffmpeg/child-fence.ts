// The fence around every child process. Most children read strangers' media, with decoders that have had holes before
// and will have others: none gets more memory, processor time, file size or open files than its work can need, a
// network, new privileges, or a life beyond its parent's. What of this a machine allows is found once by really doing
// it, in containers as on bare metal: no part is needed for work, and what is missing is told. The fence is put together
// from programs that each replace themselves by the next (sh, unshare, setpriv), so that the child keeps its process id.
// Rejected: bubblewrap and containers, which few machines have; a library that sets limits in the fork, a native addon.
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { getEnvironmentData, setEnvironmentData } from "node:worker_threads";
import { CHILD_LIMITS } from "../../shared/limits/processes.ts";
import { KIB } from "../../shared/limits/units.ts";
import { findProgram } from "./find-program.ts";

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
type LimitPart = Extract<FencePart, "memory" | "cpu_time" | "file_size" | "open_files" | "core_dumps">;

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

const KEY = "clipmill.childFence";
/** Of a system on which no part works. */
export const NO_FENCE: ChildFence = { shell: null, limits: [], network: null, privileges: [], parts: [] };
const SYSTEM_PATH = "/usr/bin:/bin:/usr/sbin:/sbin";
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
function limitScript(part: LimitPart, { timeoutMs, fileBytes }: ChildBounds, cores: number): string {
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

/** Whether a command runs and is content. */
function succeeds([command = "", ...args]: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: "ignore", timeout: CHILD_LIMITS.probeTimeoutMs });
    child.once("error", () => resolve(false));
    child.once("close", (code) => resolve(code === 0));
  });
}

const LIMIT_PARTS: readonly LimitPart[] = ["memory", "cpu_time", "file_size", "open_files", "core_dumps"];
/** Bounds of a long run, for a try. */
const TRIED: ChildBounds = { timeoutMs: 3_600_000, fileBytes: CHILD_LIMITS.fileBytes, hasNetwork: true };

async function workingLimits(shell: string): Promise<LimitPart[]> {
  const cores = availableParallelism();
  const works = await Promise.all(
    LIMIT_PARTS.map((part) =>
      succeeds([shell, "-c", limitScript(part, TRIED, cores).replaceAll("; ", " && ")]),
    ),
  );
  return LIMIT_PARTS.filter((_, index) => works[index] === true);
}

/**
 * Content where nothing can be reached but the loopback: by routes, since the system puts interfaces of its own, which
 * lead nowhere, into every new network.
 */
const HAS_NO_NETWORK = [
  "{ read -r heading; ! read -r route; } </proc/self/net/route || exit 1",
  "[ ! -e /proc/self/net/ipv6_route ] || while read -r route; do",
  '  case "$route" in *" lo") ;; *) exit 1 ;; esac',
  "done </proc/self/net/ipv6_route",
].join("\n");

/** Content in a process that may do nothing that its user may not. */
const HAS_NO_CAPABILITIES = [
  'while read -r name value; do [ "$name" != CapEff: ] || [ $((0x$value)) -ne 0 ] || exit 0; done </proc/self/status',
  "exit 1",
].join("\n");

async function withoutNetwork(shell: string): Promise<string[] | null> {
  const unshare = await findProgram("unshare", { path: SYSTEM_PATH });
  if (unshare === undefined) return null;
  // Root may do so at once, others within a user namespace of their own, where the system lets them have one.
  for (const options of [["--net"], ["--user", "--map-current-user", "--net"]]) {
    const start = [unshare, ...options, "--"];
    if (await succeeds([...start, shell, "-c", HAS_NO_NETWORK])) return start;
  }
  return null;
}

/** Capabilities are root's affair; what reads files that belong to others stays, for storages of another user. */
const CAPABILITIES = ["--bounding-set=-all,+dac_override", "--inh-caps=-all", "--ambient-caps=-all"];
/** A parent's death is told last: a change of privileges would make the system forget the wish. */
const PRIVILEGES: readonly (readonly [FencePart, readonly string[]])[] = [
  ["capabilities", CAPABILITIES],
  ["new_privileges", ["--no-new-privs"]],
  ["parent_death", ["--pdeathsig", "KILL"]],
];

async function fewerPrivileges(
  shell: string,
  before: readonly string[],
): Promise<Pick<ChildFence, "privileges" | "parts">> {
  const setpriv = await findProgram("setpriv", { path: SYSTEM_PATH });
  if (setpriv === undefined) return { privileges: [], parts: [] };
  let options: readonly string[] = [];
  const parts: FencePart[] = [];
  for (const [part, more] of PRIVILEGES) {
    const tried = [...options, ...more];
    const command = [setpriv, ...tried, "--", shell, "-c", "exit 0"];
    // A child that keeps its network starts without what comes before.
    if (!(await succeeds([...before, ...command])) || !(await succeeds(command))) continue;
    options = tried;
    parts.push(part);
  }
  const privileges = options.length === 0 ? [] : [setpriv, ...options, "--"];
  // Who is not root has none to begin with.
  const hasNone = await succeeds([...privileges, shell, "-c", HAS_NO_CAPABILITIES]);
  if (hasNone && !parts.includes("capabilities")) parts.push("capabilities");
  return { privileges, parts };
}

/** Tries what this machine allows; a few hundredths of a second. */
async function probeFence(): Promise<ChildFence> {
  const shell = await findProgram("sh", { path: SYSTEM_PATH });
  if (shell === undefined) return NO_FENCE;
  const [limits, network] = await Promise.all([workingLimits(shell), withoutNetwork(shell)]);
  const { privileges, parts: taken } = await fewerPrivileges(shell, network ?? []);
  const parts = FENCE_PARTS.filter(
    (part) =>
      taken.includes(part) ||
      limits.some((limit) => limit === part) ||
      (part === "network" && network !== null),
  );
  return { shell, limits, network, privileges, parts };
}

/** Makes it the fence of this thread's children, and of those of the threads that it starts from now on. */
export function shareFence(fence: ChildFence): void {
  setEnvironmentData(KEY, fence);
}

let probing: Promise<ChildFence> | undefined;

/** The fence of this process; probed once, and handed on to threads that start later. */
export function childFence(): Promise<ChildFence> {
  const known = getEnvironmentData(KEY) as ChildFence | undefined;
  if (known !== undefined) return Promise.resolve(known);
  probing ??= probeFence().then((fence) => {
    shareFence(fence);
    return fence;
  });
  return probing;
}
