// The bed of sound that lies under everything else, by minimum statistics (Martin 2001, Noise Power Spectral Density
// Estimation): a bin's least power within half a second is what goes on there, not the voice that comes and goes on
// top. Of each half octave the median bin counts, so that a few loud lines (a siren, chords, a held vowel) do not. What
// is left and changes is what fills the whole spectrum without a break: a crowd. The mean level of a band was rejected:
// a commentator is louder than his crowd.

import { percentile } from "../../signal/percentile.ts";
import { medianOf } from "../../signal/running-median.ts";
import { MATCH_HOP_S } from "../match-curves.ts";
import {
  type BinBand,
  bandLevelDb,
  FLOOR_POWER,
  HALF_OCTAVES,
  HOPS_PER_TICK,
  LOW_BAND,
} from "./match-spectrum.ts";

/** 100 ms: five spectra tame the noise of a single one, and the gap between two syllables fits. */
const HOPS_PER_BLOCK = 5;
export const BLOCKS_PER_TICK = HOPS_PER_TICK / HOPS_PER_BLOCK;
/** The level that three quarters of the half octaves reach is what the crowd does: a voice fills fewer of them. */
const BLOCK_SHARE = 0.25;
/**
 * A half octave that is no more than this over the floor is silent, and what lies so far under the loudest one is but the
 * skirts of its tones. Noise fills more than these.
 */
const [MIN_OVER_FLOOR_DB, MAX_UNDER_LOUDEST_DB, MIN_AUDIBLE] = [4, 25, 3];

export interface CrowdBed {
  readonly tickCount: number;
  /** One array for each half octave: its bed in each tick, dB of no particular reference. */
  readonly bandsDb: readonly Float32Array[];
  /** The bed of the lows under the half octaves, of wind and engines. */
  readonly lowDb: Float32Array;
  /** The level of each block of 100 ms in its weaker half octaves, dB; BLOCKS_PER_TICK for each tick. */
  readonly blocksDb: Float32Array;
  /**
   * How far each tick's level lies over its bed, in three quarters of its half octaves, dB: 3 of steady noise, 6 with a
   * voice over it, 10 and more of speech, for syllables come and go, and of most music, whose tones leave gaps between
   * them; NaN of silence.
   */
  readonly gapDb: Float32Array;
}

/** Collects the bed from the power spectra of hops. */
export class CrowdBedDigest {
  readonly #bandsDb: readonly Float32Array[];
  readonly #lowDb: Float32Array;
  readonly #blocksDb: Float32Array;
  readonly #gapDb: Float32Array;
  /** Of each half octave the sum of its blocks' levels in this tick. */
  readonly #levelSums = new Float64Array(HALF_OCTAVES.length);
  readonly #block: Float64Array;
  readonly #min: Float64Array;
  readonly #bins: Float32Array;
  #hopsInBlock = 0;
  #blockCount = 0;

  constructor(maxDurationS: number) {
    const ticks = Math.ceil(maxDurationS / MATCH_HOP_S);
    const end = HALF_OCTAVES.at(-1)?.[1] ?? 0;
    this.#bandsDb = HALF_OCTAVES.map(() => new Float32Array(ticks));
    this.#lowDb = new Float32Array(ticks);
    this.#blocksDb = new Float32Array(ticks * BLOCKS_PER_TICK);
    this.#gapDb = new Float32Array(ticks);
    this.#block = new Float64Array(end);
    this.#min = new Float64Array(end).fill(Number.POSITIVE_INFINITY);
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
    const [block, min] = [this.#block, this.#min];
    const levels = HALF_OCTAVES.map((band) => bandLevelDb(block, band));
    levels.forEach((level, index) => {
      this.#levelSums[index] = (this.#levelSums[index] as number) + level;
    });
    this.#blocksDb[this.#blockCount] = percentile(levels, BLOCK_SHARE);
    for (let bin = 0; bin < block.length; bin += 1) {
      min[bin] = Math.min(min[bin] as number, block[bin] as number);
    }
    block.fill(0);
    this.#hopsInBlock = 0;
    this.#blockCount += 1;
    if (this.#blockCount % BLOCKS_PER_TICK === 0) this.#closeTick(this.#blockCount / BLOCKS_PER_TICK - 1);
  }

  #closeTick(tick: number): void {
    this.#bins.set(this.#min);
    HALF_OCTAVES.forEach((band, index) => {
      (this.#bandsDb[index] as Float32Array)[tick] = this.#bedDb(band);
    });
    this.#lowDb[tick] = this.#bedDb(LOW_BAND);
    this.#gapDb[tick] = this.#gapOver(tick);
    this.#levelSums.fill(0);
    this.#min.fill(Number.POSITIVE_INFINITY);
  }

  #gapOver(tick: number): number {
    const blocks = Math.max(1, this.#blockCount - tick * BLOCKS_PER_TICK);
    const levelsDb = this.#levelSums.map((sum) => sum / blocks);
    const leastDb = Math.max(
      10 * Math.log10(FLOOR_POWER) + MIN_OVER_FLOOR_DB,
      Math.max(...levelsDb) - MAX_UNDER_LOUDEST_DB,
    );
    const gaps = [...levelsDb].flatMap((levelDb, index) =>
      levelDb < leastDb ? [] : [levelDb - (this.#bandsDb[index]?.[tick] as number)],
    );
    return gaps.length <= MIN_AUDIBLE ? Number.NaN : percentile(gaps, 0.75);
  }

  #bedDb([from, to]: BinBand): number {
    return 10 * Math.log10(Math.max(FLOOR_POWER, medianOf(this.#bins.subarray(from, to))));
  }

  /** The bed of all ticks; one that was begun counts with the blocks that it has, if it has any. */
  finish(): CrowdBed {
    const tickCount = Math.ceil(this.#blockCount / BLOCKS_PER_TICK);
    if (this.#blockCount % BLOCKS_PER_TICK !== 0) this.#closeTick(tickCount - 1);
    return {
      tickCount,
      bandsDb: this.#bandsDb.map((levels) => levels.slice(0, tickCount)),
      lowDb: this.#lowDb.slice(0, tickCount),
      blocksDb: this.#blocksDb.slice(0, this.#blockCount),
      gapDb: this.#gapDb.slice(0, tickCount),
    };
  }
}
