// How regularly sound swells and falls: chants, hand clapping in time and dance music repeat themselves every third of a
// second to four seconds, excitement does not. Normalized autocorrelation of the level over eight seconds; a maximum
// counts only after the correlation has been low, because a single swell correlates with itself at short lags.
import { ramp } from "../../signal/clamp.ts";
import { BLOCKS_PER_TICK } from "./crowd-bed.ts";

const BLOCKS_PER_S = 10;
const WINDOW = 8 * BLOCKS_PER_S;
const MIN_BLOCKS = 4 * BLOCKS_PER_S;
const MIN_LAG = 3;
const MAX_LAG = 4 * BLOCKS_PER_S;
/** What swells by less (standard deviation, dB) has no beat to speak of. */
const MIN_SWING_DB = 1;
const LOW = 0.2;
/** Speech over a crowd and random claps stay below the first, a chant with voices on top lies above the second. */
const CORRELATION = { none: 0.5, full: 0.75 } as const;
/** A window that lies half in a chant does not show it yet; ticks next to a regular one share its rhythm, 2 s. */
const SPREAD_TICKS = 4;

/** The same levels without their mean and their trend. */
function detrended(levels: Float32Array): Float64Array {
  const middle = (levels.length - 1) / 2;
  let sum = 0;
  let moment = 0;
  let squares = 0;
  levels.forEach((level, index) => {
    sum += level;
    moment += level * (index - middle);
    squares += (index - middle) ** 2;
  });
  const slope = moment / Math.max(1, squares);
  return Float64Array.from(levels, (level, index) => level - sum / levels.length - slope * (index - middle));
}

function correlationAt(values: Float64Array, lag: number): number {
  let [product, first, second] = [0, 0, 0];
  for (let index = lag; index < values.length; index += 1) {
    const [a, b] = [values[index - lag] as number, values[index] as number];
    product += a * b;
    first += a * a;
    second += b * b;
  }
  return product / Math.sqrt(Math.max(1e-9, first * second));
}

/** How well the levels repeat themselves at their best lag, -1 to 1. */
function repetition(levels: Float32Array): number {
  const values = detrended(levels);
  const power = values.reduce((sum, value) => sum + value * value, 0) / values.length;
  if (power < MIN_SWING_DB ** 2) return 0;
  let wasLow = false;
  let best = 0;
  for (let lag = 1; lag <= Math.min(MAX_LAG, values.length >> 1); lag += 1) {
    const correlation = correlationAt(values, lag);
    if (correlation < LOW) wasLow = true;
    if (wasLow && lag >= MIN_LAG) best = Math.max(best, correlation);
  }
  return best;
}

/** One number per tick, 0 for no rhythm to 1 for a steady beat. @param blocksDb levels of 100 ms each */
export function rhythmCurve(blocksDb: Float32Array, tickCount: number): Float32Array {
  const ticks = Float32Array.from({ length: tickCount }, (_, tick) => {
    const middle = (tick + 0.5) * BLOCKS_PER_TICK;
    const from = Math.max(0, Math.min(Math.round(middle - WINDOW / 2), blocksDb.length - WINDOW));
    const levels = blocksDb.subarray(from, from + WINDOW);
    return levels.length < MIN_BLOCKS ? 0 : ramp(repetition(levels), CORRELATION);
  });
  return ticks.map((_, tick) =>
    Math.max(...ticks.subarray(Math.max(0, tick - SPREAD_TICKS), tick + SPREAD_TICKS + 1)),
  );
}
