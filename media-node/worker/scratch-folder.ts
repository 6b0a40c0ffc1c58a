// A node's own folder for runs' files. It holds nothing that cannot be made again, so a starting node removes what
// dead nodes on this machine left, and ends the programs that still write there: a killed node cannot stop its ffmpeg.
import { mkdir, readdir, readFile, readlink, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "../../shared/logger.ts";

const PID_FILE = "pid";

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Processes of this machine that work inside the folder; none where there is no /proc. */
async function processesIn(folder: string): Promise<number[]> {
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

async function reclaim(folder: string, logger: Logger): Promise<void> {
  const pid = Number(await readFile(join(folder, PID_FILE), "utf8").catch(() => "0"));
  if (pid > 0 && isAlive(pid)) return;
  for (const left of await processesIn(folder)) {
    logger.warn({ pid: left, folder }, "ending a program that a dead node left behind");
    process.kill(left, "SIGKILL");
  }
  await rm(folder, { recursive: true, force: true });
}

/** Makes this node's folder below `scratchDir` and clears away what dead nodes left there. */
export async function openScratchFolder(scratchDir: string, nodeId: string, logger: Logger): Promise<string> {
  await mkdir(scratchDir, { recursive: true });
  for (const name of await readdir(scratchDir)) await reclaim(join(scratchDir, name), logger);
  const folder = join(scratchDir, nodeId);
  await mkdir(folder);
  await writeFile(join(folder, PID_FILE), String(process.pid));
  return folder;
}
