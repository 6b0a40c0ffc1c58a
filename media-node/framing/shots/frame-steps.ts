// Turns small grey frames into distances between neighbours as they stream in: two numbers and a time per frame,
// never the frames. Each frame carries its own time in an extra row of pixels (see analyze-video), so that
// repeated frames are told from new ones and variable frame rates keep their clock; counting frames was rejected
// because the raw pipe has no timestamps.
import { OVERVIEW_HEIGHT, OVERVIEW_WIDTH } from "./video-analysis.ts";

const PIXEL_COUNT = OVERVIEW_WIDTH * OVERVIEW_HEIGHT;
/** The frame and the row that holds its time. */
export const STAMPED_FRAME_BYTES = OVERVIEW_WIDTH * (OVERVIEW_HEIGHT + 1);
/** Bytes of the time, lowest first, and what it counts. */
export const STAMP_BYTES = 4;
export const STAMPS_PER_S = 100;
const HISTOGRAM_BINS = 32;

/** What lies between one new frame and the one before it. */
export interface FrameStep {
  /** Time of the later frame, seconds after the start of the decoded stretch. */
  readonly timeS: number;
  /** Mean absolute difference of brightness, 0 to 1. */
  readonly difference: number;
  /** How much of the frame's brightness is distributed otherwise, 0 to 1. */
  readonly histogramDistance: number;
}

/** The number that `STAMP_BYTES` bytes from `offset` on hold, lowest first. */
export function stampAt(frame: Uint8Array, offset: number): number {
  let stamp = 0;
  for (let index = STAMP_BYTES - 1; index >= 0; index -= 1) {
    stamp = stamp * 256 + (frame[offset + index] ?? 0);
  }
  return stamp;
}

function meanDifference(frame: Uint8Array, previous: Uint8Array): number {
  let sum = 0;
  for (let pixel = 0; pixel < PIXEL_COUNT; pixel += 1) {
    sum += Math.abs((frame[pixel] ?? 0) - (previous[pixel] ?? 0));
  }
  return sum / PIXEL_COUNT / 255;
}

/** How many of the pixels have which brightness, in 32 bins of 8 values each; at most 65,535 pixels. */
export function histogramOf(pixels: Uint8Array): Uint16Array {
  const histogram = new Uint16Array(HISTOGRAM_BINS);
  for (let pixel = 0; pixel < pixels.length; pixel += 1) {
    const bin = (pixels[pixel] ?? 0) >> 3;
    histogram[bin] = (histogram[bin] ?? 0) + 1;
  }
  return histogram;
}

/**
 * Share of the pixels that lie in other bins than before, 0 to 1 (half the sum of the bins' differences).
 * @param pixelCount of either histogram
 */
export function histogramDistance(first: Uint16Array, second: Uint16Array, pixelCount: number): number {
  let moved = 0;
  for (let bin = 0; bin < HISTOGRAM_BINS; bin += 1) moved += Math.abs((first[bin] ?? 0) - (second[bin] ?? 0));
  return moved / 2 / pixelCount;
}

function brightnessMoved(frame: Uint8Array, previous: Uint8Array): number {
  const histogram = histogramOf(frame.subarray(0, PIXEL_COUNT));
  return histogramDistance(histogram, histogramOf(previous.subarray(0, PIXEL_COUNT)), PIXEL_COUNT);
}

/** Collects one stretch of frames; `push` the bytes as they come, then read `steps`. */
export class FrameDigest {
  readonly steps: FrameStep[] = [];
  /** Time of the first frame, seconds after the start of the stretch, or null while there is none. */
  firstS: number | null = null;
  #frame = new Uint8Array(STAMPED_FRAME_BYTES);
  #previous = new Uint8Array(STAMPED_FRAME_BYTES);
  #filled = 0;
  #lastS = -1;

  /** Stamped grey frames, back to back; a chunk may end anywhere. */
  push(chunk: Uint8Array): void {
    let offset = 0;
    while (offset < chunk.length) {
      const count = Math.min(STAMPED_FRAME_BYTES - this.#filled, chunk.length - offset);
      this.#frame.set(chunk.subarray(offset, offset + count), this.#filled);
      this.#filled += count;
      offset += count;
      if (this.#filled === STAMPED_FRAME_BYTES) this.#closeFrame();
    }
  }

  #closeFrame(): void {
    this.#filled = 0;
    const timeS = stampAt(this.#frame, PIXEL_COUNT) / STAMPS_PER_S;
    if (timeS <= this.#lastS) return;
    if (this.firstS === null) this.firstS = timeS;
    else {
      this.steps.push({
        timeS,
        difference: meanDifference(this.#frame, this.#previous),
        histogramDistance: brightnessMoved(this.#frame, this.#previous),
      });
    }
    this.#lastS = timeS;
    [this.#frame, this.#previous] = [this.#previous, this.#frame];
  }
}
