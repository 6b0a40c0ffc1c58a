// How much a hop is like speech, from level, spectrum and rhythm alone. Speech stands over its noise floor, lies
// mostly in the telephone band, and swings at the rate of syllables (2 to 8 Hz; Houtgast and Steeneken 1985): steady
// noise has no swing, held notes neither stand out nor swing, silence has no level. It is a cue for choosing moments,
// not a voice activity detector: a drum solo will fool it, which costs a clip some rank and nothing else.
import { AUDIO_HOP_S } from "../../signal/audio-analysis.ts";
import { Biquad } from "../../signal/biquad.ts";
import { ramp } from "../../signal/clamp.ts";
import { prefixSum, sumBetween } from "../../signal/prefix-sum.ts";
import { runningPercentiles } from "../../signal/running-percentile.ts";

const HOPS_PER_S = Math.round(1 / AUDIO_HOP_S);
/** A swing of the level below this is noise, above the second one full speech rhythm (dB, root mean square). */
const SWING_DB = { none: 1.5, full: 5 } as const;
const OVER_FLOOR_DB = { none: 4, full: 14 } as const;
const ABSOLUTE_DB = { none: -62, full: -50 } as const;
const BAND_SHARE = { none: 0.25, full: 0.6 } as const;
/** Voiced and unvoiced sounds take turns, so crossings vary; a held tone's do not (deviation per hop of 20 ms). */
const CROSSINGS_DEVIATION = { none: 2, full: 12 } as const;

export interface HopFeatures {
  readonly loudnessDb: Float32Array;
  /** Share of power between 300 and 3,400 Hz, 0 to 255 for 0 to 1. */
  readonly bandShare: Uint8Array;
  /** Zero crossings in the hop. */
  readonly crossings: Uint8Array;
}

/** Square of the level's part between 2 and 8 Hz; levels far below the floor are lifted, or silence would swing. */
function syllableSwing(loudnessDb: Float32Array, floorsDb: Float32Array): Float64Array {
  const filter = new Biquad("bandpass", 4, HOPS_PER_S, 0.7);
  const squares = new Float64Array(loudnessDb.length);
  for (let hop = 0; hop < loudnessDb.length; hop += 1) {
    const floor = Math.max(-60, floorsDb[Math.floor(hop / HOPS_PER_S)] ?? 0);
    const swing = filter.step(Math.max(loudnessDb[hop] ?? 0, floor) - floor);
    squares[hop] = swing * swing;
  }
  return squares;
}

function squaresOf(values: Uint8Array): Float64Array {
  return Float64Array.from(values, (value) => value * value);
}

/** One value per hop, 0 to 255 for 0 to 1. */
export function speechLikeness({ loudnessDb, bandShare, crossings }: HopFeatures): Uint8Array<ArrayBuffer> {
  const [floorsDb = new Float32Array()] = runningPercentiles(loudnessDb, {
    reach: 8 * HOPS_PER_S,
    step: HOPS_PER_S,
    shares: [0.1],
  });
  const swings = prefixSum(syllableSwing(loudnessDb, floorsDb));
  const crossingSums = prefixSum(crossings);
  const crossingSquares = prefixSum(squaresOf(crossings));
  const speech = new Uint8Array(loudnessDb.length);
  for (let hop = 0; hop < loudnessDb.length; hop += 1) {
    const from = Math.max(0, hop - HOPS_PER_S / 2);
    const to = Math.min(loudnessDb.length, hop + HOPS_PER_S / 2);
    const count = to - from;
    const level = loudnessDb[hop] ?? 0;
    const meanCrossings = sumBetween(crossingSums, from, to) / count;
    const variance = sumBetween(crossingSquares, from, to) / count - meanCrossings ** 2;
    const rhythm = ramp(Math.sqrt(sumBetween(swings, from, to) / count), SWING_DB);
    const turns = ramp(Math.sqrt(Math.max(0, variance)), CROSSINGS_DEVIATION);
    const presence = Math.min(
      ramp(level - (floorsDb[Math.floor(hop / HOPS_PER_S)] ?? 0), OVER_FLOOR_DB),
      ramp(level, ABSOLUTE_DB),
    );
    const band = ramp((bandShare[hop] ?? 0) / 255, BAND_SHARE);
    speech[hop] = Math.round(255 * presence * rhythm * (0.4 + 0.6 * turns) * (0.4 + 0.6 * band));
  }
  return speech;
}
