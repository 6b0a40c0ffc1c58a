// Cuts a stream of bytes into frames of 16-bit samples. Chunks of a pipe end anywhere, even inside a sample; a frame
// is handed on only whole, and the last one filled up with silence.

/** Collects signed 16-bit little-endian samples; `onFrame` gets the same array each time, filled anew. */
export class SampleFrames {
  readonly #frame: Int16Array;
  readonly #bytes: Uint8Array;
  readonly #onFrame: (frame: Int16Array) => void;
  #filledBytes = 0;

  /** `frameSamples` counts the samples of all channels together. */
  constructor(frameSamples: number, onFrame: (frame: Int16Array) => void) {
    this.#frame = new Int16Array(frameSamples);
    this.#bytes = new Uint8Array(this.#frame.buffer);
    this.#onFrame = onFrame;
  }

  push(chunk: Uint8Array): void {
    let index = 0;
    while (index < chunk.length) {
      const count = Math.min(chunk.length - index, this.#bytes.length - this.#filledBytes);
      this.#bytes.set(chunk.subarray(index, index + count), this.#filledBytes);
      this.#filledBytes += count;
      index += count;
      if (this.#filledBytes === this.#bytes.length) this.#close();
    }
  }

  /** Hands on what is left; answers how many whole samples of it were real. */
  finish(): number {
    const realSamples = this.#filledBytes >> 1;
    if (realSamples === 0) return 0;
    this.#bytes.fill(0, 2 * realSamples);
    this.#close();
    return realSamples;
  }

  #close(): void {
    this.#onFrame(this.#frame);
    this.#filledBytes = 0;
  }
}
