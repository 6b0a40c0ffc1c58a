// Whether this node is being emptied: it takes no new job and finishes those that it has. An operator asks for that in the
// database, which each beat of the lease brings, and may take it back; who asks the node itself, or tells it to stop, does
// so for good.
import { setTimeout as pause } from "node:timers/promises";
import { Gauge, type Registry } from "prom-client";
import { DRAIN_LIMITS } from "../../shared/limits/nodes.ts";
import { PROCESS_LIMITS } from "../../shared/limits/processes.ts";
import { STOP_SIGNALS } from "../../shared/process/run-process.ts";

export interface NodeDrain {
  readonly isDraining: () => boolean;
  /** Queue jobs that are left. */
  readonly jobsLeft: () => number;
  /** What operators want, as of now. */
  setAsked(isAsked: boolean): void;
  /** Drains from now on, whatever operators say. */
  begin(): void;
  /** Counts jobs so from now on; there are none before. */
  countJobs(jobsUnderWay: () => number): void;
  /** Calls back at every change of mind. */
  onChange(listener: () => void): void;
  /** Waits until nothing is left, at most so long, or until the signal. Whether nothing is. */
  waitForIdle(timeoutMs: number, signal: AbortSignal): Promise<boolean>;
}

/** A node that nobody drains. Listeners hear only when `isDraining` changes. */
export function createNodeDrain(): NodeDrain {
  const listeners: (() => void)[] = [];
  let isAsked = false;
  let hasBegun = false;
  let jobsUnderWay = (): number => 0;
  const isDraining = (): boolean => isAsked || hasBegun;
  const change = (apply: () => void): void => {
    const before = isDraining();
    apply();
    if (before !== isDraining()) for (const listener of listeners) listener();
  };
  return {
    isDraining,
    jobsLeft: () => jobsUnderWay(),
    setAsked: (asked) =>
      change(() => {
        isAsked = asked;
      }),
    begin: () =>
      change(() => {
        hasBegun = true;
      }),
    countJobs: (count) => {
      jobsUnderWay = count;
    },
    onChange: (listener) => listeners.push(listener),
    waitForIdle: async (timeoutMs, signal) => {
      const deadline = performance.now() + timeoutMs;
      // Several looks in a row: a job that was on its way when the node stopped taking them arrives within a moment.
      for (let idleLooks = 0; ; ) {
        idleLooks = jobsUnderWay() === 0 ? idleLooks + 1 : 0;
        if (idleLooks === DRAIN_LIMITS.idleLooks) return true;
        if (signal.aborted || performance.now() > deadline) return false;
        await pause(DRAIN_LIMITS.pollMs, undefined, { signal }).catch(() => undefined);
      }
    },
  };
}

/** Shows on `/metrics` whether the node is drained. */
export function registerDrainMetrics(registry: Registry, drain: NodeDrain): void {
  new Gauge({
    name: "clipmill_node_draining",
    help: "1 while this node takes no new jobs because it is drained.",
    registers: [registry],
    collect() {
      this.set(Number(drain.isDraining()));
    },
  });
}

/**
 * Fires with the next signal to stop: who sends a second one does not want to wait. A Ctrl-C that arrives twice is one,
 * and so is what a supervisor passes on that the terminal has told this node already; told twice itself, it kills.
 */
function nextStopSignal(): { readonly signal: AbortSignal; readonly clear: () => void } {
  const controller = new AbortController();
  const askedAt = performance.now();
  const onSignal = (): void => {
    const isAnother = performance.now() - askedAt > PROCESS_LIMITS.sameSignalMs;
    if (isAnother && !process.connected) controller.abort();
  };
  for (const name of STOP_SIGNALS) process.on(name, onSignal);
  const clear = (): void => {
    for (const name of STOP_SIGNALS) process.off(name, onSignal);
  };
  return { signal: controller.signal, clear };
}

/** Lets the jobs of a node that was told to stop go on for so long, or until it is told so again. */
export async function drainBeforeStop(
  drain: NodeDrain,
  timeoutMs: number,
  log: (message: string) => void,
): Promise<void> {
  if (timeoutMs === 0) return;
  drain.begin();
  log(`${drain.jobsLeft()} jobs are left, which have ${timeoutMs / 1_000} s to end`);
  const next = nextStopSignal();
  const isIdle = await drain.waitForIdle(timeoutMs, next.signal);
  next.clear();
  log(isIdle ? "no jobs are left" : `${drain.jobsLeft()} jobs are given back to the queue`);
}
