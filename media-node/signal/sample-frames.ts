// Cuts a stream of bytes into frames of 16-bit samples, which are handed on only whole.
import { ByteBlocks } from "./byte-blocks.ts";

/** Collects signed 16-bit little-endian samples; `onFrame` gets the same array each time, refilled. */
export class SampleFrames {
  readonly #blocks: ByteBlocks;

  /** `frameSamples` counts the samples of all channels together. */
  constructor(frameSamples: number, onFrame: (frame: Int16Array) => void) {
    const frame = new Int16Array(frameSamples);
    this.#blocks = new ByteBlocks(new Uint8Array(frame.buffer), () => onFrame(frame));
  }

  push(chunk: Uint8Array): void {
    this.#blocks.push(chunk);
  }
}
