// One reader's end of a watched task: a place for the newest state, never a queue of old ones, so that a slow reader
// costs no memory.
import type { WatchedTask } from "./task-follower.ts";

export interface TaskSubscription {
  /** The newest state that was not taken yet, once there is one; undefined once the subscription is closed. */
  next(): Promise<WatchedTask | undefined>;
  close(): void;
}

export interface Subscriber extends TaskSubscription {
  deliver(state: WatchedTask): void;
}

/** @param onClose called once, by the first `close` */
export function createSubscriber(onClose: () => void): Subscriber {
  let latest: WatchedTask | undefined;
  let closed = false;
  let wake = (): void => undefined;
  return {
    deliver(state) {
      latest = state;
      wake();
    },
    async next() {
      if (latest === undefined && !closed) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const state = closed ? undefined : latest;
      latest = undefined;
      return state;
    },
    close() {
      if (closed) return;
      closed = true;
      onClose();
      wake();
    },
  };
}
