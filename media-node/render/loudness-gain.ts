// Which gain brings a programme to a loudness when a limiter stands behind the gain. What the limiter takes away is
// known only by measuring, so the gain is found in a few steps: measure, correct, measure again.

/** Below this there is no programme to bring up, only noise. */
const SILENCE_LUFS = -55;
const MAX_GAIN_DB = 24;
/** A correction smaller than this cannot be heard. */
const CLOSE_ENOUGH_DB = 0.3;
const MAX_STEPS = 4;
/** Where a decibel of gain brings less loudness than this, more gain only squashes. */
const MIN_SLOPE = 0.35;

export interface LoudnessGain {
  readonly gainDb: number;
  /** Of the source's stretch, before any gain. */
  readonly measuredLufs: number;
}

/**
 * Finds the gain to a loudness; silence stays silence.
 * @param measure the integrated loudness, in LUFS, behind gain and limiter
 */
export function findLoudnessGain(targetLufs: number, measure: (gainDb: number) => number): LoudnessGain {
  const measuredLufs = measure(0);
  if (measuredLufs <= SILENCE_LUFS) return { gainDb: 0, measuredLufs };
  let gainDb = 0;
  let lufs = measuredLufs;
  let slope = 1;
  for (let step = 1; step <= MAX_STEPS; step += 1) {
    const wanted = Math.min(MAX_GAIN_DB, gainDb + (targetLufs - lufs) / slope);
    const change = wanted - gainDb;
    gainDb = wanted;
    if (step === MAX_STEPS || Math.abs(change) < CLOSE_ENOUGH_DB) break;
    const now = measure(gainDb);
    slope = Math.min(1, Math.max(MIN_SLOPE, (now - lufs) / change));
    lufs = now;
  }
  return { gainDb, measuredLufs };
}
