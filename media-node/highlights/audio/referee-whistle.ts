// Finds a referee's whistle: one line between 2 and 5 kHz that stands high over all around it, holds its pitch (the pea
// of the common kind lets it tremble) and ends within a second and a half. What else draws such lines is told apart by
// its other marks: music by lines at a half or a third of the frequency or by the next note, sirens by their glide,
// alarms by their length or by coming again and again.
import { AUDIO_HOP_S } from "../../signal/audio-analysis.ts";
import { ramp } from "../../signal/clamp.ts";
import { medianOf } from "../../signal/running-median.ts";
import { type BinBand, binOf, FLOOR_POWER, HOPS_PER_TICK } from "./match-spectrum.ts";

/** Whistles with and without a pea lie between 2 and 5 kHz. */
const MIN_BIN = binOf(2_000);
const MAX_BIN = binOf(5_000);
/** The neighbourhood, 1 kHz to each side. */
const AROUND_BINS = binOf(1_000);
/** Of noise, the highest of a hundred bins lies 8 dB over their median; a whistle over a crowd's roar 15 dB and more. */
const OVER_DB = { min: 15, full: 28 } as const;
/** Cheaper to know than the median: no line of that height has less than this many times the band's mean. */
const MIN_OVER_MEAN = 6;
/** 310 Hz to each side belong to the line: the window's main lobe, and how far the pea shakes it. */
const LINE_BINS = 10;
/** All other lines of the band have less than a quarter of its power. */
const OTHER_LINES = 1 / 4;
/** A line at a half or a third of the frequency that has this much of its power makes it an overtone: those are weaker. */
const LOWER_LINE = 1 / 4;
/** A line below is one only when it stands this far over its own neighbourhood. */
const LINE_OVER_MEDIAN = 10;
const LOWER_REACH_BINS = 3;
const LOWER_AROUND_BINS = 12;

/** One number pair per hop: the bin of the line, 0 for none, and by how many dB it stands out. */
export interface WhistleLines {
  readonly bin: Uint8Array;
  readonly overDb: Uint8Array;
}

/** Collects whistle-like lines from the power spectra of hops. */
export class WhistleDigest {
  readonly #bin: Uint8Array;
  readonly #overDb: Uint8Array;
  #hopCount = 0;

  constructor(maxDurationS: number) {
    const hops = Math.ceil(maxDurationS / AUDIO_HOP_S);
    this.#bin = new Uint8Array(hops);
    this.#overDb = new Uint8Array(hops);
  }

  /** Spectra beyond the longest length are ignored. */
  push(power: Float64Array): void {
    if (this.#hopCount >= this.#bin.length) return;
    const line = whistleLine(power);
    if (line !== null) {
      this.#bin[this.#hopCount] = line.bin;
      this.#overDb[this.#hopCount] = Math.min(255, line.overDb);
    }
    this.#hopCount += 1;
  }

  finish(): WhistleLines {
    return { bin: this.#bin.slice(0, this.#hopCount), overDb: this.#overDb.slice(0, this.#hopCount) };
  }
}

function highestBin(power: Float64Array, [from, to]: BinBand): number {
  let highest = from;
  for (let bin = from + 1; bin < to; bin += 1) {
    if ((power[bin] as number) > (power[highest] as number)) highest = bin;
  }
  return highest;
}

/** The highest power in a band, 0 in an empty one. */
function highestPower(power: Float64Array, [from, to]: BinBand): number {
  return from < to ? (power[highestBin(power, [from, to])] as number) : 0;
}

function medianAround(power: Float64Array, bin: number, reach: number): number {
  const near = power.subarray(Math.max(0, bin - reach), bin + reach + 1);
  return Math.max(FLOOR_POWER, medianOf(Float32Array.from(near)));
}

function isHarmonic(power: Float64Array, line: number): boolean {
  return [2, 3].some((divisor) => {
    const middle = Math.round(line / divisor);
    const height = highestPower(power, [middle - LOWER_REACH_BINS, middle + LOWER_REACH_BINS + 1]);
    if (height < LOWER_LINE * (power[line] as number)) return false;
    return height > LINE_OVER_MEDIAN * medianAround(power, middle, LOWER_AROUND_BINS);
  });
}

/** The line of this spectrum that a whistle may have drawn; null where there is none. */
function whistleLine(power: Float64Array): { readonly bin: number; readonly overDb: number } | null {
  const bin = highestBin(power, [MIN_BIN, MAX_BIN]);
  const peak = power[bin] as number;
  let sum = 0;
  for (let index = MIN_BIN; index < MAX_BIN; index += 1) sum += power[index] as number;
  if (peak * (MAX_BIN - MIN_BIN) < MIN_OVER_MEAN * Math.max(sum, FLOOR_POWER)) return null;
  const overDb = 10 * Math.log10(peak / medianAround(power, bin, AROUND_BINS));
  if (overDb < OVER_DB.min) return null;
  const below = highestPower(power, [MIN_BIN, bin - LINE_BINS]);
  const above = highestPower(power, [bin + LINE_BINS + 1, MAX_BIN]);
  if (Math.max(below, above) > OTHER_LINES * peak || isHarmonic(power, bin)) return null;
  return { bin: centreOf(power, bin), overDb };
}

/** The middle of a line's power: the pea throws its peak from side to side. */
function centreOf(power: Float64Array, line: number): number {
  let [sum, moment] = [0, 0];
  for (let bin = line - LINE_BINS; bin <= line + LINE_BINS; bin += 1) {
    sum += power[bin] as number;
    moment += bin * (power[bin] as number);
  }
  return Math.round(moment / sum);
}

/** A line over some hops. */
interface Blast {
  readonly from: number;
  /** Not included. */
  to: number;
  lowestBin: number;
  highestBin: number;
  lastBin: number;
  hops: number;
  sumDb: number;
}

/** From one hop to the next the pea shakes the line by no more than 150 Hz. */
const STEP_BINS = 5;
/** All of a blast lies within 375 Hz; what moves farther glides. */
const WIDEST_BINS = 12;
/** The pea beats, and a hiss hides the line: it may be gone for 0.16 s, and another pitch that soon is a melody. */
const MAX_GAP_HOPS = 8;
/** 0.1 s of it are there, and it ends within 1.5 s and what the window adds at both ends. */
const LENGTH_HOPS = { min: 5, max: 78 } as const;
const MIN_FILLED = 0.6;
/** Within 5 s to either side, more blasts than these are an alarm; an end of a match has three. */
const REPEATS = { withinHops: 5 / AUDIO_HOP_S, max: 5 } as const;

function blastsOf({ bin, overDb }: WhistleLines): Blast[] {
  const blasts: Blast[] = [];
  bin.forEach((line, hop) => {
    if (line === 0) return;
    const last = blasts.at(-1);
    const goesOn =
      last !== undefined && hop - last.to <= MAX_GAP_HOPS && Math.abs(line - last.lastBin) <= STEP_BINS;
    const blast = goesOn
      ? last
      : { from: hop, to: hop, lowestBin: line, highestBin: line, lastBin: line, hops: 0, sumDb: 0 };
    if (!goesOn) blasts.push(blast);
    blast.to = hop + 1;
    blast.lowestBin = Math.min(blast.lowestBin, line);
    blast.highestBin = Math.max(blast.highestBin, line);
    blast.lastBin = line;
    blast.hops += 1;
    blast.sumDb += overDb[hop] ?? 0;
  });
  return blasts;
}

/** Lines that follow this soon without going on are of different pitch. */
function isNextTo(first: Blast | undefined, second: Blast | undefined): boolean {
  return first !== undefined && second !== undefined && second.from - first.to <= MAX_GAP_HOPS;
}

function holdsItsPitch(blast: Blast): boolean {
  const length = blast.to - blast.from;
  const isSteady = blast.highestBin - blast.lowestBin <= WIDEST_BINS;
  const isFilled = blast.hops >= MIN_FILLED * length;
  return blast.hops >= LENGTH_HOPS.min && length <= LENGTH_HOPS.max && isSteady && isFilled;
}

/** The blasts of a referee among all lines. */
function whistles(lines: WhistleLines): Blast[] {
  // A line of one or two hops is chance, and no next note.
  const blasts = blastsOf(lines).filter((blast) => blast.hops > 2);
  const alone = blasts.filter(
    (blast, index) =>
      holdsItsPitch(blast) && !isNextTo(blasts[index - 1], blast) && !isNextTo(blast, blasts[index + 1]),
  );
  return alone.filter((blast) => {
    const near = alone.filter(({ from }) => Math.abs(from - blast.from) <= REPEATS.withinHops);
    return near.length <= REPEATS.max;
  });
}

/** One number per tick: 0 without a whistle, and from 0.5 on with one, the more the clearer it stands out. */
export function whistleCurve(lines: WhistleLines, tickCount: number): Float32Array<ArrayBuffer> {
  const curve = new Float32Array(tickCount);
  for (const { from, to, hops, sumDb } of whistles(lines)) {
    const strength = 0.5 + 0.5 * ramp(sumDb / hops, { none: OVER_DB.min, full: OVER_DB.full });
    const lastTick = Math.floor((to - 1) / HOPS_PER_TICK);
    for (let tick = Math.floor(from / HOPS_PER_TICK); tick <= lastTick; tick += 1) {
      curve[tick] = Math.max(curve[tick] ?? 0, strength);
    }
  }
  return curve;
}
