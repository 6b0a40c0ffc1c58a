// PostgreSQL runs in a session of its own, because a Ctrl-C goes to every process of the terminal's group and would
// end the database before the planes have written their last words. It must not outlive a killed appliance either:
// a shell that waits on a pipe from this process sees the pipe close, however this process ends, and then asks
// PostgreSQL for a fast stop. Where the guard has been killed as well, the next start ends what is left.
import { type ChildProcess, spawn } from "node:child_process";
import type { OsUser } from "../../shared/process/os-user.ts";

const SCRIPT = 'read -r _; kill -INT "$0"';

/** Guards `postmaster` until it has ended. The guard takes no signal of the terminal either. */
export function guardPostgres(postmaster: ChildProcess, user: OsUser | undefined): void {
  if (postmaster.pid === undefined) return;
  const identity = user === undefined ? {} : { uid: user.uid, gid: user.gid };
  const guard = spawn("/bin/sh", ["-c", SCRIPT, String(postmaster.pid)], {
    cwd: "/",
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
    ...identity,
  });
  // Without a guard there still is the next start's clean-up.
  guard.on("error", () => undefined);
  // It has no pipe either where there is no file handle left.
  if (guard.pid === undefined) return;
  guard.stdin.on("error", () => undefined);
  guard.unref();
  // Before the process id can name another process.
  postmaster.once("exit", () => guard.kill("SIGKILL"));
}
