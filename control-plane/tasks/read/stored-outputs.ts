// Outputs that lie in the storage, because they are too large for a task's row. An output never changes, so that what was
// read is kept by its key, up to a bound: a client that polls a finished transcription has it unzipped once. A storage
// that hangs holds a few threads and no request for long.
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { AppError } from "../../../shared/errors.ts";
import { inTime } from "../../../shared/in-time.ts";
import { OUTPUT_LIMITS } from "../../../shared/limits/storage.ts";
import type { Logger } from "../../../shared/logger.ts";
import type { ObjectStorage } from "../../../shared/storage/object-storage.ts";

const decompress = promisify(gunzip);

/**
 * The JSON of the output under a key.
 * @throws AppError UNAVAILABLE where the storage does not bring it in time; INTERNAL, and a log line that names the
 * key, where it has no such output
 */
export type ReadOutput = (key: string) => Promise<Buffer>;

/** Buffers by name, those that were asked for last, up to a number of bytes. */
class BoundedCache {
  readonly #kept = new Map<string, Buffer>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(name: string): Buffer | undefined {
    const content = this.#kept.get(name);
    if (content === undefined) return undefined;
    this.#kept.delete(name);
    this.#kept.set(name, content);
    return content;
  }

  add(name: string, content: Buffer): void {
    if (this.#kept.has(name) || content.length > this.#maxBytes) return;
    this.#kept.set(name, content);
    this.#bytes += content.length;
    for (const [oldest, { length }] of this.#kept) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#kept.delete(oldest);
      this.#bytes -= length;
    }
  }
}

/** Lets in so many at once; the others wait in their order, so many at most. */
class Places {
  readonly #waiting: (() => void)[] = [];
  #free: number = OUTPUT_LIMITS.readsAtOnce;

  /** @throws AppError UNAVAILABLE when too many wait; what the work throws */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#waiting.length >= OUTPUT_LIMITS.waitingReads) throw new AppError("UNAVAILABLE");
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}

/**
 * Reads an output, whatever that takes.
 * @throws AppError INTERNAL where it is not there or is damaged; the storage's error
 */
export async function readStoredOutput(storage: ObjectStorage, key: string): Promise<Buffer> {
  const stored = await storage.read(key);
  if (stored === undefined) throw new AppError("INTERNAL", `The storage has no output ${key}.`);
  return decompress(stored, { maxOutputLength: OUTPUT_LIMITS.bytes }).catch((cause: unknown) => {
    throw new AppError("INTERNAL", `The output ${key} is damaged.`, { cause });
  });
}

/** A reader of stored outputs, with what it keeps of them. */
export function createOutputReader(storage: ObjectStorage, logger: Logger): ReadOutput {
  const cache = new BoundedCache(OUTPUT_LIMITS.cacheBytes);
  const places = new Places();
  const underWay = new Map<string, Promise<Buffer>>();
  const read = async (key: string): Promise<Buffer> => {
    const deadline = performance.now() + OUTPUT_LIMITS.readTimeoutMs;
    const content = await places.run(() => {
      // Whoever asked has been answered while it waited.
      if (performance.now() > deadline) throw new AppError("UNAVAILABLE");
      return readStoredOutput(storage, key);
    });
    cache.add(key, content);
    return content;
  };
  const readOnce = (key: string): Promise<Buffer> => {
    const earlier = underWay.get(key);
    if (earlier !== undefined) return earlier;
    const reading = read(key).finally(() => underWay.delete(key));
    underWay.set(key, reading);
    return reading;
  };
  return async (key) => {
    const kept = cache.get(key);
    if (kept !== undefined) return kept;
    try {
      return await inTime(OUTPUT_LIMITS.readTimeoutMs, readOnce(key));
    } catch (error) {
      logger.error({ err: error, key }, "the output of a task was not read");
      throw error instanceof AppError ? error : new AppError("UNAVAILABLE", undefined, { cause: error });
    }
  };
}
