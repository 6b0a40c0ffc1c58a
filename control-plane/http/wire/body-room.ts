// How much memory JSON bodies have that are on their way. Each is bounded by itself; but a client may open thousands of
// connections, send almost all of a body on each, and hold the rest back until its time is over. So all of them together
// have a bound, and those of one account or network a smaller one: what comes beyond is refused, and harms nobody else. Where
// anyone is believed who names a client's address in a header, so have those of the socket's other end, or one client with
// invented addresses would take all of it.
import { AppError } from "../../../shared/errors.ts";

export interface BodyRoomBounds {
  readonly bytes: number;
  readonly bytesPerHolder: number;
  /** Without it, peers have no bound of their own. */
  readonly bytesPerPeer?: number;
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

  /**
   * @param holder whose body it is: an account, a person, or a stranger's network
   * @param peer the network of the socket's other end, where it has named the holder
   */
  open(holder: string, peer?: string): BodyPlace {
    const { bytes: all, bytesPerHolder, bytesPerPeer = all } = this.#bounds;
    const bounds = new Map([[holder, bytesPerHolder]]);
    if (peer !== undefined && peer !== holder) bounds.set(`peer ${peer}`, bytesPerPeer);
    let taken = 0;
    const change = (bytes: number): void => {
      taken += bytes;
      this.#bytes += bytes;
      for (const name of bounds.keys()) this.#change(name, bytes);
    };
    return {
      take: (bytes) => {
        const isFull = [...bounds].some(([name, bound]) => (this.#byHolder.get(name) ?? 0) + bytes > bound);
        if (isFull || this.#bytes + bytes > all) throw new AppError("UNAVAILABLE");
        change(bytes);
      },
      end: () => change(-taken),
    };
  }

  #change(holder: string, bytes: number): void {
    const left = (this.#byHolder.get(holder) ?? 0) + bytes;
    if (left === 0) this.#byHolder.delete(holder);
    else this.#byHolder.set(holder, left);
  }
}
