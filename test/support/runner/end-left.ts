// Ends what a broken-off run leaves: tests that are killed end no appliance, node or server of theirs.
import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { listProcesses, type ProcessRow } from "../list-processes.ts";

/** In the environment of all that a run starts: names the run. */
export const RUN_VARIABLE = "CLIPMILL_TEST_RUN";
/** An appliance ends its planes and its database in less. */
const END_TIMEOUT_MS = 30_000;
const POLL_MS = 100;

async function isOfRun({ pid, state }: ProcessRow, run: string): Promise<boolean> {
  if (pid === process.pid || state === "Z") return false;
  const environment = await readFile(`/proc/${pid}/environ`, "utf8").catch(() => "");
  return environment.split("\0").includes(`${RUN_VARIABLE}=${run}`);
}

async function listLeft(run: string): Promise<ProcessRow[]> {
  const rows = await listProcesses().catch(() => []);
  const isLeft = await Promise.all(rows.map((row) => isOfRun(row, run)));
  return rows.filter((_, index) => isLeft[index]);
}

function signalAll(rows: readonly ProcessRow[], signal: NodeJS.Signals): void {
  for (const { pid } of rows) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** Asks all processes of a run to end, and kills those that do not. Where there is no /proc it does nothing. */
export async function endLeft(run: string): Promise<void> {
  const deadline = performance.now() + END_TIMEOUT_MS;
  let left = await listLeft(run);
  signalAll(left, "SIGTERM");
  while (left.length > 0 && performance.now() < deadline) {
    await pause(POLL_MS);
    left = await listLeft(run);
  }
  signalAll(left, "SIGKILL");
}
