// The calls that a device's process has taken: those of one model that fit together run as one, and each gets its own
// rows back. Nobody is answered with a failure that is the device's own: its process ends, and callers ask another one.
import { DEVICE_LIMITS } from "../../../shared/limits/devices.ts";
import { CallQueue, type QueuedCall } from "./call-queue.ts";
import { callSignature } from "./call-signature.ts";
import type { DeviceEngine } from "./device-engine.ts";
import type { RunRequest } from "./device-messages.ts";
import type { BatchWork, DeviceWork, ThreadFailure, ThreadResult } from "./device-thread.ts";
import { joinCalls, paddedRows, rowsOf } from "./raw-tensors.ts";

/** A run says how it may be batched; everything else is work as it is. */
export type CallWork = RunRequest | (Exclude<DeviceWork, BatchWork> & { readonly id?: number });
export type CallAnswer = (Omit<ThreadResult, "kept"> & { readonly kept?: KeptOutputs }) | ThreadFailure;
type KeptOutputs = NonNullable<ThreadResult["kept"]>[number];

interface Call extends QueuedCall {
  readonly work: CallWork;
  readonly owner: unknown;
  readonly onBegun: () => void;
  readonly answer: (answer: CallAnswer) => void;
}

export interface CallOwner {
  /** With whom it goes (see `drop`); null for the process itself. */
  readonly owner: unknown;
  /** Told when the device begins to work on it. */
  readonly onBegun?: () => void;
}

/** What was done since the beginning. */
export interface DeviceCounts {
  calls: number;
  batches: number;
  rows: number;
  /** Rows that were added to come to a shape that the device has seen. */
  padding: number;
  busyMs: number;
}

export interface DeviceCallsOptions {
  readonly engine: DeviceEngine;
  readonly batchDelayMs: number;
  /** Told that the device does not work any more in this process. */
  readonly onBroken: (reason: string) => void;
}

interface Batch {
  readonly work: DeviceWork;
  /** Of the calls, without padding. */
  readonly rows: number;
  readonly padding: number;
}

function isRun(work: CallWork | undefined): work is RunRequest {
  return work?.type === "run";
}

function workOf(calls: readonly Call[]): Batch {
  const [call] = calls;
  const first = call?.work as CallWork;
  const rows = calls.reduce((sum, each) => sum + each.rows, 0);
  if (!isRun(first)) return { work: first, rows, padding: 0 };
  const { model, kept, fetches, keep, batching } = first;
  const run = { type: "run", model, kept, fetches, keep } as const;
  if (call?.signature === null || batching === null) {
    // What one call alone keeps is kept as it is, whatever its first axis means.
    return { work: { ...run, feeds: first.feeds, rows: null, parts: [], alike: [] }, rows, padding: 0 };
  }
  const { alike = [] } = batching;
  const padTo = paddedRows(rows, batching.maxRows);
  const runs = calls.map(({ work }) => (work as RunRequest).feeds);
  return {
    work: {
      ...run,
      feeds: joinCalls(runs, { alike, padTo }),
      rows: padTo,
      parts: calls.map((each) => each.rows),
      alike,
    },
    rows,
    padding: padTo - rows,
  };
}

/** The place of a call's rows in a run. */
interface Part {
  readonly from: number;
  readonly to: number;
  /** Of the call. */
  readonly index: number;
  /** Whether the run had no other rows. */
  readonly isWhole: boolean;
}

/** A call's own share of what was made for all. */
function partOf(
  { outputs, kept, ...rest }: ThreadResult,
  { signature }: Call,
  { from, to, index, isWhole }: Part,
): CallAnswer {
  if (outputs === undefined) return rest;
  const own = signature === null || isWhole ? outputs : rowsOf(outputs, from, to, []);
  return { ...rest, outputs: own, kept: kept?.[index] ?? {} };
}

export class DeviceCalls {
  readonly counts: DeviceCounts = { calls: 0, batches: 0, rows: 0, padding: 0, busyMs: 0 };
  readonly #options: DeviceCallsOptions;
  readonly #queue: CallQueue<Call>;
  #timer: NodeJS.Timeout | undefined;
  #isBusy = false;
  #unanswered = 0;

  constructor(options: DeviceCallsOptions) {
    this.#options = options;
    this.#queue = new CallQueue(options.batchDelayMs);
  }

  get waiting(): number {
    return this.#queue.length;
  }

  /** Calls of threads that wait or are under way. */
  get unanswered(): number {
    return this.#unanswered;
  }

  /**
   * @param share whose call it is: the device is shared out between these
   */
  take(work: CallWork, share: string, { owner, onBegun = () => undefined }: CallOwner): Promise<CallAnswer> {
    if (this.#queue.length >= DEVICE_LIMITS.waitingCalls) {
      return Promise.resolve({ ok: false, code: "FAILED", message: "too many calls wait for this device" });
    }
    const fit = isRun(work) ? callSignature(work) : { signature: null, rows: 1, maxRows: 1 };
    return new Promise((resolve) => {
      const counted = owner === null ? 0 : 1;
      this.#unanswered += counted;
      const answer = (its: CallAnswer): void => {
        this.#unanswered -= counted;
        resolve(its);
      };
      this.#queue.add({ work, share, owner, onBegun, answer, atMs: performance.now(), ...fit });
      this.#advance();
    });
  }

  /** Nobody waits for this owner's calls any more. */
  drop(owner: unknown): void {
    this.#unanswered -= this.#queue.remove((call) => call.owner === owner);
  }

  /** Nobody waits for this call any more. Returns whether it still waited, and so is never answered. */
  cancel(owner: unknown, id: number): boolean {
    const removed = this.#queue.remove(({ owner: its, work }) => its === owner && work.id === id);
    this.#unanswered -= removed;
    return removed > 0;
  }

  #advance(): void {
    clearTimeout(this.#timer);
    if (this.#isBusy) return;
    const next = this.#queue.next(performance.now());
    if (next === null) return;
    if ("waitMs" in next) {
      this.#timer = setTimeout(() => this.#advance(), next.waitMs);
      return;
    }
    this.#isBusy = true;
    void this.#perform(next.calls).finally(() => {
      this.#isBusy = false;
      this.#advance();
    });
  }

  async #perform(calls: readonly Call[]): Promise<void> {
    const startMs = performance.now();
    const batch = workOf(calls);
    const { work, padding } = batch;
    for (const { onBegun } of calls) onBegun();
    const answer = await this.#options.engine.perform(work);
    const busyMs = performance.now() - startMs;
    this.#queue.charge(calls, busyMs);
    if (!answer.ok && answer.code === "BROKEN") return this.#options.onBroken(answer.message);
    if (!answer.ok && answer.code === "OUT_OF_MEMORY" && calls.length > 1) return this.#performParted(calls);
    if (work.type === "run") this.#count(calls.length, batch, busyMs);
    this.#handOut(calls, answer, calls.length === 1 && padding === 0);
  }

  /** What could not be halved row by row may go call by call: fewer of them at once, each with outputs of its own. */
  async #performParted(calls: readonly Call[]): Promise<void> {
    const middle = Math.ceil(calls.length / 2);
    await this.#perform(calls.slice(0, middle));
    await this.#perform(calls.slice(middle));
  }

  #count(calls: number, { rows, padding }: Batch, busyMs: number): void {
    this.counts.calls += calls;
    this.counts.batches += 1;
    this.counts.rows += rows;
    this.counts.padding += padding;
    this.counts.busyMs += busyMs;
  }

  #handOut(calls: readonly Call[], answer: ThreadResult | ThreadFailure, isWhole: boolean): void {
    let from = 0;
    for (const [index, call] of calls.entries()) {
      const to = from + call.rows;
      call.answer(answer.ok ? partOf(answer, call, { from, to, index, isWhole }) : answer);
      from = to;
    }
  }
}
