// Percentiles of a level over a sliding window, by a histogram of 1 dB bins that one step adds to and takes from: time
// grows with the values alone, not with window times values. A sorted window was rejected for that reason.

const MIN_DB = -100;
const BIN_COUNT = 101;

export interface RunningPercentileOptions {
  /** Values on each side of a step's middle that count. */
  readonly reach: number;
  /** Values between two answers; the answers are constant in between. */
  readonly step: number;
  /** Shares between 0 and 1, in any order. */
  readonly shares: readonly number[];
}

function binOf(db: number): number {
  return Math.min(BIN_COUNT - 1, Math.max(0, Math.round(db - MIN_DB)));
}

function percentileOfBins(bins: Uint32Array, total: number, share: number): number {
  const target = Math.max(1, Math.ceil(share * total));
  let seen = 0;
  for (let bin = 0; bin < BIN_COUNT; bin += 1) {
    seen += bins[bin] ?? 0;
    if (seen >= target) return bin + MIN_DB;
  }
  return MIN_DB;
}

/**
 * For each share, in the order of `shares`, one level (dB, whole numbers from -100 to 0) per step of
 * `levelsDb`: [ceil(length / step)]. Levels are rounded to 1 dB and held within that range.
 */
export function runningPercentiles(
  levelsDb: Float32Array,
  options: RunningPercentileOptions,
): readonly Float32Array[] {
  const stepCount = Math.ceil(levelsDb.length / options.step);
  const answers = options.shares.map(() => new Float32Array(stepCount));
  const bins = new Uint32Array(BIN_COUNT);
  let from = 0;
  let to = 0;
  const move = (index: number, change: 1 | -1): void => {
    const bin = binOf(levelsDb[index] ?? MIN_DB);
    bins[bin] = (bins[bin] ?? 0) + change;
  };
  for (let step = 0; step < stepCount; step += 1) {
    const middle = step * options.step + options.step / 2;
    const nextFrom = Math.max(0, Math.floor(middle - options.reach));
    const nextTo = Math.min(levelsDb.length, Math.ceil(middle + options.reach));
    for (; to < nextTo; to += 1) move(to, 1);
    for (; from < nextFrom; from += 1) move(from, -1);
    answers.forEach((answer, index) => {
      answer[step] = percentileOfBins(bins, to - from, options.shares[index] ?? 0);
    });
  }
  return answers;
}
