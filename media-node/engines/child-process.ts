// Runs one child process under bounds: time, kept error output, abort. Every external program of a media node goes
// through here, so that none can outlive its run: it is killed on abort and on timeout, first politely, then for good.
import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { AppError } from "../../shared/errors.ts";
import { PROCESS_LIMITS } from "../../shared/limits.ts";

export interface ProcessRun {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  /** Added to the little that a child gets of this process's environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Standard output as it comes. The consumer is synchronous, so the pipe itself is the backpressure. */
  readonly onOutput?: (chunk: Buffer) => void;
  /** Every chunk of file descriptor 3, which is opened as a pipe only when this is given. */
  readonly onSideOutput?: (chunk: Buffer) => void;
}

export interface ProcessResult {
  readonly exitCode: number;
  /** The last `PROCESS_LIMITS.stderrBytes` of standard error. */
  readonly stderr: string;
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

/** Variables that a program may need of ours; secrets and settings stay here. */
const INHERITED_VARIABLES = ["PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH", "CUDA_VISIBLE_DEVICES"] as const;

function childEnvironment(): Record<string, string> {
  const inherited = INHERITED_VARIABLES.map((name) => [name, process.env[name]] as const);
  const present = inherited.filter((entry): entry is [(typeof entry)[0], string] => entry[1] !== undefined);
  // A statically linked ffprobe crashes when it loads the system's converters for text in MPEG-TS; without a path to
  // them it takes the text as it is.
  return { ...Object.fromEntries(present), GCONV_PATH: "/nonexistent" };
}

/** Keeps only the end of a stream, where programs say why they stopped. */
function keepTail(stream: Readable, maxBytes: number): () => string {
  let tail = Buffer.alloc(0);
  stream.on("data", (chunk: Buffer) => {
    tail = Buffer.concat([tail, chunk]);
    if (tail.length > maxBytes) tail = tail.subarray(tail.length - maxBytes);
  });
  return () => tail.toString("utf8");
}

function endChild(child: Child): void {
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), PROCESS_LIMITS.killGraceMs);
  child.once("close", () => clearTimeout(timer));
}

/** The callbacks run inside stream events: what they throw must end the child and this run, not the process. */
function consume(stream: Readable, consumer: (chunk: Buffer) => void, fail: (error: unknown) => void): void {
  stream.on("data", (chunk: Buffer) => {
    try {
      consumer(chunk);
    } catch (error) {
      fail(error);
    }
  });
}

/**
 * Runs a program to its end and resolves with its exit code, whatever that is.
 * @throws AppError TIMED_OUT after `timeoutMs`; `signal.reason` on abort; what a consumer threw; the spawn error.
 */
export function runProcess(run: ProcessRun): Promise<ProcessResult> {
  run.signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const side = run.onSideOutput === undefined ? [] : (["pipe"] as const);
    const child = spawn(run.command, run.args, {
      cwd: run.cwd,
      env: { ...childEnvironment(), ...run.env },
      stdio: ["ignore", "pipe", "pipe", ...side],
    }) as Child;
    let failure: { reason: unknown } | undefined;
    const fail = (reason: unknown): void => {
      if (failure !== undefined) return;
      failure = { reason };
      endChild(child);
    };
    const onAbort = (): void => fail(run.signal.reason);
    const timer = setTimeout(() => fail(new AppError("TIMED_OUT")), run.timeoutMs);
    run.signal.addEventListener("abort", onAbort, { once: true });
    const stderr = keepTail(child.stderr, PROCESS_LIMITS.stderrBytes);
    consume(child.stdout, run.onOutput ?? (() => undefined), fail);
    const sidePipe = child.stdio[3];
    if (run.onSideOutput !== undefined) consume(sidePipe as unknown as Readable, run.onSideOutput, fail);
    const settle = (outcome: () => void): void => {
      clearTimeout(timer);
      run.signal.removeEventListener("abort", onAbort);
      outcome();
    };
    child.once("error", (error) => settle(() => reject(error)));
    child.once("close", (code, killedBy) =>
      settle(() => {
        if (failure !== undefined) return reject(failure.reason);
        return resolve({
          exitCode: code ?? 128,
          stderr: killedBy === null ? stderr() : `killed by ${killedBy}`,
        });
      }),
    );
  });
}
