// When a thread's call does nothing but wait for a device: while it has asked, and none of what it asked is worked on. Whoever
// made the call is told, since that is none of its work. Short waits are not worth the telling.
import { currentCall } from "../../../threads/call-context.ts";

/** Waits up to this count as work. */
const SHORT_MS = 100;

type OnWaiting = (isWaiting: boolean) => void;

/** What one call of a thread has asked of devices. */
class Questions {
  readonly #onWaiting: OnWaiting;
  #waiting = 0;
  #begun = 0;
  #timer: NodeJS.Timeout | undefined;
  #isTold = false;

  constructor(onWaiting: OnWaiting) {
    this.#onWaiting = onWaiting;
  }

  count(change: { readonly waiting: number; readonly begun: number }): void {
    this.#waiting += change.waiting;
    this.#begun += change.begun;
    const isWaiting = this.#waiting > 0 && this.#begun === 0;
    if (isWaiting && this.#timer !== undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (isWaiting) this.#timer = setTimeout(() => this.#tell(true), SHORT_MS).unref();
    else this.#tell(false);
  }

  #tell(isWaiting: boolean): void {
    if (isWaiting === this.#isTold) return;
    this.#isTold = isWaiting;
    this.#onWaiting(isWaiting);
  }
}

/** Of the calls that this thread has under way. */
const questions = new WeakMap<OnWaiting, Questions>();

export interface DeviceWait {
  /** A device works on it. */
  readonly begin: () => void;
  /** It is answered, or never will be. */
  readonly end: () => void;
}

/**
 * To be called by whoever sends a question to a device; `begin` and `end` of the answer may each be called
 * more than once. Where nobody asks to be told, nothing is done.
 */
export function startWait(): DeviceWait {
  const { onWaiting } = currentCall();
  if (onWaiting === undefined) return { begin: () => undefined, end: () => undefined };
  const own = questions.get(onWaiting) ?? new Questions(onWaiting);
  questions.set(onWaiting, own);
  let state: "waiting" | "begun" | "ended" = "waiting";
  own.count({ waiting: 1, begun: 0 });
  return {
    begin: () => {
      if (state !== "waiting") return;
      state = "begun";
      own.count({ waiting: -1, begun: 1 });
    },
    end: () => {
      if (state !== "ended")
        own.count(state === "begun" ? { waiting: 0, begun: -1 } : { waiting: -1, begun: 0 });
      state = "ended";
    },
  };
}
