// How hard something hits: a ball, a fist, an engine that bangs. Spectral flux over half octaves of decibels, against
// the loudest of two hops a little before (SuperFlux, Boeck and Widmer 2013, without its filter over frequency), so that
// a rise that the window spreads over two hops counts whole. A hit rises in all bands at once, a voice in some. What is
// far below the usual level of a band counts for little, so that a click in a pause is no hit; that level follows the
// sound, and thus the sound's gain does not matter.
import { AUDIO_HOP_S, type AudioAnalysis } from "../../signal/audio-analysis.ts";
import { ramp } from "../../signal/clamp.ts";
import { medianOf, runningMedian } from "../../signal/running-median.ts";
import { onHeard } from "./heard-ticks.ts";
import { type BinBand, FLOOR_POWER, HALF_OCTAVES, HOPS_PER_TICK, LOW_BAND } from "./match-spectrum.ts";

const BANDS: readonly BinBand[] = [LOW_BAND, ...HALF_OCTAVES];
/** A hop is compared with those two and three before it: 40 to 60 ms. */
const [NEAR_HOPS, FAR_HOPS] = [2, 3];
/** Of the usual power of a band; a rise from below it is measured from it. */
const FLOOR_SHARE = 0.1;
/** The usual power follows within 5 s. */
const FOLLOW = AUDIO_HOP_S / 5;
/** So many hops after silence nothing is usual yet, and nothing is a hit. */
const SETTLING_HOPS = 10;
/** Kept in tenths of a decibel. */
const STEPS_PER_DB = 10;

/** Collects how far each hop rises over those before it, in tenths of a decibel, 0 to 25.5. */
export class ImpactDigest {
  readonly #flux: Uint8Array;
  readonly #mean = new Float64Array(BANDS.length);
  /** Powers of the bands in the last hops, one hop after the other, around. */
  readonly #recent = new Float64Array(BANDS.length * (FAR_HOPS + 1));
  /** Hops since the band was last silent. */
  readonly #audibleHops = new Float64Array(BANDS.length);
  #hopCount = 0;

  constructor(maxDurationS: number) {
    this.#flux = new Uint8Array(Math.ceil(maxDurationS / AUDIO_HOP_S));
  }

  /** Spectra beyond the longest length are ignored. */
  push(power: Float64Array): void {
    if (this.#hopCount >= this.#flux.length) return;
    let riseDb = 0;
    BANDS.forEach((band, index) => {
      riseDb += this.#bandRise(power, band, index);
    });
    this.#flux[this.#hopCount] = Math.min(255, (STEPS_PER_DB * riseDb) / BANDS.length);
    this.#hopCount += 1;
  }

  #at(hopsAgo: number, index: number): number {
    const hop = (this.#hopCount - hopsAgo) & FAR_HOPS;
    return hop * BANDS.length + index;
  }

  #bandRise(power: Float64Array, [from, to]: BinBand, index: number): number {
    let sum = 0;
    for (let bin = from; bin < to; bin += 1) sum += power[bin] as number;
    const now = sum / (to - from);
    const recent = this.#recent;
    const before = Math.max(
      recent[this.#at(NEAR_HOPS, index)] as number,
      recent[this.#at(FAR_HOPS, index)] as number,
    );
    recent[this.#at(0, index)] = now;
    const mean = this.#mean[index] as number;
    const isSilent = mean < FLOOR_POWER;
    this.#mean[index] = isSilent ? now : mean + FOLLOW * (now - mean);
    const audible = isSilent ? 0 : (this.#audibleHops[index] as number) + 1;
    this.#audibleHops[index] = audible;
    if (audible < SETTLING_HOPS) return 0;
    const floor = FLOOR_SHARE * mean;
    return Math.max(0, 10 * Math.log10((now + floor) / (before + floor)));
  }

  finish(): Uint8Array {
    return this.#flux.slice(0, this.#hopCount);
  }
}

/** Against the hardest hits of 40 s to each side. */
const AROUND = { reach: 80, step: 2 } as const;
/** What the hardest hit of a tick strays by at least, dB; of steady noise it strays by half of that. */
const MIN_SPREAD_DB = 1;
const DEVIATIONS_PER_MEDIAN = 1.4826;
/** In spreads over the median: the first is passed by one tick in five hundred, were they normal; the second by none. */
const HIT = { none: 3, full: 8 } as const;
/** A rise that turns into a voice within 100 ms is a syllable, and counts half. */
const VOICE_AHEAD_HOPS = 5;
const VOICE_SHARE = 0.5;
const MIN_SPEECH = 64;
/** Rallies are nearly regular too: a rhythm leaves a hit this much. */
const IN_RHYTHM = 0.3;

/** The hardest rise of each tick, dB. */
function hardest(flux: Uint8Array, audio: AudioAnalysis, tickCount: number): Float32Array {
  const ticks = new Float32Array(tickCount);
  flux.forEach((rise, hop) => {
    const ahead = Math.min(flux.length - 1, hop + VOICE_AHEAD_HOPS);
    const isVoice = (audio.pitch[ahead] ?? 0) > 0 && (audio.speech[ahead] ?? 0) >= MIN_SPEECH;
    const tick = Math.floor(hop / HOPS_PER_TICK);
    const riseDb = ((isVoice ? VOICE_SHARE : 1) * rise) / STEPS_PER_DB;
    if (tick < tickCount) ticks[tick] = Math.max(ticks[tick] as number, riseDb);
  });
  return ticks;
}

export interface HitTicks {
  /** 0 to 1 per tick. */
  readonly rhythm: Float32Array;
  /** Of `heardTicks`. */
  readonly heard: Uint8Array;
}

/** One number per tick: how far its hardest hit stands out among the usual ones; NaN where nothing is heard. */
export function impactCurve(
  flux: Uint8Array,
  audio: AudioAnalysis,
  { rhythm, heard }: HitTicks,
): Float32Array<ArrayBuffer> {
  const hits = onHeard(hardest(flux, audio, rhythm.length), heard);
  const medians = runningMedian(hits, AROUND);
  const over = hits.map((hit, tick) => hit - (medians[tick] as number));
  const spreadDb = Math.max(MIN_SPREAD_DB, DEVIATIONS_PER_MEDIAN * medianOf(over.map(Math.abs)));
  return Float32Array.from(over, (value, tick) => {
    const kept = 1 - (1 - IN_RHYTHM) * (rhythm[tick] as number);
    return kept * ramp(value / spreadDb, HIT);
  });
}
