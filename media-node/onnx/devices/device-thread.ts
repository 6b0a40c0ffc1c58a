// The one thread of a device's process that runs models, as its main thread sees it: a call at a time, with a deadline.
// What does not answer in time hangs in a driver, and nothing but the process's end frees it.
import { Worker } from "node:worker_threads";
import type { DeviceThreadData, DeviceWork, ThreadAnswer, ThreadMessage } from "./device.worker.ts";
import { memoryOf } from "./raw-tensors.ts";

const THREAD = new URL("./device.worker.ts", import.meta.url);
const THREAD_OPTIONS = ["--disable-warning=ExperimentalWarning"];

export interface DeviceThread {
  /** One call at a time. */
  perform(work: DeviceWork): Promise<ThreadAnswer>;
}

export interface DeviceTimeouts {
  /** For a batch, and for all that is no opening of a model. */
  readonly runMs: number;
  readonly openMs: number;
}

/**
 * Starts the thread; resolves once it can take work.
 * @param onBroken told when nothing more is to be expected of it
 */
export async function startDeviceThread(
  data: DeviceThreadData,
  { runMs, openMs }: DeviceTimeouts,
  onBroken: (reason: string) => void,
): Promise<DeviceThread> {
  const thread = new Worker(THREAD, { workerData: data, execArgv: THREAD_OPTIONS });
  let answer: ((answer: ThreadAnswer) => void) | undefined;
  let timer: NodeJS.Timeout | undefined;
  const allow = (timeoutMs: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => onBroken(`it has not answered for ${timeoutMs / 1_000} s`), timeoutMs);
  };
  thread.on("message", (message: ThreadMessage) => {
    if ("opens" in message) return allow(message.opens ? openMs : runMs);
    clearTimeout(timer);
    answer?.(message);
  });
  const { promise: ready, resolve: begin, reject: fail } = Promise.withResolvers<unknown>();
  thread.on("error", (error) => {
    fail(error);
    onBroken(`its thread ended: ${error.message}`);
  });
  answer = begin;
  await ready;
  return {
    perform: (work) =>
      new Promise((resolve) => {
        answer = resolve;
        allow(runMs);
        thread.postMessage(work, work.type === "run" ? memoryOf(work.feeds) : []);
      }),
  };
}
