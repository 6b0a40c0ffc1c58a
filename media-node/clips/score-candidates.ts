// Scores candidates in two steps: what each is worth by itself (once with all that is known, once by words alone), and how
// much of what could be chosen lies about where it does. The first step's scores, as a conditional logit, say how readily an
// editor would choose each stretch; nobody knows to the sentence where that editor would cut, so a stretch is as good as the
// sum of those that are nearly it (support). This is minimum Bayes risk decoding. Support by what the judge says alone was
// rejected: of the 88 conversations that the multipliers were fitted to, 47 % of eight clips met a mark then, 49 % with all
// that is known (by the judge before this one).
import assert from "node:assert/strict";
import { clamp } from "../signal/clamp.ts";
import { type Candidates, stretchAt } from "./moments/moment-candidates.ts";
import type { Stretch } from "./moments/moment-rater.ts";
import { supportOf } from "./moments/stretch-support.ts";
import type { MomentSearch } from "./search-moments.ts";
import { HEAD_POINTS, HEADS, logitOf, pointsOf } from "./virality/additive-model.ts";
import { featureMatrix } from "./virality/moment-features.ts";
import type { ScoreFeatures } from "./virality/score-virality.ts";
import {
  FEATURE_COUNT,
  type FeatureName,
  type FeatureValues,
  VIRALITY_FEATURES,
} from "./virality/virality-feature-list.ts";
import { type KindsAsked, promptMatch, readKindsAsked } from "./wishes/wish-relevance.ts";

export interface ScoredCandidates {
  /** Their scores say what each counts in a set. */
  readonly candidates: Candidates;
  readonly readFeatures: (stretch: Stretch) => FeatureValues;
}

function columnOf(feature: FeatureName): number {
  return VIRALITY_FEATURES.findIndex(({ name }) => name === feature);
}

const SUPPORT = columnOf("support");
const PROMPT_MATCH = columnOf("promptMatch");
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
/** The same of what is heard or seen, and of a subject that is asked for, which no marks tell and whose priors count in full. */
const OTHER_SCALE = 2;
/**
 * How much the kinds asked for count in that choice, as times the logarithm of how much a stretch has of them. As a
 * probability that an editor takes a stretch, and for that kind, it would count once; the client's wish outweighs what an
 * editor would take without it. Of the first three clips asked for by kind ("the funniest parts") 48 of 100 meet a mark of
 * the kind in the 24 conversations with three markings (44 with 1, 47 with 2.5), where 77 of an editor's meet another's.
 */
const JUDGED_KINDS_SCALE = 2;
/** The same of what is counted or heard (questions, applause), of which there is less to tell places apart. */
const COUNTED_KINDS_SCALE = 6;
/**
 * A subject that is asked for beside kinds counts so many times as much as they do, in the same way: of 24 such wishes
 * ("funny moments about money") the first clip was about the subject for all, and for 14 where only kinds counted so.
 */
const TOPIC_BESIDE_KINDS = 1.5;
/** What a stretch meets the kinds less than the one that meets them best, for each unit of support that it has less. */
const KINDS_SLOPE = 4;
/** What has less of the kinds than this meets them by no more than that part, however much better it is than the others. */
const ENOUGH_OF_KINDS = 0.2;
/**
 * Less of a kind is none, so that what only fills up the count is the best of the rest: of eight clips asked for by kind in
 * 88 conversations 39 of 100 meet a mark of any kind (34 with 0.01), of the first three 23 one of the kind (24).
 */
const MIN_KINDS_SHARE = 0.06;
/** No subject at all, where one is asked for beside kinds. */
const MIN_TOPIC = 0.01;

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

/** What a wish for kinds adds to a stretch's utility, by how much it has of them and, where one is asked for too, of a topic. */
function utilityOfWish({ areJudged }: KindsAsked, share: number, topic: number): number {
  const scale = areJudged ? JUDGED_KINDS_SCALE : COUNTED_KINDS_SCALE;
  const ofTopic = Number.isNaN(topic) ? 0 : TOPIC_BESIDE_KINDS * Math.log(Math.max(MIN_TOPIC, topic));
  return scale * (Math.log(Math.max(MIN_KINDS_SHARE, share)) + ofTopic);
}

/** How far a stretch meets the kinds asked for, 0 to 1: as a choice of them, beside the best one, and by what it has of them. */
function kindsMetBy(share: number, support: number, best: number): number {
  return clamp(1 - KINDS_SLOPE * (best - support)) * Math.min(1, share / ENOUGH_OF_KINDS);
}

type ScoreRows = (rows: Float32Array<ArrayBuffer>) => Promise<Float64Array>;

/** How readily an editor, of whom the wish was asked, would choose each candidate, as a logit. */
async function readUtility(
  meanLogitsOf: ScoreRows,
  rows: Float32Array<ArrayBuffer>,
  wishAdds: (row: number) => number,
): Promise<Float64Array> {
  const all = await meanLogitsOf(rows);
  const saidRows = rows.map((value, at) => (COUNTS_IN_CHOICE[at % FEATURE_COUNT] ? value : Number.NaN));
  const said = await meanLogitsOf(saidRows);
  return all.map((logit, row) => {
    const ofSaid = said[row] ?? 0;
    return CHOICE_SCALE * ofSaid + OTHER_SCALE * (logit - ofSaid) + wishAdds(row);
  });
}

/** Scores what a search found; without judged text nothing is known of support. @throws AppError MODEL_UNAVAILABLE */
export async function scoreCandidates(
  scoreFeatures: ScoreFeatures,
  { candidates, judged, wishes, readFeatures }: MomentSearch,
): Promise<ScoredCandidates> {
  const meanLogitsOf: ScoreRows = async (from) =>
    meanLogits((await scoreFeatures(from, { explain: false })).scores);
  const values = candidates.score.map((_, row) => readFeatures(stretchAt(candidates, row)));
  const rows = featureMatrix(values);
  const kinds = readKindsAsked(wishes, values);
  const shareAt = (row: number): number => kinds?.shareOf(values[row] as FeatureValues) ?? 0;
  // Where nobody says a word, nothing tells that nobody speaks of it.
  const namesTopic = wishes.named.topic.size > 0 && values.some(({ numbers }) => !Number.isNaN(numbers));
  const setKindsMet = (kindsMet: (row: number) => number): void => {
    values.forEach((each, row) => {
      const met = kinds === null ? Number.NaN : kindsMet(row);
      rows[row * FEATURE_COUNT + PROMPT_MATCH] = promptMatch(each.promptMatch, met, namesTopic);
    });
  };
  if (judged === null) setKindsMet(shareAt);
  else {
    // The kinds have a say of their own in the choice.
    setKindsMet(() => 1);
    const wishAdds = (row: number): number =>
      kinds === null ? 0 : utilityOfWish(kinds, shareAt(row), values[row]?.promptMatch ?? Number.NaN);
    const supports = supportOf(candidates, await readUtility(meanLogitsOf, rows, wishAdds));
    const best = supports.reduce((max, each) => Math.max(max, each), 0);
    supports.forEach((support, row) => {
      rows[row * FEATURE_COUNT + SUPPORT] = support;
    });
    setKindsMet((row) => kindsMetBy(shareAt(row), supports[row] ?? 0, best));
  }
  const keyOf = ({ opensAt, closesAt }: Pick<Stretch, "opensAt" | "closesAt">): string =>
    `${opensAt} ${closesAt}`;
  const rowByCuts = new Map(values.map((_, row) => [keyOf(stretchAt(candidates, row)), row]));
  return {
    candidates: { ...candidates, score: Array.from(await meanLogitsOf(rows), worthOf) },
    readFeatures: (stretch) => {
      const row = rowByCuts.get(keyOf(stretch));
      const own = values[row ?? -1];
      assert(row !== undefined && own !== undefined, "Only candidates of the search are read.");
      const at = (column: number): number => rows[row * FEATURE_COUNT + column] ?? Number.NaN;
      return { ...own, support: at(SUPPORT), promptMatch: at(PROMPT_MATCH) };
    },
  };
}
