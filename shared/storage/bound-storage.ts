// A storage for work that may be called off, over one whose calls end only when the system answers: a network disk whose
// server is away answers none, for hours perhaps. Nobody waits for it once the signal has fired. A call that has gone to
// the system cannot be taken back and holds its thread until it is answered; what it makes then is as what a process
// leaves that was killed: whoever has the task next may write it again, and a removal is repeated.
import { Readable } from "node:stream";
import { unlessAborted } from "../unless-aborted.ts";
import type { DiskSpace } from "./free-space.ts";
import type {
  ByteRange,
  DownloadLink,
  ListedObject,
  ObjectInfo,
  ObjectStorage,
  UploadLink,
} from "./object-storage.ts";
import type { PartUploads } from "./part-uploads.ts";

async function* itemsUntil<T>(signal: AbortSignal, items: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  for (;;) {
    signal.throwIfAborted();
    const next = await unlessAborted(iterator.next(), signal);
    if (next.done === true) return;
    yield next.value;
  }
}

/** Closes what nobody reads any more, and whose failures nobody waits for. */
function close(content: Readable): void {
  content.on("error", () => undefined).destroy();
}

/** What every `boundTo` of a folder returns. */
export class BoundStorage implements ObjectStorage {
  readonly servesClients: boolean;
  readonly hasLocalFiles: boolean;
  readonly parts: PartUploads;
  readonly #storage: ObjectStorage;
  readonly #signal: AbortSignal;

  constructor(storage: ObjectStorage, signal: AbortSignal) {
    this.#storage = storage;
    this.#signal = signal;
    this.servesClients = storage.servesClients;
    this.hasLocalFiles = storage.hasLocalFiles;
    this.parts = storage.parts;
  }

  async #wait<T>(call: () => Promise<T>, discard?: (late: T) => void): Promise<T> {
    this.#signal.throwIfAborted();
    return await unlessAborted(call(), this.#signal, discard);
  }

  boundTo(signal: AbortSignal): ObjectStorage {
    return this.#storage.boundTo(AbortSignal.any([this.#signal, signal]));
  }

  stat(key: string): Promise<ObjectInfo | undefined> {
    return this.#wait(() => this.#storage.stat(key));
  }

  read(key: string): Promise<Buffer | undefined> {
    return this.#wait(() => this.#storage.read(key));
  }

  write(key: string, content: Uint8Array | string): Promise<void> {
    return this.#wait(() => this.#storage.write(key, content));
  }

  putFile(key: string, localPath: string): Promise<void> {
    return this.#wait(() => this.#storage.putFile(key, localPath));
  }

  putFileInUse(key: string, localPath: string): Promise<string> {
    return this.#wait(() => this.#storage.putFileInUse(key, localPath));
  }

  async putStream(key: string, content: Readable, sizeBytes: number, signal?: AbortSignal): Promise<boolean> {
    try {
      return await this.#wait(() => this.#storage.putStream(key, content, sizeBytes, signal));
    } catch (error) {
      content.destroy();
      throw error;
    }
  }

  async open(key: string, range?: ByteRange, tag?: string): Promise<Readable> {
    const content = await this.#wait(() => this.#storage.open(key, range, tag), close);
    const bound = Readable.from(itemsUntil<Buffer>(this.#signal, content), { objectMode: false });
    // A stream of a file closes only once its read has ended, which is not waited for; and one that nobody began to read
    // has no iteration that could close it.
    return bound.once("close", () => close(content));
  }

  localPath(key: string, scratchFolder: string, signal?: AbortSignal, tag?: string): Promise<string> {
    return this.#wait(() => this.#storage.localPath(key, scratchFolder, signal, tag));
  }

  remove(keyOrPrefix: string): Promise<void> {
    return this.#wait(() => this.#storage.remove(keyOrPrefix));
  }

  list(prefix: string, after?: string): AsyncIterable<ListedObject> {
    return itemsUntil(this.#signal, this.#storage.list(prefix, after));
  }

  space(): Promise<DiskSpace> {
    return this.#wait(() => this.#storage.space());
  }

  removeLeftovers(): Promise<number> {
    return this.#wait(() => this.#storage.removeLeftovers());
  }

  downloadUrl(key: string, link: DownloadLink): string | undefined {
    return this.#storage.downloadUrl(key, link);
  }

  uploadUrl(key: string, link: UploadLink): string | undefined {
    return this.#storage.uploadUrl(key, link);
  }
}
