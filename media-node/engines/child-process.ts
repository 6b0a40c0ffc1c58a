// Runs one child process under bounds: time, kept error output, abort. Every external program of a media node goes
// through here, so that none can outlive its run: it is killed on abort and on timeout, first politely, then for good.
// A program that starts programs of its own runs as the leader of a process group, which is ended as a whole; ffmpeg
// stays in our group, where the terminal's signals reach it.
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { Readable } from "node:stream";
import { AppError } from "../../shared/errors.ts";
import { PROCESS_LIMITS } from "../../shared/limits.ts";

export interface ProcessRun {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  /** Which variables of ours the child gets; a few that programs need when this is not given. */
  readonly inheritedVariables?: readonly string[];
  /** Added to what is inherited. */
  readonly env?: Readonly<Record<string, string>>;
  /** Gives the program a process group of its own, so that whatever it starts ends with it. */
  readonly ownGroup?: boolean;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Standard output as it comes. The consumer is synchronous, so the pipe itself is the backpressure. */
  readonly onOutput?: (chunk: Buffer) => void;
  /** Standard error as it comes; its end is kept for the result all the same. */
  readonly onErrorOutput?: (chunk: Buffer) => void;
  /** Every chunk of file descriptor 3, which is opened as a pipe only when this is given. */
  readonly onSideOutput?: (chunk: Buffer) => void;
  /** Readers of file descriptors 4, 5, …, at their own pace: what they have not read holds the child up. */
  readonly readers?: readonly ((output: Readable) => Promise<void>)[];
}

export interface ProcessResult {
  readonly exitCode: number;
  /** The last `PROCESS_LIMITS.stderrBytes` of standard error. */
  readonly stderr: string;
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

/** Variables that a program may need of ours; secrets and settings stay here. */
const USUAL_VARIABLES = [
  ...["PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH", "CUDA_VISIBLE_DEVICES"],
  // Which driver VA-API loads, and from where.
  ...["LIBVA_DRIVER_NAME", "LIBVA_DRIVERS_PATH"],
];

function childEnvironment(names: readonly string[]): Record<string, string> {
  const inherited = names.map((name) => [name, process.env[name]] as const);
  const present = inherited.filter((entry): entry is [string, string] => entry[1] !== undefined);
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

function signalChild(child: Child, signal: NodeJS.Signals, isGroup: boolean): void {
  if (!isGroup) {
    child.kill(signal);
    return;
  }
  // Without an id the program never started, and -0 would name our own group.
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group has ended by itself.
  }
}

function endChild(child: Child, isGroup: boolean): void {
  signalChild(child, "SIGTERM", isGroup);
  const timer = setTimeout(() => signalChild(child, "SIGKILL", isGroup), PROCESS_LIMITS.killGraceMs);
  child.once("close", () => clearTimeout(timer));
}

/** The callbacks run inside stream events: what they throw must end the child and this run, not the process. */
function consume(
  stream: Readable,
  consumer: ((chunk: Buffer) => void) | undefined,
  fail: (error: unknown) => void,
): void {
  stream.on("data", (chunk: Buffer) => {
    try {
      consumer?.(chunk);
    } catch (error) {
      fail(error);
    }
  });
}

function sideKind(run: ProcessRun): "pipe" | "ignore" {
  return run.onSideOutput === undefined ? "ignore" : "pipe";
}

function startChild(run: ProcessRun): Child {
  const readers = (run.readers ?? []).map(() => "pipe" as const);
  const side = run.onSideOutput === undefined && readers.length === 0 ? [] : [sideKind(run)];
  return spawn(run.command, run.args, {
    cwd: run.cwd,
    env: { ...childEnvironment(run.inheritedVariables ?? USUAL_VARIABLES), ...run.env },
    stdio: ["ignore", "pipe", "pipe", ...side, ...readers],
    detached: run.ownGroup === true,
  }) as Child;
}

async function readOutput(
  read: (output: Readable) => Promise<void>,
  output: Readable | null | undefined,
): Promise<void> {
  // A program that could not be started has no pipes.
  if (output instanceof Readable) await read(output);
}

/**
 * Runs a program to its end and resolves with its exit code, whatever that is.
 * @throws AppError TIMED_OUT after `timeoutMs`; `signal.reason` on abort; what a consumer threw; the spawn error.
 */
export function runProcess(run: ProcessRun): Promise<ProcessResult> {
  run.signal.throwIfAborted();
  const isGroup = run.ownGroup === true;
  return new Promise((resolve, reject) => {
    const child = startChild(run);
    let failure: { reason: unknown } | undefined;
    const fail = (reason: unknown): void => {
      if (failure !== undefined) return;
      failure = { reason };
      endChild(child, isGroup);
    };
    const onAbort = (): void => fail(run.signal.reason);
    const timer = setTimeout(() => fail(new AppError("TIMED_OUT")), run.timeoutMs);
    run.signal.addEventListener("abort", onAbort, { once: true });
    const stderr = keepTail(child.stderr, PROCESS_LIMITS.stderrBytes);
    consume(child.stdout, run.onOutput, fail);
    consume(child.stderr, run.onErrorOutput, fail);
    const [, , , sidePipe, ...outputs] = child.stdio as unknown as (Readable | null)[];
    if (sidePipe instanceof Readable) consume(sidePipe, run.onSideOutput, fail);
    const reading = (run.readers ?? []).map((read, index) => readOutput(read, outputs[index]).catch(fail));
    const settle = (outcome: () => void): void => {
      clearTimeout(timer);
      run.signal.removeEventListener("abort", onAbort);
      outcome();
    };
    child.once("error", (error) => settle(() => reject(error)));
    // What the leader leaves behind may hold the pipes open, and would delay the close for ever.
    if (isGroup) child.once("exit", () => endChild(child, isGroup));
    const end = (code: number | null, killedBy: string | null): void => {
      if (failure !== undefined) reject(failure.reason);
      else resolve({ exitCode: code ?? 128, stderr: killedBy === null ? stderr() : `killed by ${killedBy}` });
    };
    child.once("close", (code, killedBy) => {
      // Readers may still work on what the child wrote last.
      Promise.all(reading).then(() => settle(() => end(code, killedBy)), reject);
    });
  });
}
