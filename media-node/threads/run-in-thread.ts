// Runs tasks in worker threads (piscina), within the lanes' bounds. Threads belong to the process, as its cores do, and not to
// a run: `openThreads` is called once with their number, and a call names only its task. An abort removes a waiting call at
// once; to a call under way it is sent as a message, and that call ends when the thread has cleaned up.
import "./no-telemetry.ts";
import { availableParallelism } from "node:os";
import { MessageChannel, type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import { Piscina } from "piscina";
import { AppError } from "../../shared/errors.ts";
import { NodeLack } from "../../shared/node-lack.ts";
import { exitAtOnce } from "../../shared/process/leave-process.ts";
import { currentTraceparent, isTracing, recordSpan } from "../../shared/tracing/tracing.ts";
import { type Builder, BuiltValues } from "./built-values.ts";
import { currentShare } from "./call-context.ts";
import { CallerQuestions, type OnQuestion } from "./caller-questions.ts";
import type { TaskDefinition } from "./define-task.ts";
import { type LaneBounds, type LaneName, laneBounds } from "./lane-bounds.ts";
import { type Crew, Lanes } from "./lanes.ts";
import { passObservers } from "./observe-task.ts";
import type { CallerMessage, ThreadCall, ThreadMessage, ThreadOutcome } from "./thread-task.ts";
import { WaitingCalls } from "./waiting-calls.ts";
import { atPlace, type Place } from "./work-clock.ts";

export interface RunOptions {
  readonly signal: AbortSignal;
  /** Called with the share of the work that is done, 0 to 1. */
  readonly onProgress?: ((fraction: number) => void) | undefined;
  /** Answers what the task asks (`askCaller`); where it throws, the call ends with that. */
  readonly onQuestion?: OnQuestion;
}

/** How long an idle thread lives: long enough for a job's next clip, short enough to give its memory back. */
const IDLE_TIMEOUT_MS = 30_000;
/**
 * Threads process streams and tensors: a small nursery collects garbage often, before it fills the memory
 * (17 MB less for each thread that recognizes speech; 2026-11).
 */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 4 };

/**
 * Node itself strips the types in threads, where tsx would be loaded again by each: that halves what starting one costs
 * (0.1 s of a processor; 2026-11). It warns of that in each.
 */
const THREAD_OPTIONS = ["--disable-warning=ExperimentalWarning"];

interface ThreadCrew extends Crew {
  readonly piscina: Piscina;
  /** For a thread that starts. */
  readonly waiting: WaitingCalls;
  /** How each call is aborted that a thread works on, or will once it has started, by its result. */
  readonly underWay: Map<Promise<unknown>, () => void>;
}

interface Threads {
  readonly bounds: LaneBounds;
  readonly lanes: Lanes;
  /** By lane, or by file where a task has threads of its own. */
  readonly crews: Map<string, ThreadCrew>;
  /** What they build for each other. */
  readonly built: BuiltValues;
}

let threads: Threads | undefined;

function opened(): Threads {
  threads ??= openedWith(
    laneBounds({ cores: availableParallelism(), renderThreads: 1, runs: 1, devices: 0 }),
  );
  return threads;
}

function openedWith(bounds: LaneBounds): Threads {
  return { bounds, lanes: new Lanes(bounds), crews: new Map(), built: new BuiltValues() };
}

/**
 * Sets the bounds of threads by the machine; none starts before there is work. Without this there is room for
 * one run.
 * @throws Error once a thread has run: bounds are set at start
 */
export function openThreads(bounds: LaneBounds): void {
  if (threads !== undefined && threads.crews.size > 0) throw new Error("Threads run already.");
  threads = openedWith(bounds);
}

/** Each thread once its call has ended: during a native one, ONNX Runtime would abort the process as that returns. */
async function endCrew({ piscina, underWay }: ThreadCrew): Promise<void> {
  const results = [...underWay.keys()];
  for (const abort of underWay.values()) abort();
  await Promise.allSettled(results);
  await piscina.destroy();
}

/**
 * Aborts all calls under way, and ends all threads once these have ended. Whoever does not wait for that may exit:
 * the work that is left is lost.
 */
export async function closeThreads(): Promise<void> {
  const crews = [...(threads?.crews.values() ?? [])];
  threads = undefined;
  process.once("exit", exitAtOnce);
  await Promise.all(crews.map(endCrew));
  process.off("exit", exitAtOnce);
}

/** How many calls of a lane run at once; a stage with more work keeps only that many going. */
export function laneWidth(lane: LaneName): number {
  return opened().bounds.lanes[lane].running;
}

/** What each lane does now. */
export function laneUse(lane: LaneName): { readonly running: number; readonly waiting: number } {
  return opened().lanes.use(lane);
}

function crewOf({ file, lane, copies, keepsModel }: TaskDefinition<unknown, unknown>): ThreadCrew {
  const { bounds, crews } = opened();
  const key = copies === null ? `${lane} ${keepsModel}` : file.href;
  const known = crews.get(key);
  if (known !== undefined) return known;
  const count = copies ?? bounds.lanes[lane].running;
  const waiting = new WaitingCalls();
  const piscina = new Piscina({
    taskQueue: waiting,
    execArgv: THREAD_OPTIONS,
    minThreads: 0,
    maxThreads: count,
    maxQueue: count,
    idleTimeout: keepsModel ? Number.POSITIVE_INFINITY : IDLE_TIMEOUT_MS,
    resourceLimits: RESOURCE_LIMITS,
  });
  // A thread that could not start, or that ended while it had nothing to do.
  piscina.on("error", (error: Error) => {
    if (waiting.fail(error) === 0) process.emitWarning(error);
  });
  const crew = { lane, threads: count, piscina, waiting, underWay: new Map() };
  crews.set(key, crew);
  return crew;
}

/**
 * Runs a task in a thread, when its lane has a place.
 * @throws AppError as the work threw it, UNAVAILABLE when too many calls wait; NodeLack; `signal.reason` on abort, once
 * the thread has cleaned up
 */
export async function runInThread<Input, Output>(
  task: TaskDefinition<Input, Output>,
  input: Input,
  options: RunOptions,
): Promise<Output> {
  return passObservers(task, input, (given) => runInLane(task, given, options));
}

async function runInLane<Input, Output>(
  task: TaskDefinition<Input, Output>,
  input: Input,
  options: RunOptions,
): Promise<Output> {
  const crew = crewOf(task as TaskDefinition<unknown, unknown>);
  const { lanes } = opened();
  return atPlace(
    () => lanes.enter(crew, options.signal),
    (place) => callThread<Input, Output>(crew, task.file, input, { ...options, place }),
  );
}

interface Listening {
  readonly onProgress: RunOptions["onProgress"];
  readonly place: Place;
  readonly questions: CallerQuestions;
}

/** Answers what a call's thread tells while it works; call the result when the call is over. */
function listen(
  port: MessagePort,
  built: BuiltValues,
  { onProgress, place, questions }: Listening,
): () => void {
  const tell = (message: CallerMessage): void => port.postMessage(message);
  const builder: Builder = {
    build: (key) => tell({ type: "build", key }),
    take: (key, value) => tell({ type: "take", key, value }),
  };
  // Messages come outside of the call's surroundings.
  const parent = currentTraceparent();
  const onMessage = (message: ThreadMessage): void => {
    if (message.type === "progress") onProgress?.(message.fraction);
    else if (message.type === "waiting") place.setWaiting(message.isWaiting);
    else if (message.type === "question") void questions.answer(message.id, message.question);
    else if (message.type === "span") recordSpan({ ...message.span, parent });
    else if (message.type === "ask") built.ask(builder, message.key);
    else if (message.type === "give") built.give(builder, message.key, message.value);
    else built.leave(builder);
  };
  port.on("message", onMessage);
  return () => {
    questions.end();
    // The call's result comes by another way and may have overtaken these.
    for (let left = receiveMessageOnPort(port); left !== undefined; left = receiveMessageOnPort(port))
      onMessage(left.message);
    built.leave(builder);
    port.close();
  };
}

/** Hands a call over to a thread. @throws at once where the system starts no further one */
function handOver({ piscina, waiting }: ThreadCrew, call: ThreadCall<unknown>, file: URL): Promise<unknown> {
  try {
    return piscina.run(call, { filename: file.href, transferList: [call.port] });
  } catch (error) {
    // The call must not be done by a later thread, behind its caller's back.
    waiting.takeBack();
    throw error;
  }
}

async function callThread<Input, Output>(
  crew: ThreadCrew,
  file: URL,
  input: Input,
  options: RunOptions & { readonly place: Place },
): Promise<Output> {
  options.signal.throwIfAborted();
  const { port1, port2 } = new MessageChannel();
  const { built } = opened();
  const tell = (message: CallerMessage): void => port1.postMessage(message);
  const { onProgress, onQuestion, place } = options;
  const questions = new CallerQuestions(onQuestion, { tell, place });
  const onAbort = (): void => {
    questions.end();
    tell({ type: "abort" });
  };
  const endListening = listen(port1, built, { onProgress, place, questions });
  options.signal.addEventListener("abort", onAbort, { once: true });
  try {
    const call: ThreadCall<Input> = { input, port: port2, share: currentShare(), isTraced: isTracing() };
    const result = handOver(crew, call, file);
    crew.underWay.set(result, onAbort);
    const outcome = (await result.finally(() => crew.underWay.delete(result))) as ThreadOutcome<Output>;
    if (outcome.ok) return outcome.value;
    options.signal.throwIfAborted();
    const { code, message, retryable, lack, cause } = outcome;
    if (lack !== null) throw new NodeLack(lack, { cause });
    throw new AppError(code, message, { retryable, cause });
  } catch (error) {
    options.signal.throwIfAborted();
    questions.throwFailure();
    throw error;
  } finally {
    options.signal.removeEventListener("abort", onAbort);
    endListening();
  }
}
