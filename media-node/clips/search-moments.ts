// Which stretches of a source could become clips, with what is known of each: cut points are found, every pair of them that
// fits the asked length is rated, and the best rated ones get their features.
import { yieldToEventLoop } from "../../shared/process/time-slices.ts";
import { saidOrShown, shownIn } from "../senses/image-text/frame-scores.ts";
import type { Cue } from "../signal/cues.ts";
import { sumBetween } from "../signal/prefix-sum.ts";
import type { Span } from "../signal/span.ts";
import { freeSpans } from "./cuts/free-spans.ts";
import { type PackedSpans, packedCuts } from "./cuts/packed-cuts.ts";
import { findSentenceCuts } from "./cuts/sentence-cuts.ts";
import { deadRunsS } from "./moments/alive-share.ts";
import { judgeBetween } from "./moments/judged-cuts.ts";
import { judgedUtility } from "./moments/judged-utility.ts";
import { type Candidates, listCandidates, thinCutPoints } from "./moments/moment-candidates.ts";
import type { Pass } from "./moments/moment-passes.ts";
import { createMomentRater, type Stretch } from "./moments/moment-rater.ts";
import { rateSignals, shareSignals } from "./moments/moment-rating.ts";
import { type MomentTimeline, tickAt } from "./moments/moment-timeline.ts";
import { packStretches } from "./moments/pack-stretches.ts";
import type { SelectionSources } from "./moments/select-varied.ts";
import type { MomentSource, PreparedSource } from "./prepare-source.ts";
import type { CutFacts, MomentText } from "./sentences/moment-text.ts";
import { isAnsweredNext } from "./sentences/sentence-openings.ts";
import { shortlist } from "./virality/moment-features.ts";
import type { FeatureValues } from "./virality/virality-feature-list.ts";
import { createFeatureReader } from "./virality/virality-features.ts";
import { relevanceOf, type Wishes } from "./wishes/wish-relevance.ts";

/** Points that the quick rating gives to full relevance to the prompt, so that long sources keep what was asked for. */
const PROMPT_POINTS = 40;
/** Points that it gives to a unit of what a sentence judge says of a stretch: more than to all counted words together. */
const JUDGED_POINTS = 30;

function isDead(timeline: MomentTimeline, stretch: Span, pass: Pass): boolean {
  const from = tickAt(timeline, stretch.startS);
  const to = tickAt(timeline, stretch.endS);
  return (
    deadRunsS(timeline, stretch) > pass.maxDeadRunS ||
    sumBetween(timeline.dead, from, to) > pass.maxDeadShare * (to - from)
  );
}

export interface MomentSearch extends SelectionSources {
  readonly candidates: Candidates;
  readonly wishes: Wishes;
  /** All but `support` and how far the kinds asked for are met, which depend on the other candidates (score-candidates). */
  readonly readFeatures: (stretch: Stretch) => FeatureValues;
}

/** Whether a clip would end on a question whose answer follows, or begin with an answer whose question would fit. */
function partsAnswer(
  { text }: MomentText,
  { opens, closes, endS }: { readonly opens: CutFacts; readonly closes: CutFacts; readonly endS: number },
  maxS: number,
): boolean {
  if (isAnsweredNext(text, closes.nextSentence - 1)) return true;
  const asked = opens.nextSentence - 1;
  return isAnsweredNext(text, asked) && endS - (text.sentences[asked]?.startS ?? 0) <= maxS;
}

/** What a clip of the source must not cut. */
function unitsOf({ words, cues }: MomentSource): readonly Cue[] {
  return words ?? cues;
}

/**
 * Stretches that lie beside each other where the cuts of `pass` leave no room for as many: at most `count`, as many as
 * there can be.
 */
export function packMoments({ input, timeline }: PreparedSource, pass: Pass, count: number): PackedSpans {
  const free = freeSpans({ ...input, ...pass, units: unitsOf(input) });
  const isAllowed = (stretch: Span): boolean => !isDead(timeline, stretch, pass);
  return { free, packed: packStretches(free, { bounds: input.clipLengthS, count, isAllowed }) };
}

/**
 * The candidates of a pass, as many as the virality model scores, with a reader of their features.
 * @throws the signal's reason on abort
 */
export async function searchMoments(
  { input, timeline, text, wishes, judged }: PreparedSource,
  pass: Pass,
  packing: PackedSpans | null = null,
): Promise<MomentSearch> {
  const { clipLengthS, range, audioEvents = null, frameScores = null, faces = null } = input;
  const units = unitsOf(input);
  const points =
    packing === null
      ? thinCutPoints(findSentenceCuts({ ...input, ...pass, units, text }))
      : packedCuts(packing);
  await yieldToEventLoop(input.signal);
  const cuts = points.map((point) => text.factsAt(point));
  const rater = createMomentRater(timeline, points, text.hasWords ? { text, cuts } : null, clipLengthS);
  const shares = shareSignals({ audio: timeline.hasAudio, video: timeline.hasVideo, words: text.hasWords });
  const bounds = { min: clipLengthS.min - pass.toleranceS, max: clipLengthS.max + pass.toleranceS };
  const rate = (stretch: Stretch): number | null => {
    const opens = cuts[stretch.opensAt];
    const closes = cuts[stretch.closesAt];
    if (opens === undefined || closes === undefined || isDead(timeline, stretch, pass)) return null;
    const ends = { opens, closes, endS: stretch.endS };
    if (pass.keepsAnswers && text.hasWords && partsAnswer(text, ends, bounds.max)) return null;
    const said = relevanceOf(wishes.topic, opens.nextSentence, closes.nextSentence);
    const wish = saidOrShown(said, shownIn(frameScores, "topic", stretch));
    const asked = Number.isNaN(wish) ? 0 : PROMPT_POINTS * wish;
    const lengthS = stretch.endS - stretch.startS;
    const utility = judgedUtility(judgeBetween(judged, opens, closes), lengthS, clipLengthS);
    return rateSignals(rater.signals(stretch), shares) + asked + JUDGED_POINTS * utility;
  };
  const candidates = shortlist(listCandidates(points, bounds, rate));
  const sources = { timeline, rater, text, cuts, wishes, audioEvents, frameScores, faces, judged };
  return {
    points,
    cuts,
    text,
    judged,
    wishes,
    rangeLengthS: range.endS - range.startS,
    candidates,
    readFeatures: createFeatureReader(sources),
  };
}
