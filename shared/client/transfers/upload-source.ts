// What an upload reads its parts from: something of which any part can be read at any time, or a stream, which is read
// once from its beginning to its end.
import { ClipmillError } from "../client-error.ts";

export type PartBody = Blob | Uint8Array<ArrayBuffer>;

export interface UploadSource {
  readonly sizeBytes: number;
  readonly filename: string | undefined;
  readonly contentType: string | undefined;
  /** Whether parts can be read in any order, and again. */
  readonly isRepeatable: boolean;
  /** Bytes from `start` to before `end`. A stream's are asked for in rising order, and what lies between is skipped. */
  read(start: number, end: number): Promise<PartBody>;
  /** Frees what it holds. */
  close(): Promise<void>;
}

/** A Blob, or a File with its name and type. */
export function blobSource(blob: Blob): UploadSource {
  const name = "name" in blob && typeof blob.name === "string" ? blob.name : undefined;
  return {
    sizeBytes: blob.size,
    filename: name,
    contentType: blob.type === "" ? undefined : blob.type,
    isRepeatable: true,
    read: async (start, end) => blob.slice(start, end),
    close: async () => undefined,
  };
}

export type ByteStream = AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>;

function iterate(stream: ByteStream): AsyncIterator<Uint8Array> {
  if (!("getReader" in stream)) return stream[Symbol.asyncIterator]();
  // Not every browser's streams can be iterated, and what iterates them ends them only behind a read that waits.
  const reader = (stream as ReadableStream<Uint8Array>).getReader();
  return {
    next: async () => {
      const { done, value } = await reader.read();
      return done ? { done, value: undefined } : { done: false, value };
    },
    return: async () => {
      await reader.cancel();
      return { done: true, value: undefined };
    },
  };
}

/**
 * A stream of known size, read once and in order: parts of it cannot be sent again.
 * @throws ClipmillError INVALID_ARGUMENT from `read`, where it has fewer bytes than announced
 */
export function streamSource(stream: ByteStream, sizeBytes: number): UploadSource {
  const chunks = iterate(stream);
  let offset = 0;
  let held: Uint8Array = new Uint8Array(0);
  const next = async (): Promise<void> => {
    const { done, value } = await chunks.next();
    if (done === true) {
      throw new ClipmillError(
        "INVALID_ARGUMENT",
        `The stream has ${offset} bytes and not the ${sizeBytes} announced.`,
      );
    }
    held = value;
  };
  /** Moves the stream to `end`, handing out what lies before it. */
  const advance = async (end: number, take: (bytes: Uint8Array) => void): Promise<void> => {
    while (offset < end) {
      if (held.length === 0) await next();
      const bytes = held.subarray(0, end - offset);
      take(bytes);
      offset += bytes.length;
      held = held.subarray(bytes.length);
    }
  };
  return {
    sizeBytes,
    filename: undefined,
    contentType: undefined,
    isRepeatable: false,
    async read(start, end) {
      await advance(start, () => undefined);
      const part = new Uint8Array(end - start);
      await advance(end, (bytes) => part.set(bytes, offset - start));
      return part;
    },
    async close() {
      // Not awaited: a generator ends only once it has given what was asked of it, which may never be.
      Promise.resolve(chunks.return?.()).catch(() => undefined);
    },
  };
}
