// The one interface through which both planes see files: a folder on one machine, an S3-compatible service on
// several. Keys are forward-slash paths such as `tasks/task_…/clips/1.mp4`; nothing outside the storage's root can be
// named by any key. Writes are atomic: a reader sees the whole object or none.
import type { Readable } from "node:stream";
import type { DiskSpace } from "./free-space.ts";
import type { PartUploads } from "./part-uploads.ts";

export interface ObjectInfo {
  readonly sizeBytes: number;
  readonly modifiedAt: Date;
  /** Entity tag of the content; null for storages without tags, where nothing is ever replaced. */
  readonly tag: string | null;
}

export interface ListedObject {
  readonly key: string;
  readonly sizeBytes: number;
  readonly modifiedAt: Date;
}

/** Opens the storage when it is first needed. */
export type OpenStorage = () => ObjectStorage | Promise<ObjectStorage>;

export interface DownloadLink {
  readonly expiresInS: number;
  readonly contentType: string;
  /** Of letters, digits, dots, hyphens and underscores. */
  readonly filename: string;
}

export interface UploadLink {
  /** Exactly so many bytes are taken. */
  readonly sizeBytes: number;
  readonly expiresInS: number;
}

/** The first and the last byte, as in an HTTP `Range` header that has been resolved against the object's size. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** All that reads or removes an object throws StorageUnavailable if the storage itself is away. */
export interface ObjectStorage {
  /** Whether clients read and write objects at the storage itself, by the links that it gives. */
  readonly servesClients: boolean;
  /** Whether `localPath` returns a file that is there already; if it must copy, large objects are better read in ranges. */
  readonly hasLocalFiles: boolean;
  /** Objects that are sent in parts. */
  readonly parts: PartUploads;
  /**
   * The same storage for work that may be called off: whatever is waited for ends with the signal's reason, however long
   * a service or a disk would take. Nothing is put into place from then on but by a call that is under way already.
   */
  boundTo(signal: AbortSignal): ObjectStorage;
  /** Size and time of an object, or undefined where there is none. */
  stat(key: string): Promise<ObjectInfo | undefined>;
  /** The whole object, for small ones such as a stage's JSON; undefined where there is none. */
  read(key: string): Promise<Buffer | undefined>;
  /** Writes a small object whole. */
  write(key: string, content: Uint8Array | string): Promise<void>;
  /** Moves a finished local file into the storage; the local file is gone afterwards. */
  putFile(key: string, localPath: string): Promise<void>;
  /**
   * The same of a file that is worked on still. Returns where its content lies then: the object itself, or, in storages
   * without local files, the local file, which stays.
   */
  putFileInUse(key: string, localPath: string): Promise<string>;
  /**
   * Stores a stream of exactly `sizeBytes` under a key that names nothing yet: what stands there is never replaced.
   * Returns whether the key names this content now, also where it did so before; false where other content stands
   * there. Nothing remains of the stream then, nor on failure or when `signal` fires.
   * @throws AppError INVALID_REQUEST when the stream is shorter or longer.
   */
  putStream(key: string, content: Readable, sizeBytes: number, signal?: AbortSignal): Promise<boolean>;
  /**
   * Opens an object, or a byte range of it, for reading. With `tag` nothing is asked before: what is wrong, also that
   * the object has other content than that, is told by the stream.
   * @throws AppError NOT_FOUND, RANGE_NOT_SATISFIABLE, ObjectReplaced
   */
  open(key: string, range?: ByteRange, tag?: string): Promise<Readable>;
  /**
   * A local path of the object's content, for programs that read files. The path may be the object itself, and must
   * not be changed; storages without local files copy it to `scratchFolder` first. With `tag` no other content is given.
   * @throws AppError NOT_FOUND, ObjectReplaced
   */
  localPath(key: string, scratchFolder: string, signal?: AbortSignal, tag?: string): Promise<string>;
  /** Removes one object, or all objects below a prefix that ends in `/`. Missing ones are no error. */
  remove(keyOrPrefix: string): Promise<void>;
  /**
   * The objects below a prefix that ends in `/`, in the order of their keys; of those that come or go meanwhile, any may be
   * among them.
   * @param after only those behind this key, which need not be there
   */
  list(prefix: string, after?: string): AsyncIterable<ListedObject>;
  /** The room for further objects. @throws the storage's error where it cannot tell */
  space(): Promise<DiskSpace>;
  /** Removes what writes left behind that never ended, and returns how many those were. */
  removeLeftovers(): Promise<number>;
  /** An address at the storage itself that gives this object; undefined where it comes from the control plane. */
  downloadUrl(key: string, link: DownloadLink): string | undefined;
  /** An address at the storage itself that takes this object by PUT; undefined where the control plane takes it. */
  uploadUrl(key: string, link: UploadLink): string | undefined;
}
