// Runs one child process under bounds: time, kept error output, abort, and the fence of child-fence. Every external
// program of a media node goes through here, so that none can outlive its run: it leads a process group of its own,
// which is ended as a whole on abort and on timeout, first politely, then for good. What is sent to our group, by a
// terminal or a service manager, does not reach it: a node that is told to stop ends its children itself, after it has
// written down that their runs were interrupted and not failed.
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { basename } from "node:path";
import { Readable, type Writable } from "node:stream";
import { AppError } from "../../shared/errors.ts";
import { CHILD_LIMITS, PROCESS_LIMITS } from "../../shared/limits/processes.ts";
import { recordSpan } from "../../shared/tracing/tracing.ts";
import { fencedCommand } from "./child-fence.ts";
import { rememberGroup, signalGroup } from "./child-groups.ts";
import { childFence } from "./find-fence.ts";
import { requireProgram } from "./find-program.ts";

export interface ProcessRun {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  /** Which variables of ours the child gets; a few that programs need when this is not given. */
  readonly inheritedVariables?: readonly string[];
  /** Added to what is inherited. */
  readonly env?: Readonly<Record<string, string>>;
  /** Leaves the program the machine's network; it has none otherwise, where the machine can take it away. */
  readonly hasNetwork?: boolean;
  /** Of one file that it writes; `CHILD_LIMITS.fileBytes` where not given. */
  readonly fileBytes?: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** What it reads from standard input, or as much of that as it cares for; nothing unless given. */
  readonly input?: Readable;
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
  /** 128 where a signal ended it. */
  readonly exitCode: number;
  readonly killedBy: NodeJS.Signals | null;
  /** The last `PROCESS_LIMITS.stderrBytes` of standard error. */
  readonly stderr: string;
}

type Child = ChildProcessByStdio<Writable | null, Readable, Readable>;

/** Variables that a program may need of ours; secrets and settings stay here. */
const INHERITED_VARIABLES = [
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

function endGroup(child: Child, group: number): void {
  signalGroup(group, "SIGTERM");
  const timer = setTimeout(() => signalGroup(group, "SIGKILL"), PROCESS_LIMITS.killGraceMs);
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

/**
 * A program that has read enough closes its end, which is no failure. The rest is read for nobody: `pipe` pauses what it
 * leaves, at which whoever writes it would wait for ever.
 */
function feed(stdin: Writable, input: Readable): void {
  stdin.on("error", () => undefined);
  input.pipe(stdin);
  stdin.once("close", () => input.resume());
}

function sideKind(run: ProcessRun): "pipe" | "ignore" {
  return run.onSideOutput === undefined ? "ignore" : "pipe";
}

async function fenced(run: ProcessRun, env: Readonly<Record<string, string>>): Promise<string[]> {
  const program = await requireProgram(run.command, { cwd: run.cwd, path: env.PATH });
  return fencedCommand(await childFence(), [program, ...run.args], {
    timeoutMs: run.timeoutMs,
    fileBytes: run.fileBytes ?? CHILD_LIMITS.fileBytes,
    hasNetwork: run.hasNetwork === true,
  });
}

function startChild(
  run: ProcessRun,
  [command = "", ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
): Child {
  const readers = (run.readers ?? []).map(() => "pipe" as const);
  const side = run.onSideOutput === undefined && readers.length === 0 ? [] : [sideKind(run)];
  return spawn(command, args, {
    cwd: run.cwd,
    env,
    stdio: [run.input === undefined ? "ignore" : "pipe", "pipe", "pipe", ...side, ...readers],
    detached: true,
  }) as Child;
}

/** Why a child has no id. Node says so by an event; where it lacks file handles, the child has no pipes either. */
async function failedStart(child: Child): Promise<unknown> {
  const pipes = child.stdio as unknown as (Readable | null)[] | undefined;
  for (const pipe of pipes ?? []) pipe?.destroy();
  const [error] = await once(child, "error");
  return error;
}

/** Follows a started child, which leads this process group, to its end. */
function follow(run: ProcessRun, child: Child, group: number): Promise<ProcessResult> {
  return new Promise((resolve, reject) => {
    const forget = rememberGroup(group);
    let failure: { reason: unknown } | undefined;
    const fail = (reason: unknown): void => {
      if (failure !== undefined) return;
      failure = { reason };
      endGroup(child, group);
    };
    const onAbort = (): void => fail(run.signal.reason);
    const timer = setTimeout(() => fail(new AppError("TIMED_OUT")), run.timeoutMs);
    run.signal.addEventListener("abort", onAbort, { once: true });
    if (run.input !== undefined && child.stdin !== null) feed(child.stdin, run.input);
    const stderr = keepTail(child.stderr, PROCESS_LIMITS.stderrBytes);
    consume(child.stdout, run.onOutput, fail);
    consume(child.stderr, run.onErrorOutput, fail);
    const [, , , sidePipe, ...outputs] = child.stdio as unknown as (Readable | null)[];
    if (sidePipe instanceof Readable) consume(sidePipe, run.onSideOutput, fail);
    const reading = (run.readers ?? []).map((read, index) => read(outputs[index] as Readable).catch(fail));
    const settle = (outcome: () => void): void => {
      clearTimeout(timer);
      run.signal.removeEventListener("abort", onAbort);
      forget();
      outcome();
    };
    child.once("error", (error) => settle(() => reject(error)));
    // What the leader leaves behind may hold the pipes open, and would delay the close for ever.
    child.once("exit", () => endGroup(child, group));
    const end = (code: number | null, killedBy: NodeJS.Signals | null): void => {
      if (failure !== undefined) reject(failure.reason);
      else resolve({ exitCode: code ?? 128, killedBy, stderr: stderr() });
    };
    child.once("close", (code, killedBy) => {
      // Readers may still work on what the child wrote last.
      Promise.all(reading).then(() => settle(() => end(code, killedBy)), reject);
    });
  });
}

/** A span for the program, in which neither its arguments nor what it says are: both name what strangers sent. */
function recordChild({ command }: ProcessRun, startedAtMs: number, exitCode: number | null): void {
  const attributes = exitCode === null ? {} : { "process.exit.code": exitCode };
  const failure = exitCode === 0 ? {} : { failure: exitCode === null ? "broken off" : "exit code" };
  recordSpan({ name: basename(command), attributes, startedAtMs, endedAtMs: Date.now(), ...failure });
}

/**
 * Runs a program to its end and resolves with its exit code, whatever that is.
 * @throws AppError TIMED_OUT after `timeoutMs`; `signal.reason` on abort; what a consumer threw; the spawn error.
 */
export async function runProcess(run: ProcessRun): Promise<ProcessResult> {
  run.signal.throwIfAborted();
  const env = { ...childEnvironment(run.inheritedVariables ?? INHERITED_VARIABLES), ...run.env };
  const command = await fenced(run, env);
  run.signal.throwIfAborted();
  const child = startChild(run, command, env);
  if (child.pid === undefined) throw await failedStart(child);
  const startedAtMs = Date.now();
  try {
    const result = await follow(run, child, child.pid);
    recordChild(run, startedAtMs, result.exitCode);
    return result;
  } catch (error) {
    recordChild(run, startedAtMs, null);
    throw error;
  }
}
