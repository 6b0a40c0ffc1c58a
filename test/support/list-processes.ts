// The processes of this machine, read from /proc: ps(1) is not on every machine that runs the tests.
import { readdir, readFile } from "node:fs/promises";

export interface ProcessRow {
  readonly pid: number;
  readonly parentPid: number;
  readonly groupId: number;
  /** Its effective user. */
  readonly userId: number;
  /** One letter, such as Z for a zombie: proc_pid_stat(5). */
  readonly state: string;
  readonly command: string;
  /** The whole command line, arguments joined by spaces. */
  readonly commandLine: string;
}

async function readRow(pid: number): Promise<ProcessRow | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  const commandLine = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  if (stat === undefined) return undefined;
  const end = stat.lastIndexOf(")");
  const [state = "", parent = "", group = ""] = stat.slice(end + 2).split(" ");
  return {
    pid,
    parentPid: Number(parent),
    groupId: Number(group),
    userId: Number(/^Uid:\t\d+\t(\d+)/m.exec(status)?.[1] ?? -1),
    state,
    command: stat.slice(stat.indexOf("(") + 1, end),
    commandLine: commandLine.replaceAll("\0", " ").trim(),
  };
}

/** Every process that lives while this looks. */
export async function listProcesses(): Promise<ProcessRow[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const rows = await Promise.all(pids.map(readRow));
  return rows.filter((row) => row !== undefined);
}

/** The descendants of a process, children before theirs. */
export async function listDescendants(pid: number): Promise<ProcessRow[]> {
  const rows = await listProcesses();
  const below = (parentPid: number): ProcessRow[] =>
    rows.filter((row) => row.parentPid === parentPid).flatMap((row) => [row, ...below(row.pid)]);
  return below(pid);
}
