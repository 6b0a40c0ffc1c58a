// Processor time of this process, its threads and those of its descendants that have ended. On a machine that others
// use too, seconds on the clock tell little; what the work cost is nearly the same in every repeat. Where /proc is
// missing, only this process is counted.
import { readFileSync } from "node:fs";

/** Clock ticks of /proc: USER_HZ, which is 100 on every Linux that Node runs on. */
const TICK_MS = 10;
/** utime, stime, cutime and cstime, counted after the command's closing bracket (proc_pid_stat(5), fields 14 to 17). */
const TIME_FIELDS = { from: 11, to: 15 } as const;

/** Processor time so far, user and system, in milliseconds; children count from their end on. */
export function readCpuMs(): number {
  try {
    const stat = readFileSync("/proc/self/stat", "utf8");
    // The command may hold spaces and brackets of its own, so the fields begin after the last bracket.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ticks = fields
      .slice(TIME_FIELDS.from, TIME_FIELDS.to)
      .reduce((sum, field) => sum + Number(field), 0);
    return ticks * TICK_MS;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  }
}
