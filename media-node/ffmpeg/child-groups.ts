// The process groups of all living children, so that none outlives this process: children lead groups and sessions of
// their own, which no signal to ours reaches. Threads start children too, and end without a word when the process does;
// all of them write into one piece of shared memory, which the main thread reads as it exits.
import { readFileSync } from "node:fs";
import { getEnvironmentData, setEnvironmentData } from "node:worker_threads";
import { CHILD_LIMITS } from "../../shared/limits/processes.ts";

const KEY = "clipmill.childGroups";

/** Where the parent's id stands in /proc/PID/stat, behind the name in brackets. */
const PARENT_FIELD = 2;

function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return Number(stat.slice(stat.lastIndexOf(")") + 1).split(" ")[PARENT_FIELD]);
  } catch {
    return undefined;
  }
}

/** A thread that was ended with its child leaves the group's id behind, which may be another program's by now. */
function mayBeOurs(group: number): boolean {
  const hasProcesses = parentOf(process.pid) !== undefined;
  return !hasProcesses || parentOf(group) === process.pid;
}

function killAll(groups: Int32Array): void {
  for (const group of groups) if (group !== 0 && mayBeOurs(group)) signalGroup(group, "SIGKILL");
}

function openGroups(): Int32Array {
  const known = getEnvironmentData(KEY);
  if (known instanceof SharedArrayBuffer) return new Int32Array(known);
  const memory = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * CHILD_LIMITS.remembered);
  const groups = new Int32Array(memory);
  setEnvironmentData(KEY, memory);
  process.once("exit", () => killAll(groups));
  return groups;
}

/** Opened at import, which in the main thread comes before the first thread is started. */
const GROUPS = openGroups();

/** Signals a group; one that has ended by itself is let be. */
export function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal);
  } catch {
    // No process is left in it.
  }
}

/** Remembers a group until the result is called. */
export function rememberGroup(group: number): () => void {
  const slot = GROUPS.findIndex((_, index) => Atomics.compareExchange(GROUPS, index, 0, group) === 0);
  return () => {
    if (slot !== -1) Atomics.store(GROUPS, slot, 0);
  };
}
