// Outputs that lie in the storage, because they are too large for a task's row. An output never changes, so that what was
// read is kept by its key, up to a bound: a client that polls a finished transcription has it unzipped once. A storage
// that hangs holds a few threads and no request for long.
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { AppError } from "../../../shared/errors.ts";
import { OUTPUT_LIMITS } from "../../../shared/limits/storage.ts";
import type { Logger } from "../../../shared/logger.ts";
import { Semaphore } from "../../../shared/semaphore.ts";
import type { ObjectStorage } from "../../../shared/storage/object-storage.ts";
import { withTimeout } from "../../../shared/with-timeout.ts";
import { cacheReads } from "./cached-reads.ts";

const decompress = promisify(gunzip);

/**
 * The JSON of the output under a key.
 * @throws AppError UNAVAILABLE where the storage does not bring it in time; INTERNAL, and a log line that names the
 * key, where it has no such output
 */
export type ReadOutput = (key: string) => Promise<Buffer>;

/**
 * Reads an output, whatever that takes.
 * @throws AppError INTERNAL where it is not there or is damaged; the storage's error
 */
export async function readStoredOutput(storage: ObjectStorage, key: string): Promise<Buffer> {
  const stored = await storage.read(key);
  if (stored === undefined) throw new AppError("INTERNAL", `The storage has no output ${key}.`);
  const { bytes: maxOutputLength, unzippedAtOnceBytes: chunkSize } = OUTPUT_LIMITS;
  return decompress(stored, { maxOutputLength, chunkSize }).catch((cause: unknown) => {
    throw new AppError("INTERNAL", `The output ${key} is damaged.`, { cause });
  });
}

/**
 * A reader of stored outputs, with what it keeps of them; it throws as ReadOutput says. Reads have a bound on
 * how many are under way, and each on its time.
 */
export function createOutputReader(storage: ObjectStorage, logger: Logger): ReadOutput {
  const atOnce = OUTPUT_LIMITS.readsAtOnce[storage.hasLocalFiles ? "folder" : "bucket"];
  const places = new Semaphore({ atOnce, waiting: OUTPUT_LIMITS.waitingReads });
  const read = cacheReads(OUTPUT_LIMITS.cacheBytes, (key) => {
    const deadline = performance.now() + OUTPUT_LIMITS.readTimeoutMs;
    return places.run(() => {
      // Whoever asked has been answered while it waited.
      if (performance.now() > deadline) throw new AppError("UNAVAILABLE");
      return readStoredOutput(storage, key);
    });
  });
  return async (key) => {
    try {
      return await withTimeout(OUTPUT_LIMITS.readTimeoutMs, read(key));
    } catch (error) {
      logger.error({ err: error, storageKey: key }, "the output of a task was not read");
      throw error instanceof AppError ? error : new AppError("UNAVAILABLE", undefined, { cause: error });
    }
  };
}
