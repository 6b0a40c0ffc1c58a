// Where in the frame something happens, column by column: motion between neighbouring frames and detail within one.
// A vertical crop of a landscape source only moves sideways, so columns are all it needs; whole saliency maps were
// rejected as a hundred times the data for the same decision.

import { DissolveMeter } from "./dissolves.ts";
import { isRelit } from "./light-changes.ts";

/** Size to which frames are scaled before they get here. */
export const FRAMING_WIDTH = 96;
export const FRAMING_HEIGHT = 54;
const PIXELS = FRAMING_WIDTH * FRAMING_HEIGHT;

/** Rows of `FRAMING_WIDTH` values, one row per frame; all values 0 to 1. */
export interface ColumnSaliency {
  readonly frameCount: number;
  /** Mean brightness difference to the frame before, per column. */
  readonly motion: Float32Array;
  /** Mean brightness gradient, per column. */
  readonly detail: Float32Array;
  /** Mean brightness difference to the frame before, of the whole frame. */
  readonly difference: Float32Array;
  /** How much changes around a frame that looks like the middle of a dissolve, else 0. */
  readonly dissolve: Float32Array;
  /** 1 for each frame that differs from the one before mostly by its light, as in a fade; none unless told. */
  readonly relit?: Uint8Array;
}

/** Collects grey frames of `FRAMING_WIDTH` × `FRAMING_HEIGHT` bytes as they come from a pipe, in chunks of any size. */
export class ColumnSaliencyCollector {
  readonly #maxFrames: number;
  readonly #motion: number[] = [];
  readonly #detail: number[] = [];
  readonly #difference: number[] = [];
  readonly #dissolves: DissolveMeter;
  readonly #relit: number[] = [];
  #previous: Uint8Array | undefined;
  #pending: Buffer = Buffer.alloc(0);

  /** Frames beyond `maxFrames` are ignored. */
  constructor(maxFrames: number, frameRate: number) {
    this.#maxFrames = maxFrames;
    this.#dissolves = new DissolveMeter(frameRate);
  }

  push(chunk: Buffer): void {
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    let offset = 0;
    for (; this.#pending.length - offset >= PIXELS; offset += PIXELS) {
      this.#pushFrame(Uint8Array.prototype.slice.call(this.#pending, offset, offset + PIXELS));
    }
    this.#pending = this.#pending.subarray(offset);
  }

  result(): ColumnSaliency {
    return {
      frameCount: this.#difference.length,
      motion: Float32Array.from(this.#motion),
      detail: Float32Array.from(this.#detail),
      difference: Float32Array.from(this.#difference),
      dissolve: this.#dissolves.result(),
      relit: Uint8Array.from(this.#relit),
    };
  }

  #pushFrame(frame: Uint8Array): void {
    if (this.#difference.length >= this.#maxFrames) return;
    const previous = this.#previous ?? frame;
    let total = 0;
    for (let column = 0; column < FRAMING_WIDTH; column += 1) {
      const motion = columnMotion(frame, previous, column);
      total += motion;
      this.#motion.push(motion);
      this.#detail.push(columnDetail(frame, column));
    }
    this.#difference.push(total / FRAMING_WIDTH);
    this.#dissolves.push(frame);
    this.#relit.push(isRelit(previous, frame) ? 1 : 0);
    this.#previous = frame;
  }
}

function columnMotion(frame: Uint8Array, previous: Uint8Array, column: number): number {
  let sum = 0;
  for (let pixel = column; pixel < PIXELS; pixel += FRAMING_WIDTH) {
    sum += Math.abs((frame[pixel] ?? 0) - (previous[pixel] ?? 0));
  }
  return sum / FRAMING_HEIGHT / 255;
}

/** Gradients to the right and downwards: edges of things, not smooth sky or wall. */
function columnDetail(frame: Uint8Array, column: number): number {
  const right = column === FRAMING_WIDTH - 1 ? 0 : 1;
  let sum = 0;
  for (let pixel = column; pixel < PIXELS - FRAMING_WIDTH; pixel += FRAMING_WIDTH) {
    const value = frame[pixel] ?? 0;
    sum +=
      Math.abs((frame[pixel + right] ?? 0) - value) + Math.abs((frame[pixel + FRAMING_WIDTH] ?? 0) - value);
  }
  return sum / FRAMING_HEIGHT / 510;
}
