// How much memory JSON bodies have that are on their way. Each is bounded by itself; but a client may open thousands of
// connections, send almost all of a body on each, and hold the rest back until its time is over. So all of them together
// have a bound, and those of one account or network a smaller one: what comes beyond is refused, and harms nobody else.
import { AppError } from "../../../shared/errors.ts";

export interface BodyRoomBounds {
  readonly bytes: number;
  readonly bytesPerHolder: number;
}

/** One body's part of the room. */
export interface BodyPlace {
  /** Takes room for a piece that has come. @throws AppError UNAVAILABLE where there is none */
  take(bytes: number): void;
  /** Gives back all that was taken; nothing is taken afterwards. */
  end(): void;
}

export class BodyRoom {
  readonly #bounds: BodyRoomBounds;
  readonly #byHolder = new Map<string, number>();
  #bytes = 0;

  constructor(bounds: BodyRoomBounds) {
    this.#bounds = bounds;
  }

  /** What is taken now, by everybody. */
  get takenBytes(): number {
    return this.#bytes;
  }

  /** @param holder whose body it is: an account, a person, or a stranger's network */
  open(holder: string): BodyPlace {
    let taken = 0;
    return {
      take: (bytes) => {
        const { bytes: all, bytesPerHolder } = this.#bounds;
        const isFull =
          this.#bytes + bytes > all || (this.#byHolder.get(holder) ?? 0) + bytes > bytesPerHolder;
        if (isFull) throw new AppError("UNAVAILABLE");
        taken += bytes;
        this.#change(holder, bytes);
      },
      end: () => {
        this.#change(holder, -taken);
        taken = 0;
      },
    };
  }

  #change(holder: string, bytes: number): void {
    this.#bytes += bytes;
    const left = (this.#byHolder.get(holder) ?? 0) + bytes;
    if (left === 0) this.#byHolder.delete(holder);
    else this.#byHolder.set(holder, left);
  }
}
