// Caches reads of what never changes, up to a number of bytes: however many ask for the same thing, at once or one after the
// other, it is read once. A caller that cannot wait for the end finds it there when it asks again. What is kept has memory of
// its own: an unzipped output of a kilobyte may be a part of a megabyte, all of which would be kept with it.

/** The same bytes, without the memory around them. */
function withOwnMemory(content: Buffer): Buffer {
  if (content.length === content.buffer.byteLength) return content;
  const own = Buffer.allocUnsafeSlow(content.length);
  content.copy(own);
  return own;
}

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
    this.#kept.set(name, withOwnMemory(content));
    this.#bytes += content.length;
    for (const [oldest, { length }] of this.#kept) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#kept.delete(oldest);
      this.#bytes -= length;
    }
  }
}

/**
 * Returns a reader with a cache. A failure is passed to all that wait, and not cached.
 * @param maxBytes of what is kept; what is larger is read each time
 * @param read gets a name's content, whatever that takes
 */
export function cacheReads(
  maxBytes: number,
  read: (name: string) => Promise<Buffer>,
): (name: string) => Promise<Buffer> {
  const cache = new BoundedCache(maxBytes);
  const underWay = new Map<string, Promise<Buffer>>();
  const readAndCache = async (name: string): Promise<Buffer> => {
    const content = await read(name);
    cache.add(name, content);
    return content;
  };
  return async (name) => {
    const found = cache.get(name) ?? underWay.get(name);
    if (found !== undefined) return found;
    const reading = readAndCache(name).finally(() => underWay.delete(name));
    underWay.set(name, reading);
    return reading;
  };
}
