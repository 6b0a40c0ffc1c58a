// What of the fence around children this machine allows, in containers as on bare metal, found once by really doing it.
import { availableParallelism } from "node:os";
import { getEnvironmentData, setEnvironmentData } from "node:worker_threads";
import { CHILD_LIMITS } from "../../shared/limits/processes.ts";
import { HOUR } from "../../shared/limits/units.ts";
import {
  type ChildBounds,
  type ChildFence,
  FENCE_PARTS,
  type FencePart,
  type LimitPart,
  limitScript,
  NO_FENCE,
} from "./child-fence.ts";
import { findProgram } from "./find-program.ts";
import { tryCommands } from "./try-commands.ts";

const KEY = "clipmill.childFence";
const SYSTEM_PATH = "/usr/bin:/bin:/usr/sbin:/sbin";

const LIMIT_PARTS: readonly LimitPart[] = ["memory", "cpu_time", "file_size", "open_files", "core_dumps"];
/** Bounds of a long run, for a try. */
const TRIED: ChildBounds = { timeoutMs: HOUR, fileBytes: CHILD_LIMITS.fileBytes, hasNetwork: true };

/** Root may do so at once, others within a user namespace of their own, where the system lets them have one. */
const NETWORK_OPTIONS = [["--net"], ["--user", "--map-current-user", "--net"]] as const;

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

/** Capabilities are root's affair; what reads files that belong to others stays, for storages of another user. */
const CAPABILITIES = ["--bounding-set=-all,+dac_override", "--inh-caps=-all", "--ambient-caps=-all"];

interface Privilege {
  readonly part: FencePart;
  /** Of `setpriv`, which take it away. */
  readonly options: readonly string[];
}

/** A parent's death is told last: a change of privileges would make the system forget the wish. */
const PRIVILEGES: readonly Privilege[] = [
  { part: "capabilities", options: CAPABILITIES },
  { part: "new_privileges", options: ["--no-new-privs"] },
  { part: "parent_death", options: ["--pdeathsig", "KILL"] },
];

function tryAll(shell: string, commands: readonly (readonly string[])[]): Promise<boolean[]> {
  return tryCommands(shell, commands, CHILD_LIMITS.probeTimeoutMs);
}

function findSystemProgram(name: string): Promise<string | undefined> {
  return findProgram(name, { path: SYSTEM_PATH });
}

async function limitsAndNetwork(shell: string): Promise<Pick<ChildFence, "limits" | "network">> {
  const unshare = await findSystemProgram("unshare");
  const cores = availableParallelism();
  const scripts = LIMIT_PARTS.map((part) => limitScript(part, TRIED, cores).replaceAll("; ", " && "));
  const networks = unshare === undefined ? [] : NETWORK_OPTIONS.map((options) => [unshare, ...options, "--"]);
  const works = await tryAll(shell, [
    ...scripts.map((script) => [shell, "-c", script]),
    ...networks.map((start) => [...start, shell, "-c", HAS_NO_NETWORK]),
  ]);
  return {
    limits: LIMIT_PARTS.filter((_, index) => works[index] === true),
    network: networks.find((_, index) => works[scripts.length + index] === true) ?? null,
  };
}

/** All of them, as most machines allow, else as many as can be had together. */
async function mostOf(
  privileges: readonly Privilege[],
  canBeTaken: (some: readonly Privilege[]) => Promise<boolean>,
): Promise<readonly Privilege[]> {
  if (await canBeTaken(privileges)) return privileges;
  let taken: readonly Privilege[] = [];
  for (const privilege of privileges) {
    const more = [...taken, privilege];
    if (await canBeTaken(more)) taken = more;
  }
  return taken;
}

/** @param network the start of a command line without a network, or nothing */
async function fewerPrivileges(
  shell: string,
  network: readonly string[],
): Promise<Pick<ChildFence, "privileges" | "parts">> {
  const setpriv = await findSystemProgram("setpriv");
  if (setpriv === undefined) return { privileges: [], parts: [] };
  const start = (some: readonly Privilege[]): string[] =>
    some.length === 0 ? [] : [setpriv, ...some.flatMap(({ options }) => options), "--"];
  const taken = await mostOf(PRIVILEGES, async (some) => {
    const command = [...start(some), shell, "-c", "exit 0"];
    // A child that keeps its network starts without what comes before.
    return (await tryAll(shell, [[...network, ...command], command])).every(Boolean);
  });
  const privileges = start(taken);
  const parts = new Set(taken.map(({ part }) => part));
  // Who is not root has none to begin with.
  const [hasNone] = await tryAll(shell, [[...privileges, shell, "-c", HAS_NO_CAPABILITIES]]);
  if (hasNone === true) parts.add("capabilities");
  return { privileges, parts: [...parts] };
}

/** Tries what this machine allows, in a tenth of a second. */
async function probeFence(): Promise<ChildFence> {
  const shell = await findSystemProgram("sh");
  if (shell === undefined) return NO_FENCE;
  const { limits, network } = await limitsAndNetwork(shell);
  const { privileges, parts: taken } = await fewerPrivileges(shell, network ?? []);
  const found = new Set<FencePart>([...limits, ...taken, ...(network === null ? [] : ["network" as const])]);
  return { shell, limits, network, privileges, parts: FENCE_PARTS.filter((part) => found.has(part)) };
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
