// How a process ends that must not wait for its threads. Node.js joins its own as it exits: one that waits for a disk that
// hangs, or is in a native call of minutes, would hold up the end of a process that has stopped everything else, until
// somebody kills it. A signal to itself would be told as a failure, so that another program takes the process's place.

/** For "exit", as its last handler: ends the process with its code and without its threads. */
export function exitAtOnce(code: number): void {
  process.execve?.("/bin/sh", ["sh", "-c", `exit ${code}`]);
}

/** Exits as `process.exit` does, handlers of "exit" included, whatever the process's threads are at. */
export function leaveProcess(code: number): never {
  process.once("exit", exitAtOnce);
  process.exit(code);
}
