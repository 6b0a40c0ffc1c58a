// Where a process id means one process: this boot of this machine, and within it the space of ids, of which every
// container has its own. Two processes of one space can tell whether the other still lives.
import { readFileSync, readlinkSync } from "node:fs";
import { errorCode } from "../error-message.ts";

/** Undefined where the system does not say, as anywhere but on Linux. */
export function readProcessSpace(): string | undefined {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return `${boot} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return undefined;
  }
}

/** Whether a process of this space lives; one of another user does. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}
