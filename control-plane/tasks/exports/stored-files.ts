// The sizes of a job's files, which its archive says before its first byte. A bucket that is slow with each request takes
// longer for many clips than a client is let wait: the looks go on, and who asks again finds what they found. That is
// handed out once and not kept, since files go.
import { AppError } from "../../../shared/errors.ts";
import { inTime } from "../../../shared/in-time.ts";
import { EXPORT_LIMITS, OUTPUT_LIMITS } from "../../../shared/limits/storage.ts";
import type { ObjectInfo, ObjectStorage } from "../../../shared/storage/object-storage.ts";

const GONE = "The files of this job are gone: their time was up.";

export class StoredFiles {
  readonly #storage: ObjectStorage;
  readonly #waitMs: number;
  readonly #looks = new Map<string, Promise<readonly ObjectInfo[]>>();

  /** @param waitMs how long one who asks is let wait */
  constructor(storage: ObjectStorage, waitMs: number = OUTPUT_LIMITS.readTimeoutMs) {
    this.#storage = storage;
    this.#waitMs = waitMs;
  }

  /** What is known of each file. @throws AppError NOT_FOUND where one is gone, UNAVAILABLE where it takes longer */
  async find(keys: readonly string[]): Promise<readonly ObjectInfo[]> {
    const name = keys.join("\n");
    const looking = this.#looks.get(name) ?? this.#begin(name, keys);
    const found = await inTime(this.#waitMs, looking);
    this.#looks.delete(name);
    return found;
  }

  #begin(name: string, keys: readonly string[]): Promise<readonly ObjectInfo[]> {
    const looking = this.#lookAt(keys);
    looking.catch(() => this.#looks.delete(name));
    this.#looks.set(name, looking);
    const [oldest] = this.#looks.keys();
    if (this.#looks.size > EXPORT_LIMITS.looks && oldest !== undefined) this.#looks.delete(oldest);
    return looking;
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
