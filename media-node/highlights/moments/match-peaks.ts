// Where a match is exciting beyond what is around: peaks of the smoothed excitement that rise clear of the valleys beside
// them (topographic prominence), the highest first, none close to a higher one. What a replay shows is no peak of its
// own where the same was seen live before: then its ticks are left out, and neither their tops nor their valleys count.

export interface PeakOptions {
  /** Ticks that show a replay; [ticks], 1 where so. */
  readonly replayed: Uint8Array;
  readonly minProminence: number;
  /** Ticks that a replay comes after what it shows, at most. */
  readonly replayOfTicks: number;
  /** Ticks within which only the highest peak is kept. */
  readonly apartTicks: number;
}

/** A replay's peak may be higher than the live one's: it is slow, close and loud with joy. */
const SHOWN_BEFORE_SHARE = 0.5;

export interface MatchPeak {
  readonly tick: number;
  readonly height: number;
}

/**
 * A Gaussian's weighted mean around each value, renormalized at both ends; cut off at three sigma. NaN
 * spreads as far.
 * @param sigma ticks
 */
export function smooth(values: Float32Array, sigma: number): Float32Array {
  const reach = Math.ceil(3 * sigma);
  const taps = Array.from({ length: 2 * reach + 1 }, (_, tap) =>
    Math.exp(-0.5 * ((tap - reach) / sigma) ** 2),
  );
  return values.map((_, tick) => {
    let sum = 0;
    let weights = 0;
    for (let tap = 0; tap < taps.length; tap += 1) {
      const value = values[tick + tap - reach];
      const weight = taps[tap] ?? 0;
      if (value === undefined) continue;
      sum += weight * value;
      weights += weight;
    }
    return sum / weights;
  });
}

/** The valley between a peak and the next higher tick on one side; unbounded where there is no higher one, only an end. */
function valleyBeside(
  values: Float32Array,
  masked: Uint8Array,
  peak: number,
  step: 1 | -1,
): { readonly lowest: number; readonly isBounded: boolean } {
  const height = values[peak] ?? 0;
  let lowest = height;
  for (let tick = peak + step; tick >= 0 && tick < values.length; tick += step) {
    if (masked[tick] === 1) continue;
    const value = values[tick] ?? 0;
    // Of equal heights the earlier one is the higher, so that a plateau of the range's best has a peak.
    if (value > height || (value === height && step < 0)) return { lowest, isBounded: true };
    lowest = Math.min(lowest, value);
  }
  return { lowest, isBounded: false };
}

/** How far a peak rises over the higher of the valleys that part it from higher ground; the ends of a match are low. */
function prominenceOf(values: Float32Array, masked: Uint8Array, peak: number): number {
  const height = values[peak] ?? 0;
  const sides = [valleyBeside(values, masked, peak, -1), valleyBeside(values, masked, peak, 1)];
  const bounded = sides.filter(({ isBounded }) => isBounded).map(({ lowest }) => lowest);
  const key = bounded.length > 0 ? Math.max(...bounded) : Math.min(...sides.map(({ lowest }) => lowest));
  return height - key;
}

/** Whether a tick is the top of its surroundings; one that would rise on into a replay is. */
function isTop(values: Float32Array, masked: Uint8Array, tick: number): boolean {
  if (masked[tick] === 1) return false;
  const value = values[tick] ?? 0;
  const after = masked[tick + 1] === 1 ? Number.NEGATIVE_INFINITY : (values[tick + 1] ?? -1);
  return value > (values[tick - 1] ?? -1) && value >= after;
}

/** Peaks that stand out, in the order of time; masked ticks are looked past: neither tops nor valleys of theirs count. */
function findTops(values: Float32Array, masked: Uint8Array, minProminence: number): MatchPeak[] {
  const tops: MatchPeak[] = [];
  for (let tick = 0; tick < values.length; tick += 1) {
    if (!isTop(values, masked, tick)) continue;
    if (prominenceOf(values, masked, tick) < minProminence) continue;
    tops.push({ tick, height: values[tick] ?? 0 });
  }
  return tops;
}

/** Whether a replayed top only shows again what a live one showed before. */
function isShownBefore(top: MatchPeak, live: readonly MatchPeak[], withinTicks: number): boolean {
  return live.some(
    ({ tick, height }) =>
      tick < top.tick && tick >= top.tick - withinTicks && height >= SHOWN_BEFORE_SHARE * top.height,
  );
}

/**
 * The peaks, highest first; of equal heights the earlier one.
 * @param values the smoothed excitement, 0 to 1 per tick
 */
export function findMatchPeaks(values: Float32Array, options: PeakOptions): MatchPeak[] {
  const { replayed, minProminence, replayOfTicks, apartTicks } = options;
  const live = findTops(values, replayed, minProminence);
  // What is taken for a replay by mistake may hide a moment: then nothing like it was seen before.
  const hidden = findTops(values, new Uint8Array(values.length), minProminence).filter(
    (top) => replayed[top.tick] === 1 && !isShownBefore(top, live, replayOfTicks),
  );
  const kept: MatchPeak[] = [];
  for (const top of [...live, ...hidden].sort((a, b) => b.height - a.height || a.tick - b.tick)) {
    if (kept.every(({ tick }) => Math.abs(tick - top.tick) >= apartTicks)) kept.push(top);
  }
  return kept;
}
