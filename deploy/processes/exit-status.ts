// Whether a child process has started, and how it ended.
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { StartError } from "../../shared/process/start-error.ts";

export interface ExitStatus {
  /** Null where a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/**
 * To be called at once after the spawn. Node tells by an event why there is no child, which would end this process if
 * nobody listened; where it lacks file handles, the child has no pipes either. A signal to a child without an id could
 * reach this process's whole group.
 * @throws StartError
 */
export async function requireStarted(child: ChildProcess, name: string): Promise<void> {
  if (child.pid !== undefined) return;
  const [error] = await once(child, "error");
  throw new StartError(`The ${name} could not be started: ${error.message}.`, { cause: error });
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

/** Resolves once the child has ended and its output has been read; it never rejects. */
export function watchExit(child: ChildProcess): Promise<ExitStatus> {
  return new Promise((resolve) => {
    child.once("close", (code, signal) => resolve({ code, signal }));
    // Of a signal that could not be sent.
    child.on("error", () => undefined);
  });
}
