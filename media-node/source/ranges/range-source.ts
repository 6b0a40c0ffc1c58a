// A file somewhere else of which any part can be had: over HTTP, or in a storage without local files.
import type { ObjectStorage } from "../../../shared/storage/object-storage.ts";
import type { Bytes } from "./byte-ranges.ts";

export interface RangeSource {
  readonly sizeBytes: number;
  /**
   * What all that is read belongs to: two sources of one version have the same bytes. Null where nothing that is read
   * now can be of another version than what was read before, as of objects that are never replaced.
   */
  readonly version: string | null;
  /** The bytes of a range, all of them or a failure. @throws NotReadableInRanges where the source is another one by now */
  read(range: Bytes, signal: AbortSignal): AsyncIterable<Buffer>;
}

/** An object of the storage, or undefined where it is not there. Objects that are sources are written once. */
export async function openStoredRanges(
  storage: ObjectStorage,
  key: string,
): Promise<RangeSource | undefined> {
  const info = await storage.stat(key);
  if (info === undefined) return undefined;
  async function* read({ start, end }: Bytes, signal: AbortSignal): AsyncGenerator<Buffer> {
    const stream = await storage.open(key, { start, end: end - 1 });
    const stop = (): void => void stream.destroy();
    signal.addEventListener("abort", stop, { once: true });
    try {
      signal.throwIfAborted();
      yield* stream as AsyncIterable<Buffer>;
    } finally {
      signal.removeEventListener("abort", stop);
      stream.destroy();
    }
  }
  return { sizeBytes: info.sizeBytes, version: null, read };
}
