// Reads other processes: whether one lives, what it is, when it began. A process id alone names nothing for long,
// so identity here is id and start time. Linux is read from /proc, other systems through ps(1); a zombie counts as
// ended, since in a container without an init nobody may ever collect it.
import { execFile } from "node:child_process";
import { readdir, readFile, readlink } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { errorCode } from "../error-message.ts";
import { type OsUser, tryCommand } from "./os-user.ts";

const POLL_MS = 20;
const PS_TIMEOUT_MS = 5_000;
/** It reads links alone: to look at the folders themselves would wait for network disks that hang. */
const LIST_PROCESSES_IN = 'ls -ldn /proc/[0-9]*/cwd | grep -F -- " -> $1"; :';

export interface ProcessFacts {
  readonly command: string;
  /** Opaque; differs between two processes that had the same id. */
  readonly startedAt: string;
}

/** What runs under this id now, or undefined where nothing does. */
export async function readProcess(pid: number): Promise<ProcessFacts | undefined> {
  return process.platform === "linux" ? readLinuxProcess(pid) : readProcessByPs(pid);
}

async function readLinuxProcess(pid: number): Promise<ProcessFacts | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  if (stat === undefined) return undefined;
  // The command stands in parentheses and may hold any character: proc_pid_stat(5).
  const end = stat.lastIndexOf(")");
  const command = stat.slice(stat.indexOf("(") + 1, end);
  const fields = stat.slice(end + 2).split(" ");
  const [state, startTicks] = [fields[0] ?? "X", fields[19] ?? ""];
  if (state === "Z" || state === "X") return undefined;
  // Ticks count from the boot, so the boot's own id belongs to the identity.
  const bootId = await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => "");
  return { command, startedAt: `${bootId.trim()}:${startTicks}` };
}

function readProcessByPs(pid: number): Promise<ProcessFacts | undefined> {
  const args = ["-o", "state=,lstart=,comm=", "-p", String(pid)];
  return new Promise((resolve) => {
    execFile(
      "ps",
      args,
      { timeout: PS_TIMEOUT_MS, env: { PATH: process.env.PATH, LC_ALL: "C" } },
      (error, out) => {
        const match = /^(\S+)\s+(\w+\s+\w+\s+\d+\s+[\d:]+\s+\d+)\s+(.*)$/.exec(out.trim());
        if (error !== null || match === null || match[1]?.startsWith("Z")) resolve(undefined);
        else resolve({ startedAt: match[2] ?? "", command: match[3]?.split("/").at(-1) ?? "" });
      },
    );
  });
}

/**
 * Ids of a user's processes with this command name whose working directory is `folder`; empty where /proc is not there.
 * @param user undefined: this process's own. Root asks as the user: without CAP_SYS_PTRACE, as in most containers, it may
 * not see where another's processes work.
 */
export async function findProcessesIn(
  folder: string,
  command: string,
  user: OsUser | undefined,
): Promise<number[]> {
  const listed = tryCommand("/bin/sh", ["-c", LIST_PROCESSES_IN, "sh", folder], user) ?? "";
  const found: number[] = [];
  for (const [, pid, workingDirectory] of listed.matchAll(/\/proc\/(\d+)\/cwd -> (.*)$/gm)) {
    if (workingDirectory !== folder || (await readProcess(Number(pid)))?.command !== command) continue;
    found.push(Number(pid));
  }
  return found;
}

/** Ids of the processes that work in a folder or below it; empty where /proc is not there. */
export async function findProcessesBelow(folder: string): Promise<number[]> {
  const entries = await readdir("/proc").catch(() => []);
  const pids = entries.filter((entry) => /^\d+$/.test(entry)).map(Number);
  const found = await Promise.all(
    pids.map(async (pid) => {
      // Gone already, or another user's: not one of ours.
      const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => "");
      return cwd === folder || cwd.startsWith(`${folder}/`) ? pid : undefined;
    }),
  );
  return found.filter((pid) => pid !== undefined);
}

/** Sends a signal; a process that is gone already is no error. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (errorCode(error) !== "ESRCH") throw error;
  }
}

/** Polls until none of the processes lives; resolves to whether that came within the time. */
export async function waitForEnd(pids: readonly number[], timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const facts = await Promise.all(pids.map(readProcess));
    if (facts.every((fact) => fact === undefined)) return true;
    if (performance.now() > deadline) return false;
    await pause(POLL_MS);
  }
}
