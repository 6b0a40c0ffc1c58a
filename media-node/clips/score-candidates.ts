// Scores candidates in two steps: what each is worth by itself, and how much of what could be chosen lies about where it
// does. The first step's scores, as a conditional logit, say how readily an editor would choose each stretch; nobody knows
// to the sentence where that editor would cut, so a stretch is as good as the sum of those that are nearly it (support).
// This is minimum Bayes risk decoding; what the judge says alone in place of the model's scores was rejected: of the first
// three clips of 96 conversations 55 % met a mark then, with all that is known 57 %, of all eight 44 and 45 %.
import type { Candidates } from "./moments/moment-candidates.ts";
import type { Stretch } from "./moments/moment-rater.ts";
import { supportOf } from "./moments/stretch-support.ts";
import type { MomentSearch } from "./search-moments.ts";
import { logitOf } from "./virality/additive-model.ts";
import { featureMatrix, stretchAt } from "./virality/moment-features.ts";
import type { ScoreFeatures } from "./virality/score-virality.ts";
import { FEATURE_COUNT, type FeatureValues, VIRALITY_FEATURES } from "./virality/virality-feature-list.ts";

export interface ScoredCandidates {
  /** Their scores say what each counts in a set. */
  readonly candidates: Candidates;
  readonly readFeatures: (stretch: Stretch) => FeatureValues;
}

const HEAD_COUNT = 4;
const SUPPORT = VIRALITY_FEATURES.findIndex(({ name }) => name === "support");
/**
 * How much surer an editor's choice is than the mean logit of the heads says: the scale of the choice that
 * bench/moments/fit-multipliers.ts fits, over the share of it that is shown.
 */
const CHOICE_SCALE = 7;

/**
 * What a clip of a score counts in a set, 0 to 100: one score, of the mean logit, since a head that is nearly full would
 * leave the order to the others. The cube makes one outstanding clip worth more than two good ones,
 * so that the best moment of a source is not cut in two to fill the count.
 */
function worthOf(score: number): number {
  return (score / 100) ** 3 * 100;
}

/** Logarithms of how readily each row would be chosen, from scores [n, 4]. */
function utilitiesOf(scores: Float32Array): Float64Array {
  return Float64Array.from({ length: scores.length / HEAD_COUNT }, (_, row) => {
    const heads = scores.subarray(row * HEAD_COUNT, (row + 1) * HEAD_COUNT);
    return (CHOICE_SCALE * heads.reduce((sum, points) => sum + logitOf(points), 0)) / HEAD_COUNT;
  });
}

/** Scores what a search found; without judged text nothing is known of support. @throws AppError MODEL_UNAVAILABLE */
export async function scoreCandidates(
  scoreFeatures: ScoreFeatures,
  { candidates, judged, readFeatures }: MomentSearch,
): Promise<ScoredCandidates> {
  const rows = featureMatrix(candidates, readFeatures);
  const worths = (scores: Float32Array): number[] =>
    Array.from(utilitiesOf(scores), (u) => worthOf(100 / (1 + Math.exp(-u / CHOICE_SCALE))));
  const { scores } = await scoreFeatures(rows, { explain: false });
  if (judged === null) return { candidates: { ...candidates, score: worths(scores) }, readFeatures };
  const support = supportOf(candidates, utilitiesOf(scores));
  const keyOf = ({ opensAt, closesAt }: Pick<Stretch, "opensAt" | "closesAt">): string =>
    `${opensAt} ${closesAt}`;
  const supports = new Map<string, number>();
  support.forEach((value, row) => {
    rows[row * FEATURE_COUNT + SUPPORT] = value;
    supports.set(keyOf(stretchAt(candidates, row)), value);
  });
  const supported = await scoreFeatures(rows, { explain: false });
  return {
    candidates: { ...candidates, score: worths(supported.scores) },
    readFeatures: (stretch) => ({
      ...readFeatures(stretch),
      support: supports.get(keyOf(stretch)) ?? Number.NaN,
    }),
  };
}
