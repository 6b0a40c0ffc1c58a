// Which stretches of a source could become clips, with what is known of each: what is said is read and judged once, cut
// points are found, every pair of them that fits the asked length is rated, and the best rated ones get their features.

import { inTurns, letOthersTurn } from "../../shared/process/in-turns.ts";
import { wordsInSteps } from "../captions/cue-words.ts";
import type { VideoAnalysis } from "../framing/shots/video-analysis.ts";
import type { AudioEvents } from "../senses/audio-events/audio-events.ts";
import type { FacePresence } from "../senses/faces/face-presence.ts";
import { type FrameScores, saidOrShown, shownIn } from "../senses/image-text/frame-scores.ts";
import { lexicalSimilarity, type TextSimilarity } from "../senses/meaning/text-similarity.ts";
import type { AudioAnalysis } from "../signal/audio-analysis.ts";
import type { Cue } from "../signal/cues.ts";
import { sumBetween } from "../signal/prefix-sum.ts";
import type { Span } from "../signal/span.ts";
import type { SpokenWord } from "../signal/spoken-word.ts";
import { freeSpans } from "./cuts/free-spans.ts";
import { type PackedSpans, packedCuts } from "./cuts/packed-cuts.ts";
import { findSentenceCuts } from "./cuts/sentence-cuts.ts";
import { judgeBetween } from "./moments/judged-cuts.ts";
import { type JudgedStretches, judgeStretches } from "./moments/judged-stretches.ts";
import { judgedUtility } from "./moments/judged-utility.ts";
import { type Candidates, listCandidates, thinCutPoints } from "./moments/moment-candidates.ts";
import type { Pass } from "./moments/moment-passes.ts";
import { createMomentRater, type LengthBounds, type Stretch } from "./moments/moment-rater.ts";
import { rateSignals, shareSignals } from "./moments/moment-rating.ts";
import { type MomentTimeline, TICK_S, tickAt } from "./moments/moment-timeline.ts";
import { packStretches } from "./moments/pack-stretches.ts";
import type { SelectionSources } from "./moments/select-varied.ts";
import { isSpeechAudible } from "./moments/speech-evidence.ts";
import { type CutFacts, type MomentText, understandText } from "./sentences/moment-text.ts";
import type { SentenceJudgements } from "./sentences/sentence-judgements.ts";
import { isAnsweredNext } from "./sentences/sentence-openings.ts";
import { type SpokenText, splitInSteps } from "./sentences/sentences.ts";
import { turnsHeardIn } from "./sentences/voice-turns.ts";
import { shortlist } from "./virality/moment-features.ts";
import type { FeatureValues } from "./virality/virality-feature-list.ts";
import { createFeatureReader } from "./virality/virality-features.ts";
import { readWishes, relevanceOf, type Wishes } from "./virality/wish-relevance.ts";

export interface MomentSource {
  readonly audio: AudioAnalysis | null;
  readonly video: VideoAnalysis | null;
  /** Cues on the source's clock; may be empty, unsorted or overlapping. They are never cut. */
  readonly cues: readonly Cue[];
  /** Words with times of their own, ascending; then these are never cut, and cues may be. */
  readonly words?: readonly SpokenWord[];
  readonly range: Span;
  /** How long the source is that the range is of; no longer than the range reaches unless given. */
  readonly sourceS?: number;
  readonly clipLengthS: LengthBounds;
  readonly prompt?: string | null;
  readonly title?: string | null;
  /** The words themselves, unless an embedding model is installed. */
  readonly similarity?: TextSimilarity;
  /** What a model of text says of every sentence; null where there is none that reads this text. */
  readonly judgeText?: (text: SpokenText) => Promise<SentenceJudgements | null>;
  /** What an audio-event model heard; null where none is installed. */
  readonly audioEvents?: AudioEvents | null;
  /** What an image-text model saw of prompt and title; null where none is installed, or nothing was asked for. */
  readonly frameScores?: FrameScores | null;
  /** Where a face detector saw faces; null where none is installed. */
  readonly faces?: FacePresence | null;
  /** Ends the choice between its parts. */
  readonly signal?: AbortSignal;
}

/** Points that the quick rating gives to full relevance to the prompt, so that long sources keep what was asked for. */
const PROMPT_POINTS = 40;
/** Points that it gives to a unit of what a sentence judge says of a stretch: more than to all counted words together. */
const JUDGED_POINTS = 30;

function isDead(timeline: MomentTimeline, stretch: Span, pass: Pass): boolean {
  const from = tickAt(timeline, stretch.startS);
  const to = tickAt(timeline, stretch.endS);
  return (
    sumBetween(timeline.deadRuns, from, to) * TICK_S > pass.maxDeadRunS ||
    sumBetween(timeline.dead, from, to) > pass.maxDeadShare * (to - from)
  );
}

/** What a source says and shows, made ready once for all passes. */
export interface PreparedSource {
  readonly input: MomentSource;
  readonly timeline: MomentTimeline;
  readonly text: MomentText;
  readonly wishes: Wishes;
  readonly judged: JudgedStretches | null;
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
  opens: CutFacts,
  closes: CutFacts,
  endS: number,
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
  await letOthersTurn(input.signal);
  const cuts = points.map((point) => text.factsAt(point));
  const rater = createMomentRater(timeline, points, text.hasWords ? { text, cuts } : null, clipLengthS);
  const shares = shareSignals({ audio: timeline.hasAudio, video: timeline.hasVideo, words: text.hasWords });
  const bounds = { min: clipLengthS.min - pass.toleranceS, max: clipLengthS.max + pass.toleranceS };
  const rate = (stretch: Stretch): number | null => {
    const opens = cuts[stretch.opensAt];
    const closes = cuts[stretch.closesAt];
    if (opens === undefined || closes === undefined || isDead(timeline, stretch, pass)) return null;
    if (pass.keepsAnswers && text.hasWords && partsAnswer(text, opens, closes, stretch.endS, bounds.max))
      return null;
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

/** Reads and judges what is said; of twelve hours each part takes a second or two. @throws the signal's reason on abort */
export async function prepareSource(input: MomentSource, timeline: MomentTimeline): Promise<PreparedSource> {
  const { similarity = lexicalSimilarity, prompt = null, title = null, signal } = input;
  const words = input.words ?? (await inTurns(wordsInSteps(input.cues), signal));
  const isAudible = isSpeechAudible(timeline, words);
  const { range, sourceS = range.endS } = input;
  const known = { ...range, hasBefore: range.startS > 0, hasAfter: range.endS < sourceS };
  await letOthersTurn(signal);
  const hearTurns = isAudible ? turnsHeardIn(input.audio) : undefined;
  const spoken = await inTurns(splitInSteps(words, hearTurns), signal);
  await letOthersTurn(signal);
  const text = understandText(spoken, known);
  await letOthersTurn(signal);
  const wishes = await readWishes(similarity, text, { prompt, title });
  if (!text.hasWords) return { input, timeline, text, wishes, judged: null };
  const judgements = (await input.judgeText?.(text.text)) ?? null;
  const judged = judgements === null ? null : judgeStretches(text.text.sentences, judgements);
  return { input, timeline: isAudible ? timeline : { ...timeline, hasAudio: false }, text, wishes, judged };
}
