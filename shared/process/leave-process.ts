// Ends a process without waiting for its threads. Node.js joins its threads as it exits, so a thread that waits for a hanging
// disk, or is in a native call of minutes, would keep a process that has stopped everything else alive until it is killed.
// Killing itself by a signal would look like a failure, so the process replaces itself by a shell that exits with its code.
import { accessSync, constants } from "node:fs";

const SHELL = "/bin/sh";

/** An image without a shell, for instance: what cannot be started in the process's place would have Node.js abort it. */
function hasShell(): boolean {
  try {
    accessSync(SHELL, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** For "exit", as its last handler: ends the process with its code and, where there is a shell, without its threads. */
export function exitAtOnce(code: number): void {
  // Without variables: one that is too long for a new program would have it refused.
  if (hasShell()) process.execve?.(SHELL, ["sh", "-c", `exit ${code}`], {});
}

/** Exits as `process.exit` does, handlers of "exit" included, whatever the process's threads are at. */
export function leaveProcess(code: number): never {
  process.once("exit", exitAtOnce);
  process.exit(code);
}
