// Processor time of processes and all their children, which is what an idle appliance costs.
import { readdirSync, readFileSync } from "node:fs";

/** Clock ticks of /proc: USER_HZ, which is 100 on every Linux that Node runs on. */
const TICK_MS = 10;

interface ProcessStat {
  readonly pid: number;
  readonly parent: number;
  /** Its own, and that of its children that have ended. */
  readonly cpuMs: number;
}

function readStat(pid: number): ProcessStat | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return { pid, parent: Number(fields[1]), cpuMs: ticks * TICK_MS };
  } catch {
    return undefined;
  }
}

/** So far, in milliseconds, of a process and its descendants. */
export function treeCpuMs(rootPid: number): number {
  const stats = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readStat(Number(name)))
    .filter((stat) => stat !== undefined);
  const pids = new Set([rootPid]);
  for (let size = 0; size !== pids.size; ) {
    size = pids.size;
    for (const { pid, parent } of stats) if (pids.has(parent)) pids.add(pid);
  }
  return stats.filter(({ pid }) => pids.has(pid)).reduce((sum, { cpuMs }) => sum + cpuMs, 0);
}
