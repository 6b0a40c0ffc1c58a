// Cuts a stream of bytes into frames of 16-bit samples; a frame is handed on only whole, and the last one filled up with
// silence.
import { ByteBlocks } from "./byte-blocks.ts";

/** Collects signed 16-bit little-endian samples; `onFrame` gets the same array each time, filled anew. */
export class SampleFrames {
  readonly #frame: Int16Array;
  readonly #bytes: Uint8Array;
  readonly #blocks: ByteBlocks;
  readonly #onFrame: (frame: Int16Array) => void;

  /** `frameSamples` counts the samples of all channels together. */
  constructor(frameSamples: number, onFrame: (frame: Int16Array) => void) {
    this.#frame = new Int16Array(frameSamples);
    this.#bytes = new Uint8Array(this.#frame.buffer);
    this.#onFrame = onFrame;
    this.#blocks = new ByteBlocks(this.#bytes, () => onFrame(this.#frame));
  }

  push(chunk: Uint8Array): void {
    this.#blocks.push(chunk);
  }

  /** Hands on what is left, once; answers how many whole samples of it were real. */
  finish(): number {
    const realSamples = this.#blocks.filledBytes >> 1;
    if (realSamples === 0) return 0;
    this.#bytes.fill(0, 2 * realSamples);
    this.#onFrame(this.#frame);
    return realSamples;
  }
}
