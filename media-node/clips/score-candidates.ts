// Scores candidates in two steps: what each is worth by itself (once with all that is known, once by words alone), and how
// much of what could be chosen lies about where it does. The first step's scores, as a conditional logit, say how readily an
// editor would choose each stretch; nobody knows to the sentence where that editor would cut, so a stretch is as good as the
// sum of those that are nearly it (support). This is minimum Bayes risk decoding. Support by what the judge says alone was
// rejected: of the 88 conversations that the multipliers were fitted to, 47 % of eight clips met a mark then, 49 % with all
// that is known (by the judge before this one).
import { type Candidates, stretchAt } from "./moments/moment-candidates.ts";
import type { Stretch } from "./moments/moment-rater.ts";
import { supportOf } from "./moments/stretch-support.ts";
import type { MomentSearch } from "./search-moments.ts";
import { HEAD_POINTS, HEADS, logitOf, pointsOf } from "./virality/additive-model.ts";
import { featureMatrix } from "./virality/moment-features.ts";
import type { ScoreFeatures } from "./virality/score-virality.ts";
import { FEATURE_COUNT, type FeatureValues, VIRALITY_FEATURES } from "./virality/virality-feature-list.ts";

export interface ScoredCandidates {
  /** Their scores say what each counts in a set. */
  readonly candidates: Candidates;
  readonly readFeatures: (stretch: Stretch) => FeatureValues;
}

const SUPPORT = VIRALITY_FEATURES.findIndex(({ name }) => name === "support");
/** What editors' choices were fitted to. */
const COUNTS_IN_CHOICE: readonly boolean[] = VIRALITY_FEATURES.map(
  ({ needs }) => needs === "words" || needs === "judged words" || needs === "any",
);
/**
 * How much surer an editor's choice is than the mean logit of the heads says. The likelihood that
 * bench/moments/fit-multipliers.ts fits asks for 7; with less, what lies beside a good moment counts more, and more of the
 * chosen clips met a mark by the judge before this one (of the first three of those 88 conversations 63 and 59 %, of all
 * eight 49 and 48 %). By this one 64 % of the first three do, and 62 % with 3.5 or 6; of all eight 50 % with each.
 */
const CHOICE_SCALE = 4.5;
/** The same of what is heard, seen or asked for, which no marks tell and whose priors count in full. */
const OTHER_SCALE = 2;

/**
 * What a clip counts in a set, 0 to 100, by the mean logit of its heads, since a head that is nearly full would leave the
 * order to the others. The cube makes one outstanding clip worth more than two good ones, so that the best moment of a
 * source is not cut in two to fill the count.
 */
function worthOf(meanLogit: number): number {
  return (pointsOf(meanLogit) / HEAD_POINTS) ** 3 * 100;
}

/** The mean logits of the heads, from scores [n, 4]. */
function meanLogits(scores: Float32Array): Float64Array {
  return Float64Array.from({ length: scores.length / HEADS.length }, (_, row) => {
    const heads = scores.subarray(row * HEADS.length, (row + 1) * HEADS.length);
    return heads.reduce((sum, points) => sum + logitOf(points), 0) / HEADS.length;
  });
}

/** Scores what a search found; without judged text nothing is known of support. @throws AppError MODEL_UNAVAILABLE */
export async function scoreCandidates(
  scoreFeatures: ScoreFeatures,
  { candidates, judged, readFeatures }: MomentSearch,
): Promise<ScoredCandidates> {
  const rows = featureMatrix(candidates, readFeatures);
  const worths = (scores: Float32Array): number[] => Array.from(meanLogits(scores), worthOf);
  const score = async (from: Float32Array<ArrayBuffer>): Promise<Float32Array> =>
    (await scoreFeatures(from, { explain: false })).scores;
  const all = await score(rows);
  if (judged === null) return { candidates: { ...candidates, score: worths(all) }, readFeatures };
  const saidRows = rows.map((value, at) => (COUNTS_IN_CHOICE[at % FEATURE_COUNT] ? value : Number.NaN));
  const said = meanLogits(await score(saidRows));
  const utility = meanLogits(all).map((logit, row) => {
    const ofSaid = said[row] ?? 0;
    return CHOICE_SCALE * ofSaid + OTHER_SCALE * (logit - ofSaid);
  });
  const support = supportOf(candidates, utility);
  const keyOf = ({ opensAt, closesAt }: Pick<Stretch, "opensAt" | "closesAt">): string =>
    `${opensAt} ${closesAt}`;
  const supports = new Map<string, number>();
  support.forEach((value, row) => {
    rows[row * FEATURE_COUNT + SUPPORT] = value;
    supports.set(keyOf(stretchAt(candidates, row)), value);
  });
  return {
    candidates: { ...candidates, score: worths(await score(rows)) },
    readFeatures: (stretch) => ({
      ...readFeatures(stretch),
      support: supports.get(keyOf(stretch)) ?? Number.NaN,
    }),
  };
}
