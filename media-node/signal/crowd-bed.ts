// The bed of sound that lies under everything else, by minimum statistics (Martin 2001, Noise Power Spectral Density
// Estimation): a bin's least power within half a second is what goes on there, not the voice that comes and goes on
// top. Of each half octave the median bin counts, so that a few loud lines (a siren, chords, a held vowel) do not. What
// is left and changes is what fills the whole spectrum without a break: a crowd. The mean level of a band was rejected:
// a commentator is louder than his crowd.
import { MATCH_HOP_S } from "./match-curves.ts";
import { bandLevelDb, FLOOR_POWER, HALF_OCTAVES, HOPS_PER_TICK } from "./match-spectrum.ts";
import { medianOf } from "./running-median.ts";

/** 100 ms: five spectra tame the noise of a single one, and the gap between two syllables fits. */
const HOPS_PER_BLOCK = 5;
export const BLOCKS_PER_TICK = HOPS_PER_TICK / HOPS_PER_BLOCK;

export interface CrowdBed {
  readonly tickCount: number;
  /** One array for each half octave: its bed in each tick, dB of no particular reference. */
  readonly bandsDb: readonly Float32Array[];
  /** The level of each block of 100 ms, the mean of its half octaves in dB; BLOCKS_PER_TICK for each tick. */
  readonly blocksDb: Float32Array;
}

/** Collects the bed from the power spectra of hops. */
export class CrowdBedDigest {
  readonly #bandsDb: readonly Float32Array[];
  readonly #blocksDb: Float32Array;
  readonly #block: Float64Array;
  readonly #least: Float64Array;
  readonly #bins: Float32Array;
  #hopsInBlock = 0;
  #blockCount = 0;

  constructor(longestS: number) {
    const ticks = Math.ceil(longestS / MATCH_HOP_S);
    const end = HALF_OCTAVES.at(-1)?.[1] ?? 0;
    this.#bandsDb = HALF_OCTAVES.map(() => new Float32Array(ticks));
    this.#blocksDb = new Float32Array(ticks * BLOCKS_PER_TICK);
    this.#block = new Float64Array(end);
    this.#least = new Float64Array(end).fill(Number.POSITIVE_INFINITY);
    this.#bins = new Float32Array(end);
  }

  /** Spectra beyond the longest length are ignored. */
  push(power: Float64Array): void {
    if (this.#blockCount >= this.#blocksDb.length) return;
    const block = this.#block;
    for (let bin = 0; bin < block.length; bin += 1) {
      block[bin] = (block[bin] as number) + (power[bin] as number) / HOPS_PER_BLOCK;
    }
    this.#hopsInBlock += 1;
    if (this.#hopsInBlock === HOPS_PER_BLOCK) this.#closeBlock();
  }

  #closeBlock(): void {
    const [block, least] = [this.#block, this.#least];
    const level = HALF_OCTAVES.reduce((sum, band) => sum + bandLevelDb(block, band), 0);
    this.#blocksDb[this.#blockCount] = level / HALF_OCTAVES.length;
    for (let bin = 0; bin < block.length; bin += 1) {
      least[bin] = Math.min(least[bin] as number, block[bin] as number);
    }
    block.fill(0);
    this.#hopsInBlock = 0;
    this.#blockCount += 1;
    if (this.#blockCount % BLOCKS_PER_TICK === 0) this.#closeTick(this.#blockCount / BLOCKS_PER_TICK - 1);
  }

  #closeTick(tick: number): void {
    this.#bins.set(this.#least);
    HALF_OCTAVES.forEach(([from, to], band) => {
      const power = Math.max(FLOOR_POWER, medianOf(this.#bins.subarray(from, to)));
      (this.#bandsDb[band] as Float32Array)[tick] = 10 * Math.log10(power);
    });
    this.#least.fill(Number.POSITIVE_INFINITY);
  }

  /** The bed of all ticks; one that was begun counts with the blocks that it has, if it has any. */
  finish(): CrowdBed {
    const tickCount = Math.ceil(this.#blockCount / BLOCKS_PER_TICK);
    if (this.#blockCount % BLOCKS_PER_TICK !== 0) this.#closeTick(tickCount - 1);
    return {
      tickCount,
      bandsDb: this.#bandsDb.map((levels) => levels.slice(0, tickCount)),
      blocksDb: this.#blocksDb.slice(0, this.#blockCount),
    };
  }
}
