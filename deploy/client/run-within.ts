// Programs that make the client's package, each within a time that suits a machine whose cores are all taken.
import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** They take seconds, and minutes on such a machine. */
export const PACKING_TIMEOUT_MS = 10 * 60_000;

export interface BoundedProgram {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly timeoutMs: number;
  /** What it does, for the error: "npm did not pack". */
  readonly failure: string;
}

/**
 * What the program printed. Says how long it had where it was ended for that, of which Node's error has no word.
 * @throws Error; Node's own, with `stdout`, where the program failed
 */
export async function runWithin({ file, args, cwd, timeoutMs, failure }: BoundedProgram): Promise<string> {
  try {
    return (await promisify(execFile)(file, args, { cwd, timeout: timeoutMs })).stdout;
  } catch (error) {
    const { killed = false, code } = error as { killed?: boolean; code?: unknown };
    // Node ends one that prints too much as well, and says so.
    if (!killed || code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER") throw error;
    throw new Error(`${failure} within ${timeoutMs / 60_000} minutes.`, { cause: error });
  }
}
