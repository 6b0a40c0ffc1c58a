// How a child process ended, as a promise that never rejects: a spawn that failed is an end like any other.
import type { ChildProcess } from "node:child_process";

export interface ExitStatus {
  /** Null where a signal ended it, or where it never ran. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/**
 * Sends the signal to the child when this process exits, by whatever way but SIGKILL, before the child has ended.
 * Only the exit itself is hooked, no signal: an orderly stop is never cut short by it.
 */
export function endWithParent(child: ChildProcess, signal: NodeJS.Signals): void {
  const onExit = (): void => {
    child.kill(signal);
  };
  process.once("exit", onExit);
  child.once("close", () => process.off("exit", onExit));
}

/** Resolves once the child has ended and its output has been read. */
export function watchExit(child: ChildProcess): Promise<ExitStatus> {
  return new Promise((resolve) => {
    child.once("close", (code, signal) => resolve({ code, signal }));
    child.once("error", () => {
      if (child.pid === undefined) resolve({ code: null, signal: null });
    });
  });
}
