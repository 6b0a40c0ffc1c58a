// The calls that a device's process has taken: those of one model that fit together run as one, and each gets its own
// rows back. Nobody is answered with a failure that is the device's own: its process ends, and callers ask another one.
// Nor with a want of memory that others are the reason of (see call-room).
import { DEVICE_LIMITS } from "../../../shared/limits/devices.ts";
import {
  answersOf,
  type Batch,
  batchOf,
  type CallAnswer,
  type CallWork,
  fitOf,
  leftBy,
  withFeeds,
} from "./call-batch.ts";
import { CallQueue, type QueuedCall } from "./call-queue.ts";
import { CallRoom, type RoomCall } from "./call-room.ts";
import type { ThreadFailure, ThreadResult } from "./device.worker.ts";
import type { DeviceThread } from "./device-thread.ts";

interface Call extends QueuedCall, RoomCall {
  readonly onBegun: () => void;
  /** Its inputs go to the device's thread, and come back where there was no room. */
  work: CallWork;
  /** Nobody waits for it any more, although it is under way. */
  isUnwanted: boolean;
}

export interface CallOwner {
  /** With whom it goes (see `drop`); null for the process itself. */
  readonly owner: object | null;
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
  readonly thread: DeviceThread;
  readonly batchDelayMs: number;
  /** How long a call that has no room beside what others left waits for that to go. */
  readonly roomWaitMs: number;
  /** Told that the device does not work any more in this process. */
  readonly onBroken: (reason: string) => void;
}

export class DeviceCalls {
  readonly counts: DeviceCounts = { calls: 0, batches: 0, rows: 0, padding: 0, busyMs: 0 };
  readonly #options: DeviceCallsOptions;
  readonly #queue: CallQueue<Call>;
  readonly #room: CallRoom<Call>;
  #timer: NodeJS.Timeout | undefined;
  #isBusy = false;
  #underWay: readonly Call[] = [];
  #unanswered = 0;

  constructor(options: DeviceCallsOptions) {
    const { thread, batchDelayMs, roomWaitMs } = options;
    this.#options = options;
    this.#queue = new CallQueue(batchDelayMs);
    this.#room = new CallRoom({
      roomWaitMs,
      release: (kept) => thread.perform({ type: "release", kept }),
      onRoom: (calls) => {
        for (const call of calls) this.#queue.add(call);
        this.#advance();
      },
    });
  }

  /** Calls of threads that wait: what the process asks of the device for itself is none. */
  get waiting(): number {
    return this.#queue.count(({ owner }) => owner !== null) + this.#room.waiting;
  }

  /** Calls of threads that wait or are under way. */
  get unanswered(): number {
    return this.#unanswered;
  }

  /**
   * @param share whose call it is: the device is shared out between these
   */
  take(work: CallWork, share: string, { owner, onBegun = () => undefined }: CallOwner): Promise<CallAnswer> {
    // A release makes room, and comes once for what a call has left: it is small, and refused it would leave the tensors
    // there until they expire.
    const isBounded = work.type !== "release";
    if (isBounded && this.#queue.length + this.#room.waiting >= DEVICE_LIMITS.waitingCalls) {
      return Promise.resolve({ ok: false, code: "FAILED", message: "too many calls wait for this device" });
    }
    return new Promise((resolve) => {
      const counted = owner === null ? 0 : 1;
      this.#unanswered += counted;
      const answer = (its: CallAnswer): void => {
        this.#unanswered -= counted;
        resolve(its);
      };
      const wanted = { isUnwanted: false, atMs: performance.now() };
      const call: Call = { work, share, owner, onBegun, answer, ...wanted, ...fitOf(work) };
      if (this.#room.keeps(call)) return;
      this.#queue.add(call);
      this.#advance();
    });
  }

  /** The owner is gone: nobody waits for its calls any more, and what they left on the device goes. */
  drop(owner: object): void {
    this.#remove((call) => call.owner === owner);
    this.#release(this.#room.drop(owner));
  }

  /** Nobody waits for this call any more. Returns whether it still waited, and so is never answered. */
  cancel(owner: object, id: number): boolean {
    return this.#remove(({ owner: its, work }) => its === owner && work.id === id) > 0;
  }

  /** Gives up what a call left that nobody waits for any more. */
  giveUp(answer: CallAnswer): void {
    this.#release(leftBy(answer));
  }

  #remove(isUnwanted: (call: Call) => boolean): number {
    for (const call of this.#underWay) call.isUnwanted ||= isUnwanted(call);
    const removed = this.#queue.remove(isUnwanted) + this.#room.remove(isUnwanted);
    this.#unanswered -= removed;
    return removed;
  }

  #release(kept: readonly number[]): void {
    if (kept.length > 0) void this.take({ type: "release", kept }, "", { owner: null });
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
    this.#underWay = next.calls;
    void this.#perform(next.calls).finally(() => {
      this.#isBusy = false;
      this.#underWay = [];
      this.#advance();
    });
  }

  async #perform(calls: readonly Call[], isPadded = true): Promise<void> {
    const [first] = calls;
    if (first === undefined || this.#room.refuses(first)) return;
    const startMs = performance.now();
    const batch = batchOf(calls, isPadded);
    for (const { onBegun } of calls) onBegun();
    const answer = await this.#options.thread.perform(batch.work);
    const busyMs = performance.now() - startMs;
    this.#queue.charge(calls, busyMs);
    if (!answer.ok && answer.code === "BROKEN") return this.#options.onBroken(answer.message);
    if (!answer.ok && answer.code === "OUT_OF_MEMORY" && (await this.#makeDo(calls, batch, answer))) return;
    if (batch.work.type === "run") this.#count(calls.length, batch, busyMs);
    this.#handOut(calls, answer, calls.length === 1 && batch.padding === 0);
    if (answer.ok)
      this.#room.forget(batch.work.type === "release" ? batch.work.kept : (answer.expired ?? []));
  }

  /** Whether calls that had no room are seen to: some at once, without padding, or when others have made room. */
  async #makeDo(
    calls: readonly Call[],
    { padding }: Batch,
    { feeds }: Pick<ThreadFailure, "feeds">,
  ): Promise<boolean> {
    const [first] = calls;
    if (calls.length > 1) await this.#performParted(calls);
    else if (padding > 0) await this.#perform(calls, false);
    else {
      if (first === undefined || first.isUnwanted) return false;
      first.work = withFeeds(first.work, feeds);
      return this.#room.find(first);
    }
    return true;
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
    for (const [index, own] of answersOf(calls, answer, isWhole).entries()) {
      const call = calls[index] as Call;
      if (!this.#room.note(call, own)) this.giveUp(own);
      call.answer(own);
    }
  }
}
