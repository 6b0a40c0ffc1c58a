// What moves in the fingerprints of a match: each frame's difference to one a little later in the same shot. A stretch
// that is shown again at a share of its pace has the same differences over as much shorter a time, while whatever stands
// still (the pitch from the same camera) is in none of them and cannot be taken for a repetition.
import { CELLS_PER_LEVEL, FINGERPRINT_CELLS, type FingerprintGrid } from "./frame-fingerprints.ts";

/** Mean square of a cell's change (in grey levels) that noise and encoders make. */
const NOISE_SQUARE = 1;
/** What is smaller than this (grey levels, root mean square) is no movement. */
const MIN_CHANGE = 1.2;

/** Per slot, over all cells: of `NOISE_SQUARE`, and of the least movement. */
export const NOISE_ENERGY = NOISE_SQUARE * CELLS_PER_LEVEL ** 2 * FINGERPRINT_CELLS;
export const MIN_ENERGY = MIN_CHANGE ** 2 * CELLS_PER_LEVEL ** 2 * FINGERPRINT_CELLS;

export interface FingerprintMovement {
  /** [slotCount * FINGERPRINT_CELLS]; zero across a shot change. */
  readonly cells: Int16Array;
  /** Sum of squares per slot; zero where it is too little to be movement. */
  readonly energy: Float64Array;
}

/** @param spanSlots time from a frame to the one that it is compared with; that may lie between two slots */
export function fingerprintMovement(grid: FingerprintGrid, spanSlots: number): FingerprintMovement {
  const cells = new Int16Array(grid.cells.length);
  const energy = new Float64Array(grid.slotCount);
  const whole = Math.floor(spanSlots);
  const part = spanSlots - whole;
  const reach = Math.ceil(spanSlots);
  for (let slot = 0; slot + reach < grid.slotCount; slot += 1) {
    const shot = grid.shots[slot];
    if (shot === -1 || shot !== grid.shots[slot + reach]) continue;
    const from = slot * FINGERPRINT_CELLS;
    const later = from + whole * FINGERPRINT_CELLS;
    const latest = from + reach * FINGERPRINT_CELLS;
    let sum = 0;
    for (let cell = 0; cell < FINGERPRINT_CELLS; cell += 1) {
      const then =
        (1 - part) * (grid.cells[later + cell] as number) + part * (grid.cells[latest + cell] as number);
      const change = Math.round(then - (grid.cells[from + cell] as number));
      cells[from + cell] = change;
      sum += change * change;
    }
    if (sum >= MIN_ENERGY) energy[slot] = sum;
  }
  return { cells, energy };
}
