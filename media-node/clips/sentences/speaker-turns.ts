// Where speakers change, between sentences. Marks of subtitles say it, or voices (voice-turns); else the pauses do, but only
// where they are plainly of two lengths, short ones inside a turn and long ones between turns, as in edited transcripts.
// The pauses of most recordings are of all lengths, and then nothing is claimed: a wrong turn would tear a thought in two.

/** Pauses under this are the subtitle format's own, or none. */
const MIN_PAUSE_S = 0.12;
const MAX_PAUSE_S = 3;
/** Fewer pauses show no two lengths. */
const MIN_PAUSES = 20;
/** Share of all sentences that must have a pause before them. */
const MIN_PAUSED_SHARE = 0.7;
/** Share of turns among sentences for long pauses to be turns. */
const TURN_SHARE = { min: 0.04, max: 0.6 } as const;
/** Between turns one pauses at least this many times as long. */
const MIN_RATIO = 1.6;
/** Share of variance that the two lengths must explain: 0.64 of a bell curve, 0.75 of even spread, 1 of two lengths. */
const MIN_EXPLAINED = 0.87;

/**
 * The pause that best parts short ones from long ones (Otsu 1979, on logarithms: pauses vary in proportion); null where
 * there are no two lengths.
 */
function turnPauseS(gapsS: readonly number[]): number | null {
  const pauses = gapsS
    .filter((gapS) => gapS >= MIN_PAUSE_S)
    .map((gapS) => Math.log(Math.min(MAX_PAUSE_S, gapS)))
    .sort((a, b) => a - b);
  const count = pauses.length;
  if (count < MIN_PAUSES || count < MIN_PAUSED_SHARE * gapsS.length) return null;
  const total = pauses.reduce((sum, pause) => sum + pause, 0);
  const mean = total / count;
  const variance = pauses.reduce((sum, pause) => sum + (pause - mean) ** 2, 0);
  let best = { explained: 0, shortCount: 0, ratio: 0 };
  let sum = 0;
  for (let shortCount = 1; shortCount < count; shortCount += 1) {
    sum += pauses[shortCount - 1] ?? 0;
    const short = sum / shortCount;
    const long = (total - sum) / (count - shortCount);
    const explained = shortCount * (short - mean) ** 2 + (count - shortCount) * (long - mean) ** 2;
    if (explained > best.explained) best = { explained, shortCount, ratio: Math.exp(long - short) };
  }
  const turnShare = (count - best.shortCount) / gapsS.length;
  const isPlain = best.explained >= MIN_EXPLAINED * variance && best.ratio >= MIN_RATIO;
  if (!isPlain || turnShare < TURN_SHARE.min || turnShare > TURN_SHARE.max) return null;
  return Math.exp(((pauses[best.shortCount - 1] ?? 0) + (pauses[best.shortCount] ?? 0)) / 2);
}

/**
 * Per sentence 1 where a speaker begins with it, 0 where the same one goes on, 0.5 where nothing tells.
 * @param gapsS silence before each sentence; of the first one nothing is believed
 * @param known what marks in the text, or voices, say of each sentence, where they say anything
 */
export function speakerTurns(
  gapsS: readonly number[],
  known: readonly (boolean | undefined)[],
): Float32Array {
  const pauseS = turnPauseS(gapsS.slice(1));
  return Float32Array.from(gapsS, (gapS, index) => {
    const isTurn = known[index] ?? (index === 0 ? true : pauseS === null ? undefined : gapS >= pauseS);
    return isTurn === undefined ? 0.5 : Number(isTurn);
  });
}
