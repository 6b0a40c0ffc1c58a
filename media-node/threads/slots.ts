// Places for calls that run at once, and a bounded line of those that wait for one. piscina has a queue too, but what
// waits there cannot be taken back without ending a thread: here an aborted call leaves the line at once.
import { AppError } from "../../shared/errors.ts";

export interface Slots {
  /**
   * Waits for a place; call the result when it is free again.
   * @throws AppError UNAVAILABLE when the line is full; `signal.reason` on abort
   */
  acquire(signal: AbortSignal): Promise<() => void>;
}

interface Waiting {
  readonly enter: () => void;
}

export function createSlots(places: number, maxWaiting: number): Slots {
  const line: Waiting[] = [];
  let free = places;
  const leave = (): void => {
    const next = line.shift();
    if (next === undefined) free += 1;
    else next.enter();
  };
  const once = (): (() => void) => {
    let isHeld = true;
    return () => {
      if (isHeld) leave();
      isHeld = false;
    };
  };
  return {
    acquire(signal) {
      return new Promise((resolve, reject) => {
        signal.throwIfAborted();
        if (free > 0) {
          free -= 1;
          return resolve(once());
        }
        if (line.length >= maxWaiting) {
          return reject(new AppError("UNAVAILABLE", "Too many calls wait for a thread."));
        }
        const onAbort = (): void => {
          line.splice(line.indexOf(waiting), 1);
          reject(signal.reason);
        };
        const waiting: Waiting = {
          enter: () => {
            signal.removeEventListener("abort", onAbort);
            resolve(once());
          },
        };
        signal.addEventListener("abort", onAbort, { once: true });
        line.push(waiting);
      });
    },
  };
}
