// Places for calls that run at once, and bounded lines of those that wait for one. piscina has a queue too, but what waits
// there cannot be taken back without ending a thread: here an aborted call leaves its line at once. A free place goes to
// the lanes in turn, and in a lane to the call that has waited longest among those whose crew of threads has one free.
import { AppError } from "../../shared/errors.ts";
import { LANE_NAMES, type LaneBounds, type LaneName } from "./lane-bounds.ts";

/** Threads that are alike; a model of which only one copy may be loaded has a crew of one. */
export interface Crew {
  readonly lane: LaneName;
  readonly threads: number;
}

interface Waiting {
  readonly crew: Crew;
  readonly enter: () => void;
}

interface Lane {
  readonly line: Waiting[];
  running: number;
}

function takesCore({ lane }: Crew): boolean {
  return lane !== "device" && lane !== "download";
}

/** One for all threads of a process. */
export class Lanes {
  readonly #bounds: LaneBounds;
  readonly #lanes: Readonly<Record<LaneName, Lane>>;
  readonly #busy = new Map<Crew, number>();
  #running = 0;
  /** The lane that is asked first when a place is free. */
  #turn = 0;

  constructor(bounds: LaneBounds) {
    this.#bounds = bounds;
    const lane = (): Lane => ({ line: [], running: 0 });
    this.#lanes = {
      decode: lane(),
      render: lane(),
      model: lane(),
      image: lane(),
      text: lane(),
      device: lane(),
      download: lane(),
    };
  }

  /**
   * Waits for a place; call the result when it is free again.
   * @throws AppError UNAVAILABLE when the lane's line is full; `signal.reason` on abort
   */
  enter(crew: Crew, signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const { line } = this.#lanes[crew.lane];
      // Whoever waits already could not begin, but its crew may be another.
      if (this.#hasPlace(crew) && !line.some((waiting) => waiting.crew === crew)) {
        return resolve(this.#begin(crew));
      }
      if (line.length >= this.#bounds.lanes[crew.lane].waiting) {
        return reject(new AppError("UNAVAILABLE", "Too many calls wait for a thread."));
      }
      const onAbort = (): void => {
        line.splice(line.indexOf(waiting), 1);
        reject(signal.reason);
      };
      const waiting: Waiting = {
        crew,
        enter: () => {
          signal.removeEventListener("abort", onAbort);
          resolve(this.#begin(crew));
        },
      };
      signal.addEventListener("abort", onAbort, { once: true });
      line.push(waiting);
    });
  }

  /** Calls of a lane that run, and that wait for a place. */
  use(lane: LaneName): { readonly running: number; readonly waiting: number } {
    const { running, line } = this.#lanes[lane];
    return { running, waiting: line.length };
  }

  #hasPlace(crew: Crew): boolean {
    const { running } = this.#lanes[crew.lane];
    return (
      running < this.#bounds.lanes[crew.lane].running &&
      (running === 0 || !takesCore(crew) || this.#running < this.#bounds.running) &&
      (this.#busy.get(crew) ?? 0) < crew.threads
    );
  }

  #begin(crew: Crew): () => void {
    this.#count(crew, 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#count(crew, -1);
      while (this.#admitNext());
    };
  }

  #count(crew: Crew, change: 1 | -1): void {
    if (takesCore(crew)) this.#running += change;
    this.#lanes[crew.lane].running += change;
    this.#busy.set(crew, (this.#busy.get(crew) ?? 0) + change);
  }

  /** Lets one waiting call in; false where none can begin. */
  #admitNext(): boolean {
    for (let step = 0; step < LANE_NAMES.length; step += 1) {
      const index = (this.#turn + step) % LANE_NAMES.length;
      const { line } = this.#lanes[LANE_NAMES[index] ?? "decode"];
      const first = line.findIndex(({ crew }) => this.#hasPlace(crew));
      if (first < 0) continue;
      this.#turn = (index + 1) % LANE_NAMES.length;
      line.splice(first, 1)[0]?.enter();
      return true;
    }
    return false;
  }
}
