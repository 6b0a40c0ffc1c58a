// Uploads in parts: parts are sent in any order, at the same time, again after a failure, and then joined. A file system keeps
// them at their final place in the object's file; S3-compatible services have multipart uploads.
import type { Readable } from "node:stream";
import { AppError } from "../errors.ts";

export interface PartLayout {
  readonly contentType: string;
  /** Of the whole object. */
  readonly sizeBytes: number;
  /** Of each part but the last, which has what is left. */
  readonly partSizeBytes: number;
}

export interface StoredPart {
  /** From 1. */
  readonly number: number;
  readonly sizeBytes: number;
}

export interface PartToStore extends StoredPart {
  /** Where in the object the part begins. */
  readonly offsetBytes: number;
}

/** Whatever names a handle that is gone throws NOT_FOUND, save where it says otherwise. */
export interface PartUploads {
  /** Begins one for a key that names nothing yet; the handle names it in all further calls. */
  begin(key: string, layout: PartLayout): Promise<string>;
  /**
   * Stores a part whole; one that came before under its number with other content is replaced, and may be gone too where
   * this one breaks off. The same content again takes nothing away.
   * @throws AppError INVALID_REQUEST when it is shorter or longer, REQUEST_TIMEOUT when it pauses for too long,
   * UNAVAILABLE where another connection sends it, or its object is being joined
   */
  putPart(
    key: string,
    handle: string,
    part: PartToStore,
    content: Readable,
    signal?: AbortSignal,
  ): Promise<void>;
  /** The parts that are there whole, by number. */
  listParts(key: string, handle: string): Promise<readonly StoredPart[]>;
  /**
   * Joins all parts of the object under the key. As putStream, it never replaces: true where the key names this
   * content now, also on a repeat; false where other content stands there. Nothing remains of the parts then.
   * @throws AppError PARTS_MISSING with all that have not come whole, also those that are being sent; UNAVAILABLE while
   * one that has come is being sent again
   */
  join(key: string, handle: string, parts: readonly StoredPart[], signal?: AbortSignal): Promise<boolean>;
  /** Removes all its parts. What is gone already is no error. */
  abandon(key: string, handle: string): Promise<void>;
  /** An address at the storage itself that takes this part by PUT; undefined where parts go through the control plane. */
  partUrl(key: string, handle: string, part: StoredPart, expiresInS: number): Promise<string | undefined>;
}

export type PartSizes = Pick<PartLayout, "sizeBytes" | "partSizeBytes">;

/** How many parts an upload has; the last one may be shorter. */
export function countParts({ sizeBytes, partSizeBytes }: PartSizes): number {
  return Math.ceil(sizeBytes / partSizeBytes);
}

/** The part of this number, which is between 1 and their count. */
export function partOf({ sizeBytes, partSizeBytes }: PartSizes, number: number): PartToStore {
  const offsetBytes = (number - 1) * partSizeBytes;
  return { number, offsetBytes, sizeBytes: Math.min(partSizeBytes, sizeBytes - offsetBytes) };
}

/** All parts, in their order. */
export function partsOf(sizes: PartSizes): PartToStore[] {
  return Array.from({ length: countParts(sizes) }, (_, index) => partOf(sizes, index + 1));
}

/** What a join throws whose object is not whole. */
export function partsMissing(missing: readonly StoredPart[]): AppError {
  const details = missing.map(({ number }) => ({ path: `/parts/${number}`, message: "has not come yet" }));
  return new AppError("PARTS_MISSING", undefined, { details });
}
