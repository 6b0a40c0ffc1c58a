// The sizes of a job's files, which its archive says before its first byte. A bucket that is slow with each request takes
// longer for many clips than a client is let wait: the looks go on, and who asks again finds what they found. That is
// handed out once, and kept for minutes alone, since files go. Looks under way are bounded: those for whom nobody waits
// any more hold connections of the bucket all the same.
import { AppError } from "../../../shared/errors.ts";
import { EXPORT_LIMITS, OUTPUT_LIMITS } from "../../../shared/limits/storage.ts";
import type { ObjectInfo, ObjectStorage } from "../../../shared/storage/object-storage.ts";
import { withTimeout } from "../../../shared/with-timeout.ts";

const GONE = "The files of this job are gone: their time was up.";

interface Look {
  readonly found: Promise<readonly ObjectInfo[]>;
  /** By `performance.now()`; null while it is under way. */
  endedAtMs: number | null;
}

export interface StoredFilesTimes {
  /** How long one who asks is let wait. */
  readonly waitMs?: number;
  /** How long what was found waits for who asks again. */
  readonly keptMs?: number;
}

/** One a process, for the archives of all jobs. */
export class StoredFiles {
  readonly #storage: ObjectStorage;
  readonly #waitMs: number;
  readonly #keptMs: number;
  /** By the files' keys; the oldest stand first. */
  readonly #looks = new Map<string, Look>();

  constructor(storage: ObjectStorage, times: StoredFilesTimes = {}) {
    this.#storage = storage;
    this.#waitMs = times.waitMs ?? OUTPUT_LIMITS.readTimeoutMs;
    this.#keptMs = times.keptMs ?? EXPORT_LIMITS.looksKeptMs;
  }

  /**
   * What is known of each file.
   * @throws AppError NOT_FOUND where one is gone, UNAVAILABLE where it takes longer or many archives are asked for
   */
  async find(keys: readonly string[]): Promise<readonly ObjectInfo[]> {
    const name = keys.join("\n");
    const look = this.#fresh(name) ?? this.#begin(name, keys);
    const found = await withTimeout(this.#waitMs, look.found);
    this.#forget(name, look);
    return found;
  }

  #fresh(name: string): Look | undefined {
    const look = this.#looks.get(name);
    const endedAtMs = look?.endedAtMs ?? null;
    return endedAtMs === null || performance.now() - endedAtMs < this.#keptMs ? look : undefined;
  }

  #begin(name: string, keys: readonly string[]): Look {
    this.#looks.delete(name);
    this.#makeRoom();
    const look: Look = { found: this.#lookAt(keys), endedAtMs: null };
    this.#looks.set(name, look);
    look.found.then(
      () => {
        look.endedAtMs = performance.now();
      },
      () => this.#forget(name, look),
    );
    return look;
  }

  #makeRoom(): void {
    if (this.#looks.size < EXPORT_LIMITS.looks) return;
    const ended = [...this.#looks].find(([, { endedAtMs }]) => endedAtMs !== null);
    if (ended === undefined) throw new AppError("UNAVAILABLE");
    this.#looks.delete(ended[0]);
  }

  #forget(name: string, look: Look): void {
    if (this.#looks.get(name) === look) this.#looks.delete(name);
  }

  /** A few at once; the first that fails ends the others. */
  async #lookAt(keys: readonly string[]): Promise<readonly ObjectInfo[]> {
    const found: ObjectInfo[] = [];
    const waiting = keys.entries();
    let hasFailed = false;
    const look = async (): Promise<void> => {
      for (const [index, key] of waiting) {
        const info = await this.#storage.stat(key);
        if (info === undefined) throw new AppError("NOT_FOUND", GONE);
        if (hasFailed) return;
        found[index] = info;
      }
    };
    const noteFailure = (error: unknown): never => {
      hasFailed = true;
      throw error;
    };
    const count = Math.min(EXPORT_LIMITS.statsAtOnce, keys.length);
    await Promise.all(Array.from({ length: count }, () => look().catch(noteFailure)));
    return found;
  }
}
