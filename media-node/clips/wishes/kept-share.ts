// What a stretch loses by what a prompt wants left out: as much as it speaks of that, or is of a kind that is not wanted.
// It is taken off the score and not made a reason to leave a stretch out, so that as many clips come as are asked for.
import type { Stretch } from "../moments/moment-rater.ts";
import type { CutFacts } from "../sentences/moment-text.ts";
import type { FeatureValues } from "../virality/virality-feature-list.ts";
import { readKindsAsked, relevanceOf, type Wishes } from "./wish-relevance.ts";

/** What is wholly of what is not wanted is still better than no clip. */
const MIN_KEPT = 0.02;
/** Half the editors' marks of a stretch with so much of a kind are of it. */
const WHOLLY_OF_KIND = 0.5;

/** What is known of the stretches. */
export interface AvoidingSource {
  readonly wishes: Wishes;
  readonly cuts: readonly CutFacts[];
  readonly readFeatures: (stretch: Stretch) => FeatureValues;
}

/** How far a stretch keeps off what is not wanted, up to 1. */
export function keptShareOf({ wishes, cuts, readFeatures }: AvoidingSource, stretch: Stretch): number {
  const { topic, features } = wishes.avoided;
  if (topic === null && features === null) return 1;
  const from = cuts[stretch.opensAt]?.nextSentence ?? 0;
  const to = cuts[stretch.closesAt]?.nextSentence ?? 0;
  const about = topic === null ? 0 : relevanceOf(topic, from, to);
  const values = features === null ? null : readFeatures(stretch);
  const ofKind = values === null ? 0 : (readKindsAsked({ features }, [values])?.shareOf(values) ?? 0);
  return Math.max(MIN_KEPT, 1 - Math.max(about, Math.min(1, ofKind / WHOLLY_OF_KIND)));
}
