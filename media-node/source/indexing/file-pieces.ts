// What a walk through a file for its index reads, what it makes, and how it says that there will be none. Only the heads of
// what the file is made of are looked at, in pieces and in ascending order, so that a file is read once at most; no claim of
// a stranger's file decides how much is kept of it, or for how long it is walked through.
import type { FileHandle } from "node:fs/promises";
import { INDEX_LIMITS } from "../../../shared/limits/sources.ts";
import { KIB } from "../../../shared/limits/units.ts";

/** Why a file without an index is read as it is: ffmpeg mends damage in its own way, which an index must not change. */
export class NotIndexable extends Error {}

/** @throws NotIndexable */
export function refuse(reason: string): never {
  throw new NotIndexable(reason);
}

/** What a file is to begin with. */
export interface NewBeginning {
  /** How many of the file's first bytes it stands for. */
  readonly replacedBytes: number;
  readonly content: Buffer;
  /** How many of the video's its index has; of sound where there is no video. */
  readonly keyFrames: number;
}

const PIECE_BYTES = 256 * KIB;

/** A file, read in ascending order. */
export class FilePieces {
  readonly #file: FileHandle;
  readonly sizeBytes: number;
  readonly #signal: AbortSignal;
  #piece = Buffer.alloc(0);
  #startsAt = 0;
  #parts = 0;

  constructor(file: FileHandle, sizeBytes: number, signal: AbortSignal) {
    this.#file = file;
    this.sizeBytes = sizeBytes;
    this.#signal = signal;
  }

  /** So many bytes; undefined where the file ends before. @throws the signal's reason */
  async at(position: number, bytes: number): Promise<Buffer | undefined> {
    if (position + bytes > this.sizeBytes) return undefined;
    const isHere = position >= this.#startsAt && position + bytes <= this.#startsAt + this.#piece.length;
    if (!isHere) {
      this.#signal.throwIfAborted();
      const wanted = Buffer.allocUnsafe(Math.max(bytes, PIECE_BYTES));
      const { bytesRead } = await this.#file.read({ buffer: wanted, position });
      this.#piece = wanted.subarray(0, bytesRead);
      this.#startsAt = position;
      if (bytesRead < bytes) return undefined;
    }
    const from = position - this.#startsAt;
    return this.#piece.subarray(from, from + bytes);
  }

  /** Counts a part of the file that is looked at. @throws NotIndexable where no recording has as many */
  countPart(): void {
    this.#parts += 1;
    if (this.#parts > INDEX_LIMITS.parts) refuse("the file is made of too many parts");
  }
}
