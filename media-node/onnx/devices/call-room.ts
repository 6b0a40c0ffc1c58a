// Room for calls on a device that others have filled with tensors that they left there. A call that has none waits until
// somebody has given up all of its own, or makes work that began after it start over (see tensor-holders). Without that, runs
// that each have room alone would fail beside each other.
import { type CallAnswer, type CallWork, leftBy, takenBy } from "./call-batch.ts";
import { TensorHolders } from "./tensor-holders.ts";

export interface RoomCall {
  readonly work: CallWork;
  /** With whom it goes; null for the process itself. */
  readonly owner: object | null;
  readonly answer: (answer: CallAnswer) => void;
}

export interface CallRoomOptions<C> {
  /** How long a call waits at most. */
  readonly roomWaitMs: number;
  /** Gives tensors up before anything else is done. */
  readonly release: (numbers: readonly number[]) => Promise<unknown>;
  /** Tells of calls that are to be tried again. */
  readonly onRoom: (calls: readonly C[]) => void;
}

const DISPLACED: CallAnswer = {
  ok: false,
  code: "DISPLACED",
  message: "what it left on the device made room for others",
};

export class CallRoom<C extends RoomCall> {
  readonly #options: CallRoomOptions<C>;
  readonly #holders = new TensorHolders();
  /** Calls that wait, and what ends their wait. */
  readonly #waiting = new Map<C, NodeJS.Timeout>();
  /** Work whose tensors made room, and that has not started over yet. */
  readonly #displaced = new Set<object>();
  /** What their calls under way leave is nobody's. */
  readonly #gone = new WeakSet<object>();

  constructor(options: CallRoomOptions<C>) {
    this.#options = options;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Whether a call is to wait before it is tried: one of an owner that has just made room would find none. */
  keeps(call: C): boolean {
    const { owner, work } = call;
    if (owner === null || work.type === "release" || takenBy(work).length > 0) return false;
    if (!this.#displaced.has(owner) || !this.#holders.hasOthers(owner)) return false;
    this.#wait(call);
    return true;
  }

  /** Whether a call is seen to because tensors that it takes have made room for others. */
  refuses({ work, answer }: C): boolean {
    const isDisplaced = takenBy(work).some((number) => this.#holders.isDisplaced(number));
    if (isDisplaced) answer(DISPLACED);
    return isDisplaced;
  }

  /** Whether a call that had no room is seen to: it waits, is tried again, or its work starts over. */
  async find(call: C): Promise<boolean> {
    const { owner } = call;
    if (owner === null || !this.#holders.hasOthers(owner)) return false;
    const younger = this.#holders.youngestAfter(owner);
    if (younger !== undefined) {
      await this.#displace(younger);
      this.#options.onRoom([call]);
    } else if (this.#holders.heldBy(owner).length > 0) {
      await this.#displace(owner);
      call.answer(DISPLACED);
    } else this.#wait(call);
    return true;
  }

  /** Notes what a call leaves. Returns false where nobody is left who could give it up. */
  note({ owner }: C, answer: CallAnswer): boolean {
    if (owner === null) return true;
    if (this.#gone.has(owner)) return false;
    this.#holders.add(owner, leftBy(answer));
    return true;
  }

  /** Those tensors are not there any more. */
  forget(numbers: readonly number[]): void {
    if (this.#holders.remove(numbers)) this.#resume();
  }

  /** The owner is gone. Returns what it left. */
  drop(owner: object): number[] {
    this.#gone.add(owner);
    this.#displaced.delete(owner);
    return this.#holders.drop(owner);
  }

  /** Takes out what nobody waits for any more, and says how many that were. */
  remove(isUnwanted: (call: C) => boolean): number {
    const removed = [...this.#waiting.keys()].filter(isUnwanted);
    for (const call of removed) this.#endWait(call);
    return removed.length;
  }

  async #displace(owner: object): Promise<void> {
    this.#displaced.add(owner);
    await this.#options.release(this.#holders.displace(owner));
  }

  #wait(call: C): void {
    const { roomWaitMs } = this.#options;
    const onLate = (): void => {
      this.#endWait(call);
      const message = `what others left on the device has left no room there for ${roomWaitMs / 1_000} s`;
      call.answer({ ok: false, code: "OUT_OF_MEMORY", message });
    };
    this.#waiting.set(call, setTimeout(onLate, roomWaitMs));
  }

  #endWait(call: C): void {
    clearTimeout(this.#waiting.get(call));
    this.#waiting.delete(call);
  }

  #resume(): void {
    this.#displaced.clear();
    const calls = [...this.#waiting.keys()];
    for (const call of calls) this.#endWait(call);
    this.#options.onRoom(calls);
  }
}
