// The time that a run works. On a busy node a run's calls wait in line for their lane's places, for hours on a large one,
// and that is none of the run's fault: its clock stands while calls of it wait and none works. So it does while calls that
// have their place wait in the line of a device. Whatever a run does outside of lanes, such as a download, counts as work.
// Which run a call belongs to is known from where it is made (AsyncLocalStorage), so that nobody has to pass it on.
import { AsyncLocalStorage } from "node:async_hooks";

/** The time, and what happens later. */
export interface Clock {
  now(): number;
  /** Calls back once after so many milliseconds; call the result to take that back. */
  after(delayMs: number, callBack: () => void): () => void;
}

export const SYSTEM_CLOCK: Clock = {
  now: () => performance.now(),
  after: (delayMs, callBack) => {
    const timer = setTimeout(callBack, delayMs);
    return () => clearTimeout(timer);
  },
};

const clocks = new AsyncLocalStorage<WorkClock>();

/** Counts the work of one run, and calls `onOver` when it has taken too long. */
export class WorkClock {
  readonly #clock: Clock;
  readonly #maxMs: number;
  #limitMs: number;
  readonly #onOver: () => void;
  /** Calls that wait for a place, and that have one. */
  #waiting = 0;
  #working = 0;
  #workedMs = 0;
  /** Since when it counts; undefined while it stands. */
  #sinceMs: number | undefined;
  #isOver = false;
  #cancelTimer: () => void = () => undefined;

  /** Begins to count; `onOver` is called once the run has worked for `maxMs`. */
  constructor(maxMs: number, onOver: () => void, clock: Clock = SYSTEM_CLOCK) {
    this.#maxMs = maxMs;
    this.#limitMs = maxMs;
    this.#onOver = onOver;
    this.#clock = clock;
    this.#goOn();
  }

  /** Does a run's work: the calls that it makes are the run's. */
  run<Result>(work: () => Promise<Result>): Promise<Result> {
    return clocks.run(this, work);
  }

  /** For how long the run has worked by now. */
  workedMs(): number {
    const sinceMs = this.#sinceMs ?? this.#clock.now();
    return this.#workedMs + this.#clock.now() - sinceMs;
  }

  /** Counts calls of the run that begin or end to wait, and to work: it stands while all of them wait. */
  count(change: { readonly waiting: number; readonly working: number }): void {
    this.#waiting += change.waiting;
    this.#working += change.working;
    if (this.#isOver) return;
    if (this.#waiting > 0 && this.#working === 0) this.#stand();
    else if (this.#sinceMs === undefined) this.#goOn();
  }

  /** Lets it work for so long from now on, whatever was said before, but never for more than `maxMs` in all. */
  limitFurther(furtherMs: number): void {
    this.#limitMs = Math.min(this.#maxMs, this.workedMs() + furtherMs);
    if (this.#sinceMs === undefined) return;
    this.#stand();
    this.#goOn();
  }

  /** The run is over; calls of it that end later change nothing. */
  end(): void {
    this.#isOver = true;
    this.#stand();
  }

  #stand(): void {
    this.#workedMs = this.workedMs();
    this.#sinceMs = undefined;
    this.#cancelTimer();
  }

  #goOn(): void {
    this.#sinceMs = this.#clock.now();
    this.#cancelTimer = this.#clock.after(Math.max(0, this.#limitMs - this.#workedMs), this.#onOver);
  }
}

/** Lets the run that calls this work for so long from now on: see WorkClock. */
export function limitFurtherWork(furtherMs: number): void {
  clocks.getStore()?.limitFurther(furtherMs);
}

/** A call that has its place in a lane. */
export interface Place {
  /** Whether it does nothing but wait for a device. */
  setWaiting(isWaiting: boolean): void;
}

/**
 * One call of a run: `enter` waits for its place and answers with how to leave it, `work` is done there.
 * @throws what either throws
 */
export async function atPlace<Result>(
  enter: () => Promise<() => void>,
  work: (place: Place) => Promise<Result>,
): Promise<Result> {
  const clock = clocks.getStore();
  let waitsForDevice = false;
  const setWaiting = (isWaiting: boolean): void => {
    if (isWaiting === waitsForDevice) return;
    waitsForDevice = isWaiting;
    const change = isWaiting ? 1 : -1;
    clock?.count({ waiting: change, working: -change });
  };
  clock?.count({ waiting: 1, working: 0 });
  const leave = await enter().catch((error: unknown) => {
    clock?.count({ waiting: -1, working: 0 });
    throw error;
  });
  clock?.count({ waiting: -1, working: 1 });
  try {
    return await work({ setWaiting });
  } finally {
    leave();
    setWaiting(false);
    clock?.count({ waiting: 0, working: -1 });
  }
}
