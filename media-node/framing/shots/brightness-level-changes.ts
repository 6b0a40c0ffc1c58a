// How much the distribution of brightness over a frame's parts changes from one frame to the next. Where every pixel changes
// all the time, as in a shot of a moving crowd, pixels do not tell a cut; how many of them are bright or dark does.
import { FRAMING_HEIGHT, FRAMING_WIDTH } from "./column-saliency.ts";

const PARTS = 3;
const LEVELS = 16;
const PART_WIDTH = FRAMING_WIDTH / PARTS;

/** The share of each level of brightness in each upright part, one after the other; each part adds up to 1. */
function levelShares(grey: Uint8Array): Float32Array {
  const shares = new Float32Array(PARTS * LEVELS);
  const share = 1 / (PART_WIDTH * FRAMING_HEIGHT);
  for (let pixel = 0; pixel < FRAMING_WIDTH * FRAMING_HEIGHT; pixel += 1) {
    const part = Math.floor((pixel % FRAMING_WIDTH) / PART_WIDTH);
    const bin = part * LEVELS + Math.floor(((grey[pixel] ?? 0) * LEVELS) / 256);
    shares[bin] = (shares[bin] ?? 0) + share;
  }
  return shares;
}

/** Collects grey frames of FRAMING_WIDTH × FRAMING_HEIGHT. */
export class BrightnessLevelChanges {
  readonly #changes: number[] = [];
  #last: Float32Array | undefined;

  push(grey: Uint8Array): void {
    const shares = levelShares(grey);
    const last = this.#last ?? shares;
    const moved = shares.reduce((sum, share, bin) => sum + Math.abs(share - (last[bin] ?? 0)), 0);
    this.#changes.push(moved / (2 * PARTS));
    this.#last = shares;
  }

  /** For each frame the share of all pixels, 0 to 1, that would have to change their level; 0 for the first. */
  result(): readonly number[] {
    return this.#changes;
  }
}
