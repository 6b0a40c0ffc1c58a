// Runs one program that starts programs of its own, as the leader of a process group that is ended as a whole: on
// abort, on timeout, and after the leader's own end, so that no grandchild outlives the run. child-process.ts ends a
// single process only, which is what ffmpeg needs: it stays in our group and gets the terminal's signals.
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { AppError } from "../../shared/errors.ts";
import { PROCESS_LIMITS } from "../../shared/limits.ts";

export interface GroupRun {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment; nothing of ours is passed on beside it, save PATH. */
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Each line of standard output and of standard error. */
  readonly onLine: (line: string) => void;
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

function signalGroup(child: Child, signal: NodeJS.Signals): void {
  // Without an id the program never started, and -0 would name our own group.
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group has ended by itself.
  }
}

function endGroup(child: Child): void {
  signalGroup(child, "SIGTERM");
  const timer = setTimeout(() => signalGroup(child, "SIGKILL"), PROCESS_LIMITS.killGraceMs);
  child.once("close", () => clearTimeout(timer));
}

/**
 * Runs the program to its end and resolves with its exit code, whatever that is.
 * @throws AppError TIMED_OUT after `timeoutMs`; `signal.reason` on abort; the spawn error.
 */
export function runProcessGroup(run: GroupRun): Promise<number> {
  run.signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const child: Child = spawn(run.command, run.args, {
      cwd: run.cwd,
      env: { ...(process.env.PATH === undefined ? {} : { PATH: process.env.PATH }), ...run.env },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    let failure: { reason: unknown } | undefined;
    const fail = (reason: unknown): void => {
      failure ??= { reason };
      endGroup(child);
    };
    const onAbort = (): void => fail(run.signal.reason);
    const timer = setTimeout(() => fail(new AppError("TIMED_OUT")), run.timeoutMs);
    run.signal.addEventListener("abort", onAbort, { once: true });
    for (const input of [child.stdout, child.stderr]) createInterface({ input }).on("line", run.onLine);
    const settle = (outcome: () => void): void => {
      clearTimeout(timer);
      run.signal.removeEventListener("abort", onAbort);
      outcome();
    };
    child.once("error", (error) => settle(() => reject(error)));
    // A grandchild that holds the pipes open would delay the close for ever.
    child.once("exit", () => endGroup(child));
    child.once("close", (code) =>
      settle(() => (failure === undefined ? resolve(code ?? 128) : reject(failure.reason))),
    );
  });
}
