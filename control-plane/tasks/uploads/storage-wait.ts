// How requests about uploads wait for the storage. A bucket or a network disk that hangs keeps a call for many seconds or
// for ever, and a request that waited as long would keep its place among the reads or writes, which all accounts share. So
// a request waits a short time for all its calls together, and the calls have places of their own, which they leave only
// when they end: what hangs is few, and no account has all of it.

import { OUTPUT_LIMITS } from "../../../shared/limits/storage.ts";
import { withTimeout } from "../../../shared/with-timeout.ts";

export interface StorageLane {
  /** @throws AppError UNAVAILABLE where too many calls are under way already; what the call throws */
  run<T>(accountId: string, call: () => Promise<T>): Promise<T>;
}

export interface StorageLanes {
  readonly looks: StorageLane;
  readonly joins: StorageLane;
}

/** What one request waits for the storage in all, from its making. */
export class StorageWait {
  readonly #deadline = performance.now() + OUTPUT_LIMITS.readTimeoutMs;

  /** Settles like `work`; what comes too late goes to `discard`. @throws AppError UNAVAILABLE */
  for<T>(work: Promise<T>, discard?: (late: T) => void): Promise<T> {
    return withTimeout(Math.max(0, this.#deadline - performance.now()), work, discard);
  }
}
