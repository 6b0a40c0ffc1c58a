// What the silence after a word says of whether a sentence ends there. In recordings of talks and interviews with human
// transcripts (17,000 words timed one by one), seven of ten pauses of more than 0.8 s were inside of a sentence: people stop to
// think. So a pause is evidence in log-odds beside the words', growing with the logarithm of its length, and never decides
// alone. How much it grows is learned from the text itself, by the ends of which its words are sure: who reads from a page
// pauses where sentences end, who speaks freely anywhere, and where words lie end to end, silences say nothing.
// Rejected: fixed amounts for short, clear and long pauses, which beside the words alone added three false ends for each right
// one (models/training/marks/README.md).
import { clamp } from "../../signal/clamp.ts";

/** Fitted over all recordings: how the log-odds that a sentence ends grow with ln(1 + silence / SCALE_S). */
const USUAL_STEEPNESS = 1.4;
const SCALE_S = 0.1;
/** How firmly a text's own steepness is held to the usual one, as information: some twenty ends of sentences outweigh it. */
const HOLD = 2;
/** Words and silences say the same in part. Fitted. */
const SHARE_OF_ITS_OWN = 0.65;
/** Of an hour of silence no more is known than of a minute. */
const MAX_SILENCE_S = 60;
/** No word is believed more than this. */
const MAX_LIKELIHOOD = 0.995;
const MAX_LEVEL = 12;
const MAX_STEEPNESS = 6;
/** Newton's method leaps over where most is sure. */
const MAX_STEP = 1;
/** Of words and silences in turns, and of Newton's method in each: more change nothing. */
const ROUNDS = 3;
const STEPS = 10;
/** Keeps the level's equation solvable where nothing is unsure. */
const MIN_CURVATURE = 1e-3;

/** Log-odds that a sentence ends, by the length of a silence as against the mean one. */
interface Line {
  readonly level: number;
  readonly steepness: number;
}

function probability(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** One step of Newton's method towards the line that fits best to how likely a sentence ends after each silence. */
function fitCloser({ level, steepness }: Line, lengths: Float64Array, likely: Float64Array): Line {
  let levelSlope = 0;
  let steepnessSlope = -HOLD * (steepness - USUAL_STEEPNESS);
  let [levels, both, steepnesses] = [MIN_CURVATURE, 0, HOLD];
  lengths.forEach((length, index) => {
    const fitted = probability(level + steepness * length);
    const error = (likely[index] ?? 0) - fitted;
    const weight = fitted * (1 - fitted);
    levelSlope += error;
    steepnessSlope += error * length;
    levels += weight;
    both += weight * length;
    steepnesses += weight * length * length;
  });
  const determinant = levels * steepnesses - both * both;
  const toLevel = (steepnesses * levelSlope - both * steepnessSlope) / determinant;
  const toSteepness = (levels * steepnessSlope - both * levelSlope) / determinant;
  return {
    level: clamp(level + clamp(toLevel, -MAX_STEP, MAX_STEP), -MAX_LEVEL, MAX_LEVEL),
    steepness: clamp(steepness + clamp(toSteepness, -MAX_STEP, MAX_STEP), 0, MAX_STEEPNESS),
  };
}

/**
 * What each silence adds to the log-odds that a sentence ends there.
 * @param silencesS seconds after each word
 * @param endLogOdds of the same words, that a sentence ends there by the words alone
 */
export function pauseEvidence(silencesS: Float64Array, endLogOdds: Float64Array): Float64Array {
  const logs = silencesS.map((silenceS) => Math.log1p(clamp(silenceS, 0, MAX_SILENCE_S) / SCALE_S));
  const meanLog = mean(logs);
  const lengths = logs.map((log) => log - meanLog);
  let evidence: Float64Array = new Float64Array(lengths.length);
  let line: Line = { level: 0, steepness: USUAL_STEEPNESS };
  for (let round = 0; round < ROUNDS; round += 1) {
    const likely = endLogOdds.map((logOdds, index) =>
      clamp(probability(logOdds + (evidence[index] ?? 0)), 1 - MAX_LIKELIHOOD, MAX_LIKELIHOOD),
    );
    const share = mean(likely);
    const usual = Math.log(share / (1 - share));
    if (round === 0) line = { ...line, level: usual };
    for (let step = 0; step < STEPS; step += 1) line = fitCloser(line, lengths, likely);
    const { level, steepness } = line;
    evidence = lengths.map((length) => SHARE_OF_ITS_OWN * (level + steepness * length - usual));
  }
  return evidence;
}
