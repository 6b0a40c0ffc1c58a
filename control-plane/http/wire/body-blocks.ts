// The bytes of a body that have come and wait for their reader. Each is copied once, out of the server's memory, and what
// came behind one another lies side by side, so that a slow disk is given one long piece for many short ones. A stream of
// bytes would join its chunks for a reader by copying all of them again, which was a third of what a large upload cost.

import { HTTP_LIMITS } from "../../../shared/limits/requests.ts";

/** A queue of pieces: as long as a reader is behind, they grow. */
export class BodyBlocks {
  /** Memory is asked for in blocks; a chunk that is longer has its own. */
  #block = Buffer.alloc(0);
  #filledBytes = 0;
  /** Pieces that wait; the last one may grow, while its block has room. */
  readonly #pieces: Buffer[] = [];
  #waitingBytes = 0;

  get waitingBytes(): number {
    return this.#waitingBytes;
  }

  /** Copies a chunk, whose memory may be another's afterwards. */
  add(chunk: Uint8Array): void {
    if (chunk.byteLength > this.#block.length - this.#filledBytes) {
      this.#block = Buffer.allocUnsafeSlow(Math.max(HTTP_LIMITS.bodyBufferBytes, chunk.byteLength));
      this.#filledBytes = 0;
    }
    const last = this.#pieces.at(-1);
    const isBehindLast = last?.buffer === this.#block.buffer;
    const startBytes = isBehindLast ? last.byteOffset : this.#filledBytes;
    this.#block.set(chunk, this.#filledBytes);
    this.#filledBytes += chunk.byteLength;
    this.#waitingBytes += chunk.byteLength;
    if (isBehindLast) this.#pieces.pop();
    this.#pieces.push(this.#block.subarray(startBytes, this.#filledBytes));
  }

  /** What came first, as much of it as lies side by side; undefined where nothing waits. */
  take(): Buffer | undefined {
    const piece = this.#pieces.shift();
    this.#waitingBytes -= piece?.length ?? 0;
    return piece;
  }
}
