// What listens hears one channel: the samples of one or two channels, as ffmpeg writes them, become frames of one.
import { ByteBlocks } from "./byte-blocks.ts";
import { MIXDOWN_FRAME_SAMPLES, StereoMixdown } from "./stereo-mixdown.ts";

/** Hands on frames of 32 ms at 16 kHz, at last a shorter one; `onFrame` gets the same array each time, refilled. */
export class MonoFrames {
  readonly #channels: 1 | 2;
  readonly #onFrame: (frame: Int16Array) => void;
  /** Interleaved samples of a frame. */
  readonly #heard: Int16Array;
  readonly #blocks: ByteBlocks;
  readonly #mixdown = new StereoMixdown();
  readonly #mono = new Int16Array(MIXDOWN_FRAME_SAMPLES);

  constructor(channels: 1 | 2, onFrame: (frame: Int16Array) => void) {
    this.#channels = channels;
    this.#onFrame = onFrame;
    this.#heard = new Int16Array(channels * MIXDOWN_FRAME_SAMPLES);
    const onFull = (): void => this.#handOn(MIXDOWN_FRAME_SAMPLES);
    this.#blocks = new ByteBlocks(new Uint8Array(this.#heard.buffer), onFull);
  }

  /** Signed 16-bit little-endian samples, interleaved; a chunk may end in the middle of one. */
  push(chunk: Uint8Array): void {
    this.#blocks.push(chunk);
  }

  /** Hands on what is left, once. */
  finish(): void {
    const left = Math.floor(this.#blocks.filledBytes / (2 * this.#channels));
    this.#heard.fill(0, left * this.#channels);
    if (left > 0) this.#handOn(left);
  }

  #handOn(sampleCount: number): void {
    if (this.#channels === 2) this.#mixdown.mix(this.#heard, this.#mono);
    const mono = this.#channels === 2 ? this.#mono : this.#heard;
    this.#onFrame(mono.subarray(0, sampleCount));
  }
}
