// A bounded pool of worker threads around piscina. Every pool of a media node is made here, so that none has an
// unbounded queue. An abort takes a waiting call out of the line at once; it reaches work under way as a message, and
// that call ends only when the thread has cleaned up.
import "./no-telemetry.ts";
import { MessageChannel } from "node:worker_threads";
import { Piscina } from "piscina";
import { AppError } from "../../shared/errors.ts";
import { NodeLack } from "../../shared/node-lack.ts";
import { createSlots, type Slots } from "./slots.ts";
import type { ThreadCall, ThreadMessage, ThreadOutcome } from "./thread-task.ts";

export interface ThreadRunOptions {
  readonly signal: AbortSignal;
  /** Share of the work that is done, 0 to 1. */
  readonly onProgress?: (fraction: number) => void;
}

export interface ThreadPool<I, O> {
  /** @throws AppError as the work threw it; `signal.reason` on abort, once the thread has cleaned up. */
  run(input: I, options: ThreadRunOptions): Promise<O>;
  /** Ends the threads; work that still runs is lost. */
  close(): Promise<void>;
}

export interface ThreadPoolOptions {
  readonly workerFile: URL;
  readonly threads: number;
  /** Calls that may wait for a thread; one more is refused. */
  readonly maxQueue: number;
  /** Threads that hold a loaded model live as long as the pool; others end when there is nothing to do. */
  readonly keepsModels?: boolean;
}

/** Long enough for the next clip of a job, short enough to give the memory back. */
const IDLE_TIMEOUT_MS = 30_000;
/** Threads digest streams: a small nursery collects spent chunks often, instead of once they fill the memory. */
const STREAM_LIMITS = { maxYoungGenerationSizeMb: 4 };

/**
 * Node itself strips the types in threads, where tsx would be loaded again by each: that halves what starting one costs
 * (0.1 s of a processor; 2026-11). It warns of that in each.
 */
const THREAD_OPTIONS = ["--disable-warning=ExperimentalWarning"];

export function createThreadPool<I, O>(options: ThreadPoolOptions): ThreadPool<I, O> {
  const piscina = new Piscina({
    filename: options.workerFile.href,
    execArgv: THREAD_OPTIONS,
    minThreads: 0,
    maxThreads: options.threads,
    maxQueue: options.threads,
    ...(options.keepsModels === true
      ? { idleTimeout: Number.POSITIVE_INFINITY }
      : { idleTimeout: IDLE_TIMEOUT_MS, resourceLimits: STREAM_LIMITS }),
  });
  const slots = createSlots(options.threads, options.maxQueue);
  return {
    run: (input, runOptions) => runInTurn<I, O>(slots, piscina, input, runOptions),
    close: () => piscina.destroy(),
  };
}

async function runInTurn<I, O>(
  slots: Slots,
  piscina: Piscina,
  input: I,
  options: ThreadRunOptions,
): Promise<O> {
  const leave = await slots.acquire(options.signal);
  try {
    return await runInThread<I, O>(piscina, input, options);
  } finally {
    leave();
  }
}

async function runInThread<I, O>(piscina: Piscina, input: I, options: ThreadRunOptions): Promise<O> {
  options.signal.throwIfAborted();
  const { port1, port2 } = new MessageChannel();
  const onAbort = (): void => port1.postMessage("abort");
  port1.on("message", (message: ThreadMessage) => options.onProgress?.(message.fraction));
  options.signal.addEventListener("abort", onAbort, { once: true });
  try {
    const call: ThreadCall<I> = { input, port: port2 };
    const outcome: ThreadOutcome<O> = await piscina.run(call, { transferList: [port2] });
    if (outcome.ok) return outcome.value;
    options.signal.throwIfAborted();
    const { code, message, retryable, lack, cause } = outcome;
    if (lack !== null) throw new NodeLack(lack, { cause });
    throw new AppError(code, message, { retryable, cause });
  } catch (error) {
    options.signal.throwIfAborted();
    throw error;
  } finally {
    options.signal.removeEventListener("abort", onAbort);
    port1.close();
  }
}
