// Chosen stretches as clients see them: their score and its parts, why, of which kind they are and where their point lies.

import { type FrameScores, saidOrShown, shownIn } from "../senses/image-text/frame-scores.ts";
import { sumBetween } from "../signal/prefix-sum.ts";
import type { Span } from "../signal/span.ts";
import { aliveShare } from "./moments/alive-share.ts";
import { kindBetween, pointBetween, toldKindBetween } from "./moments/judged-cuts.ts";
import type { JudgedStretches } from "./moments/judged-stretches.ts";
import type { Stretch } from "./moments/moment-rater.ts";
import { type MomentTimeline, tickAt } from "./moments/moment-timeline.ts";
import type { MomentKind } from "./sentences/moment-kinds.ts";
import type { CutFacts, MomentText } from "./sentences/moment-text.ts";
import { type ScoreBreakdown, type ScoreFeatures, showScore } from "./virality/score-virality.ts";
import {
  FEATURE_COUNT,
  FEATURES_VERSION,
  type FeatureValues,
  featureRow,
} from "./virality/virality-feature-list.ts";
import { explainScore } from "./virality/virality-reason.ts";
import { keptShareOf } from "./wishes/kept-share.ts";
import { relevanceOf, type Wishes } from "./wishes/wish-relevance.ts";

export interface StoredFeatures {
  readonly version: number;
  /** In the order of the version's list; null where not known. */
  readonly values: readonly (number | null)[];
}

export interface Moment extends Span {
  readonly scoreBreakdown: ScoreBreakdown;
  readonly viralityScore: number;
  /** One sentence for a person. */
  readonly reason: string;
  readonly features: StoredFeatures;
  /** What it is posted for; null where nothing judged its words, or nothing is likely enough to be said. */
  readonly kind: MomentKind | null;
  /** Where on the source's clock that is said; null where nothing judged its words. */
  readonly pointS: number | null;
  /** How well it meets the subject that was asked for, 0 to 1; null where none was, or nothing tells. */
  readonly topicRelevance: number | null;
  /**
   * How far it meets the kinds that were asked for, 0 to 1; null where none was, a subject was asked for too, or nothing
   * judged its words: what is only counted says too little.
   */
  readonly kindsMet: number | null;
}

/** What is known of the source that moments are explained by, and the cut points that its stretches refer to. */
export interface ExplainedSource {
  readonly timeline: MomentTimeline;
  readonly text: MomentText;
  readonly wishes: Wishes;
  readonly judged: JudgedStretches | null;
  readonly frameScores: FrameScores | null;
  readonly scoreFeatures: ScoreFeatures;
  readonly cuts: readonly CutFacts[];
  readonly readFeatures: (stretch: Stretch) => FeatureValues;
}

/** Four decimals say all that a feature knows. */
function store(values: FeatureValues): StoredFeatures {
  const rounded = featureRow(values).map((value) =>
    Number.isNaN(value) ? null : Math.round(value * 1e4) / 1e4,
  );
  return { version: FEATURES_VERSION, values: rounded };
}

/**
 * What the model says of stretches of a search.
 * @throws AppError MODEL_UNAVAILABLE
 */
export async function explainMoments(
  source: ExplainedSource,
  stretches: readonly Stretch[],
): Promise<Moment[]> {
  const { timeline, text, wishes, judged, frameScores, cuts, readFeatures } = source;
  const values = stretches.map(readFeatures);
  const rows = Float32Array.from(values.flatMap(featureRow));
  const { scores, contributions } = await source.scoreFeatures(rows, { explain: true });
  return stretches.map((stretch, index) => {
    const { opensAt, closesAt, startS, endS } = stretch;
    const found = values[index] as FeatureValues;
    const left = aliveShare(timeline, stretch) * keptShareOf(source, stretch);
    const opens = cuts[opensAt];
    const closes = cuts[closesAt];
    const kind = toldKindBetween(judged, opens, closes);
    const point = pointBetween(judged, opens, closes);
    const said = relevanceOf(wishes.topic, opens?.nextSentence ?? 0, closes?.nextSentence ?? 0);
    const shown = {
      topic: shownIn(frameScores, "topic", stretch),
      title: shownIn(frameScores, "title", stretch),
    };
    const topicRelevance = saidOrShown(said, shown.topic);
    const tellsKinds = judged !== null && wishes.features !== null && wishes.named.topic.size === 0;
    const reason = explainScore({
      kind,
      likeliestKind: kindBetween(judged, opens, closes),
      point,
      shown,
      text,
      wishes,
      values: found,
      opens,
      closes,
      contributions: contributions.subarray(index * FEATURE_COUNT * 4, (index + 1) * FEATURE_COUNT * 4),
      shotChanges: sumBetween(timeline.shots, tickAt(timeline, startS), tickAt(timeline, endS)),
    });
    return {
      startS,
      endS,
      ...showScore(scores.subarray(index * 4, index * 4 + 4).map((points) => points * left)),
      reason,
      features: store(found),
      kind,
      topicRelevance: Number.isNaN(topicRelevance) ? null : topicRelevance,
      kindsMet: tellsKinds && !Number.isNaN(found.promptMatch) ? found.promptMatch : null,
      pointS: point === null ? null : (text.text.sentences[point]?.startS ?? null),
    };
  });
}
