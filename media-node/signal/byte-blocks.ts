// Cuts a stream of bytes into blocks of one length. Chunks of a pipe end anywhere, even inside a number.

/** Fills `block` again and again with what is pushed, and calls `onFull` each time that it is full. */
export class ByteBlocks {
  readonly #block: Uint8Array;
  readonly #onFull: () => void;
  #filledBytes = 0;

  constructor(block: Uint8Array, onFull: () => void) {
    this.#block = block;
    this.#onFull = onFull;
  }

  /** Bytes of the block that is being filled. */
  get filledBytes(): number {
    return this.#filledBytes;
  }

  push(chunk: Uint8Array): void {
    let index = 0;
    while (index < chunk.length) {
      const count = Math.min(chunk.length - index, this.#block.length - this.#filledBytes);
      this.#block.set(chunk.subarray(index, index + count), this.#filledBytes);
      this.#filledBytes += count;
      index += count;
      if (this.#filledBytes < this.#block.length) continue;
      this.#filledBytes = 0;
      this.#onFull();
    }
  }
}
