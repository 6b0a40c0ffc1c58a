// What the silence after a word says of whether a sentence ends there. In recordings of talks and interviews with human
// transcripts (17,000 words timed one by one), seven of ten pauses of more than 0.8 s were inside of a sentence: people stop to
// think. So a pause is evidence in log-odds beside the words', growing with the logarithm of its length, and never decides
// alone. It is measured against how the speaker pauses: all silences of a text together say that as many sentences end as its
// words do, so that one who never stops, and a text whose words lie end to end, are not told to have one long sentence.
// Rejected: fixed amounts for short, clear and long pauses, which beside the words alone added three false ends for each right
// one (models/training/marks/README.md); a steepness for each speaker, which gained nothing.

/** Fitted: the log-odds that a sentence ends, by ln(1 + silence / SCALE_S), without knowing the words. */
const STEEPNESS = 1.4;
const SCALE_S = 0.1;
/** Words and silences say the same in part. Fitted. */
const SHARE_OF_ITS_OWN = 0.65;
/** Of an hour of silence no more is known than of a minute. */
const MAX_SILENCE_S = 60;
/** Shares of words after which a sentence may end in any text: one in 200, and every second one. */
const [MIN_SHARE, MAX_SHARE] = [0.005, 0.5];
const MAX_OFFSET = 30;
const HALVINGS = 30;

/** The probability of log-odds. */
function probability(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}

function mean(values: Float64Array, of: (value: number) => number): number {
  return values.reduce((sum, value) => sum + of(value), 0) / values.length;
}

/** The constant that makes the mean probability of `values` plus itself what it shall be. */
function offsetFor(values: Float64Array, wanted: number): number {
  let [low, high] = [-MAX_OFFSET, MAX_OFFSET];
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const offset = (low + high) / 2;
    if (mean(values, (value) => probability(value + offset)) < wanted) low = offset;
    else high = offset;
  }
  return (low + high) / 2;
}

/**
 * What each silence adds to the log-odds that a sentence ends there.
 * @param silencesS seconds after each word
 * @param endLogOdds of the same words, that a sentence ends there by the words alone
 */
export function pauseEvidence(silencesS: Float64Array, endLogOdds: Float64Array): Float64Array {
  if (silencesS.length === 0) return new Float64Array();
  const alone = silencesS.map(
    (silenceS) => STEEPNESS * Math.log1p(Math.min(MAX_SILENCE_S, Math.max(0, silenceS)) / SCALE_S),
  );
  const share = Math.min(MAX_SHARE, Math.max(MIN_SHARE, mean(endLogOdds, probability)));
  const offset = offsetFor(alone, share) - Math.log(share / (1 - share));
  return alone.map((value) => SHARE_OF_ITS_OWN * (value + offset));
}
