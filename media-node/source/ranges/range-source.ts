// A file somewhere else of which any part can be had: over HTTP, or in a storage without local files.

import { ObjectReplaced } from "../../../shared/storage/object-replaced.ts";
import type { ObjectStorage } from "../../../shared/storage/object-storage.ts";
import type { Bytes } from "./byte-ranges.ts";
import { NotReadableInRanges } from "./iso-boxes.ts";

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

/**
 * An object of the storage, or undefined where it is not there with this content. Without a tag, of whatever content it
 * has now: what runs keep there is written once.
 */
export async function openStoredRanges(
  storage: ObjectStorage,
  key: string,
  tag?: string,
): Promise<RangeSource | undefined> {
  const info = await storage.stat(key);
  if (info === undefined || (tag !== undefined && info.tag !== tag)) return undefined;
  const readTag = info.tag ?? undefined;
  async function* read({ start, end }: Bytes, signal: AbortSignal): AsyncGenerator<Buffer> {
    const stream = await storage.open(key, { first: start, last: end - 1 }, readTag);
    const stop = (): void => void stream.destroy();
    signal.addEventListener("abort", stop, { once: true });
    try {
      signal.throwIfAborted();
      yield* stream as AsyncIterable<Buffer>;
    } catch (error) {
      throw error instanceof ObjectReplaced ? new NotReadableInRanges("the file has changed") : error;
    } finally {
      signal.removeEventListener("abort", stop);
      stream.destroy();
    }
  }
  return { sizeBytes: info.sizeBytes, version: null, read };
}
