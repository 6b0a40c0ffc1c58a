// Which sounds the voices of a source make: what is heard of them is sorted into a few dozen groups of alike moments
// (k-means, Lloyd 1982), made for this source alone. One voice makes other sounds than another, so that how often a
// stretch has each is told apart later (separate-voices), and a hop takes one byte.
import { seededRandom } from "../../signal/seeded-random.ts";
import { CEPSTRA } from "./voice-spectrum.ts";

export const VOICE_SOUNDS = 32;
/** Cepstra and pitch. */
const NUMBERS = CEPSTRA + 1;
/** Numbers are kept in eighths of their unit, one byte each: -16 to 15.9 is nearly all that is heard. */
const STEPS = 8;
/** Semitones about which voices lie. */
const MIDDLE_PITCH = 16;
/** 12 s of voiced sound, 40 ms each: less shows no voices. */
const MIN_HEARD = 300;
/** More to learn from changes little. */
const MAX_LEARNED = 8_000;
const ROUNDS = 10;

/** Means and deviations of each number, by which none outweighs the others. */
interface Scale {
  readonly mean: Float64Array;
  readonly deviation: Float64Array;
}

function scaleOf(rows: Int8Array): Scale {
  const count = rows.length / NUMBERS;
  const mean = new Float64Array(NUMBERS);
  const squares = new Float64Array(NUMBERS);
  rows.forEach((value, at) => {
    mean[at % NUMBERS] = (mean[at % NUMBERS] ?? 0) + value / count;
    squares[at % NUMBERS] = (squares[at % NUMBERS] ?? 0) + (value * value) / count;
  });
  const deviation = squares.map((square, at) => Math.sqrt(Math.max(1, square - (mean[at] ?? 0) ** 2)));
  return { mean, deviation };
}

/** The nearest of the centres [VOICE_SOUNDS x NUMBERS]. */
function nearest(row: Float64Array, centres: Float64Array): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let sound = 0; sound < VOICE_SOUNDS; sound += 1) {
    let distance = 0;
    for (let at = 0; at < NUMBERS; at += 1)
      distance += ((row[at] as number) - (centres[sound * NUMBERS + at] as number)) ** 2;
    if (distance >= least) continue;
    least = distance;
    best = sound;
  }
  return best;
}

/** Centres that move to the mean of what is nearest to them, a few rounds long. */
function learnCentres(rows: readonly Float64Array[]): Float64Array {
  const random = seededRandom(1);
  const centres = new Float64Array(VOICE_SOUNDS * NUMBERS);
  for (let sound = 0; sound < VOICE_SOUNDS; sound += 1)
    centres.set(rows[Math.floor(random() * rows.length)] ?? [], sound * NUMBERS);
  for (let round = 0; round < ROUNDS; round += 1) {
    const sums = new Float64Array(centres.length);
    const counts = new Float64Array(VOICE_SOUNDS);
    for (const row of rows) {
      const sound = nearest(row, centres);
      counts[sound] = (counts[sound] as number) + 1;
      for (let at = 0; at < NUMBERS; at += 1)
        sums[sound * NUMBERS + at] = (sums[sound * NUMBERS + at] as number) + (row[at] as number);
    }
    sums.forEach((sum, at) => {
      const count = counts[Math.floor(at / NUMBERS)] ?? 0;
      if (count > 0) centres[at] = sum / count;
    });
  }
  return centres;
}

/** Collects what is heard of voices, hop by hop; `add` in order, then `finish` once. */
export class VoiceSounds {
  readonly #rows: Int8Array;
  readonly #hops: Uint32Array;
  #count = 0;

  /** `maxHeard` bounds what is kept; more is ignored. */
  constructor(maxHeard: number) {
    this.#rows = new Int8Array(maxHeard * NUMBERS);
    this.#hops = new Uint32Array(maxHeard);
  }

  /**
   * @param cepstra [CEPSTRA] of the hop
   * @param semitones its pitch above 60 Hz
   */
  add(hop: number, cepstra: Float64Array, semitones: number): void {
    if (this.#count >= this.#hops.length) return;
    const from = this.#count * NUMBERS;
    for (let at = 0; at < NUMBERS; at += 1) {
      const value = at < CEPSTRA ? (cepstra[at] as number) : semitones - MIDDLE_PITCH;
      this.#rows[from + at] = Math.min(127, Math.max(-128, Math.round(STEPS * value)));
    }
    this.#hops[this.#count] = hop;
    this.#count += 1;
  }

  /** [hops] which sound each hop has, from 1; 0 where none was added, everywhere where there was too little. */
  finish(hops: number): Uint8Array<ArrayBuffer> {
    const sounds = new Uint8Array(hops);
    if (this.#count < MIN_HEARD) return sounds;
    const rows = this.#rows.subarray(0, this.#count * NUMBERS);
    const { mean, deviation } = scaleOf(rows);
    const scaled = (index: number): Float64Array => {
      const row = new Float64Array(NUMBERS);
      for (let at = 0; at < NUMBERS; at += 1)
        row[at] = ((rows[index * NUMBERS + at] as number) - (mean[at] as number)) / (deviation[at] as number);
      return row;
    };
    const learned = Math.min(MAX_LEARNED, this.#count);
    const centres = learnCentres(
      Array.from({ length: learned }, (_, index) => scaled(Math.floor((index * this.#count) / learned))),
    );
    for (let index = 0; index < this.#count; index += 1)
      sounds[this.#hops[index] ?? 0] = 1 + nearest(scaled(index), centres);
    return sounds;
  }
}
