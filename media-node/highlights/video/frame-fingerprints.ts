// A tiny image of each frame that was seen: enough to know it again from another encode, little enough to keep an
// hour of them (two megabytes). Frames come at uneven times; what is compared lies on an even grid, between two
// frames of one shot as their mixture.
import { blackImage, type GreyImage, shrinkImage } from "../../signal/grey-image.ts";
import { MATCH_FRAME } from "./match-video.ts";

export const FINGERPRINT = { width: 16, height: 9 } as const;
export const FINGERPRINT_CELLS = FINGERPRINT.width * FINGERPRINT.height;
/** Cells of a grid's frames count quarters of a grey level. */
export const CELLS_PER_LEVEL = 4;
/** Frames further apart than this are not mixed, and one is shown for no longer. */
const MAX_GAP_S = 1;

export interface FingerprintGrid {
  readonly slotCount: number;
  /** [slotCount * FINGERPRINT_CELLS], each frame without its mean brightness. */
  readonly cells: Int16Array;
  /** Per slot which shot it lies in, counted from 0; -1 where there is no frame. */
  readonly shots: Int32Array;
}

/** Takes frames as they are decoded, and keeps a fingerprint of each. */
export class FrameFingerprints {
  readonly timesS: number[] = [];
  #bytes = new Uint8Array(1_024 * FINGERPRINT_CELLS);
  readonly #small = blackImage(FINGERPRINT.width, FINGERPRINT.height);

  /** The frame's size must be a whole multiple of a fingerprint's. */
  push(frame: GreyImage, timeS: number): void {
    const offset = this.timesS.length * FINGERPRINT_CELLS;
    if (offset === this.#bytes.length) {
      const grown = new Uint8Array(2 * offset);
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    shrinkImage(frame, this.#small);
    this.#bytes.set(this.#small.pixels, offset);
    this.timesS.push(timeS);
  }

  /** The fingerprint of frame `index`, grey levels. */
  at(index: number): Uint8Array {
    return this.#bytes.subarray(index * FINGERPRINT_CELLS, (index + 1) * FINGERPRINT_CELLS);
  }

  /** A slot for each part of a second up to the last frame. @param cutsS ascending times of first frames of shots */
  grid(cutsS: readonly number[]): FingerprintGrid {
    const lastS = this.timesS.at(-1);
    const slotCount = lastS === undefined ? 0 : Math.floor(lastS * MATCH_FRAME.perS) + 1;
    const cells = new Int16Array(slotCount * FINGERPRINT_CELLS);
    const shots = new Int32Array(slotCount).fill(-1);
    let index = -1;
    let shot = 0;
    for (let slot = 0; slot < slotCount; slot += 1) {
      const timeS = slot / MATCH_FRAME.perS;
      while ((this.timesS[index + 1] ?? Number.POSITIVE_INFINITY) <= timeS) index += 1;
      const shownS = this.timesS[index];
      if (shownS === undefined || timeS - shownS > MAX_GAP_S) continue;
      while ((cutsS[shot] ?? Number.POSITIVE_INFINITY) <= shownS) shot += 1;
      shots[slot] = shot;
      this.#mix(cells.subarray(slot * FINGERPRINT_CELLS), index, timeS, cutsS[shot]);
    }
    return { slotCount, cells, shots };
  }

  #mix(cells: Int16Array, index: number, timeS: number, nextCutS = Number.POSITIVE_INFINITY): void {
    const [shownS = 0, nextS = Number.POSITIVE_INFINITY] = this.timesS.slice(index, index + 2);
    const isMixed = nextS < nextCutS && nextS - shownS <= MAX_GAP_S;
    const share = isMixed ? (timeS - shownS) / (nextS - shownS) : 0;
    const [shown, next] = [this.at(index), this.at(isMixed ? index + 1 : index)];
    let sum = 0;
    for (let cell = 0; cell < FINGERPRINT_CELLS; cell += 1) {
      const level = (1 - share) * (shown[cell] as number) + share * (next[cell] as number);
      cells[cell] = Math.round(CELLS_PER_LEVEL * level);
      sum += cells[cell] as number;
    }
    const mean = Math.round(sum / FINGERPRINT_CELLS);
    for (let cell = 0; cell < FINGERPRINT_CELLS; cell += 1) cells[cell] = (cells[cell] as number) - mean;
  }
}

/** Correlation of two arrays of fingerprint cells, -1 to 1; 0 where one is flat. */
export function correlation(first: ArrayLike<number>, second: ArrayLike<number>): number {
  const count = first.length;
  let [sumA, sumB, sumAA, sumBB, sumAB] = [0, 0, 0, 0, 0];
  for (let cell = 0; cell < count; cell += 1) {
    const [a, b] = [first[cell] as number, second[cell] as number];
    sumA += a;
    sumB += b;
    sumAA += a * a;
    sumBB += b * b;
    sumAB += a * b;
  }
  const spread = (sumAA - (sumA * sumA) / count) * (sumBB - (sumB * sumB) / count);
  return spread <= 1 ? 0 : (sumAB - (sumA * sumB) / count) / Math.sqrt(spread);
}
