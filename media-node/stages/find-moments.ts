// Chooses the moments of a source that become clips, from what is said, heard and seen. Deterministic: the same analysis
// gives the same moments on every node and on every run, which is what lets a run that was interrupted be repeated.
// Every pair of cut points that fits the asked length is a candidate: between sentences where somebody speaks, else where
// sound and picture pause. A quick rating shortens the list, the virality model scores it, and an exact search takes the
// best set. Searching around loudness peaks was rejected, because it finds loud moments rather than whole ones.
import { AppError } from "../../shared/errors.ts";
import type { AudioAnalysis } from "../signal/audio-analysis.ts";
import type { Cue, Span } from "../signal/cues.ts";
import type { FacePresence } from "../signal/face-presence.ts";
import { type Candidates, listCandidates, thinCutPoints } from "../signal/moment-candidates.ts";
import { featureMatrix, shortlist, stretchAt } from "../signal/moment-features.ts";
import { createMomentRater, type LengthBounds, type Stretch } from "../signal/moment-rater.ts";
import { rateSignals, shareSignals } from "../signal/moment-rating.ts";
import {
  BOUNDARY,
  type Boundary,
  type CutFacts,
  type MomentText,
  readMomentText,
} from "../signal/moment-text.ts";
import { buildTimeline, type MomentTimeline, TICK_S, tickAt } from "../signal/moment-timeline.ts";
import { type PictureMatches, saidOrShown, shownIn } from "../signal/picture-match.ts";
import { sumBetween } from "../signal/prefix-sum.ts";
import { type SelectionSources, selectDifferent } from "../signal/select-different.ts";
import { findSentenceCuts } from "../signal/sentence-cuts.ts";
import { isAnsweredNext } from "../signal/sentence-openings.ts";
import type { SpokenWord } from "../signal/sentences.ts";
import type { SoundEvents } from "../signal/sound-events.ts";
import { lexicalSimilarity, type TextSimilarity } from "../signal/text-similarity.ts";
import { NO_WISHES, readWishes, relevanceOf, type Wishes } from "../signal/topic-match.ts";
import type { VideoAnalysis } from "../signal/video-analysis.ts";
import {
  FEATURE_COUNT,
  FEATURES_VERSION,
  type FeatureValues,
  featureRow,
} from "../signal/virality-feature-list.ts";
import { createFeatureReader } from "../signal/virality-features.ts";
import { explainScore } from "../signal/virality-reason.ts";
import { wordsOfCues } from "./cue-words.ts";
import { type ScoreBreakdown, type ScoreFeatures, showScore } from "./score-virality.ts";

export interface FindMomentsInput {
  readonly audio: AudioAnalysis | null;
  readonly video: VideoAnalysis | null;
  /** Cues on the source's clock; may be empty, unsorted or overlapping. They are never cut. */
  readonly cues: readonly Cue[];
  /** Words with times of their own, ascending; then these are never cut, and cues may be. */
  readonly words?: readonly SpokenWord[];
  readonly range: Span;
  /** How many clips are wanted; fewer good moments give fewer. */
  readonly clipCount: number;
  readonly clipLengthS: LengthBounds;
  readonly prompt?: string | null;
  readonly title?: string | null;
  readonly scoreFeatures: ScoreFeatures;
  /** The words themselves, unless an embedding model is installed. */
  readonly similarity?: TextSimilarity;
  /** What an audio-event model heard; null where none is installed. */
  readonly soundEvents?: SoundEvents | null;
  /** What an image-text model saw of prompt and title; null where none is installed, or nothing was asked for. */
  readonly pictures?: PictureMatches | null;
  /** Where a face detector saw faces; null where none is installed. */
  readonly faces?: FacePresence | null;
}

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
}

/** How strictly cuts and quiet are judged. */
interface Pass {
  readonly leastBoundary: Boundary;
  /** Whether questions and their answers stay together. */
  readonly keepsAnswers: boolean;
  readonly longestGapS: number;
  readonly shortestPauseS: number;
  /** Seconds of dead stretches, and share of dead time, that a clip may hold. */
  readonly mostDeadRunS: number;
  readonly mostDeadShare: number;
  /** How far a length may lie outside what was asked. */
  readonly toleranceS: number;
  readonly hasRangeEnds: boolean;
  /** Tried only when the ones before found nothing. */
  readonly isLastResort: boolean;
}

const STRICT: Pass = {
  ...{ leastBoundary: BOUNDARY.sentence, keepsAnswers: true, longestGapS: 6, shortestPauseS: 0.2 },
  ...{ mostDeadRunS: 1, mostDeadShare: 0.4, toleranceS: 0, hasRangeEnds: false, isLastResort: false },
};
const PASSES: readonly Pass[] = [
  STRICT,
  { ...STRICT, keepsAnswers: false, shortestPauseS: 0.12, mostDeadShare: 0.5 },
  {
    ...STRICT,
    ...{ leastBoundary: BOUNDARY.clause, keepsAnswers: false, shortestPauseS: 0.12, mostDeadShare: 0.5 },
    isLastResort: true,
  },
  {
    ...{ leastBoundary: BOUNDARY.insideClause, keepsAnswers: false, longestGapS: 2, shortestPauseS: 0.12 },
    ...{ mostDeadRunS: Number.POSITIVE_INFINITY, mostDeadShare: 0.8 },
    ...{ toleranceS: 0.3, hasRangeEnds: true, isLastResort: true },
  },
];
/** Points that the quick rating gives to a full match of the prompt, so that long sources keep what was asked for. */
const PROMPT_POINTS = 40;

function isDead(timeline: MomentTimeline, stretch: Span, pass: Pass): boolean {
  const from = tickAt(timeline, stretch.startS);
  const to = tickAt(timeline, stretch.endS);
  return (
    sumBetween(timeline.deadRuns, from, to) * TICK_S > pass.mostDeadRunS ||
    sumBetween(timeline.dead, from, to) > pass.mostDeadShare * (to - from)
  );
}

/** What a source says and shows, made ready once for all passes. */
interface Prepared {
  readonly input: FindMomentsInput;
  readonly timeline: MomentTimeline;
  readonly text: MomentText;
  readonly wishes: Wishes;
}

interface Search extends SelectionSources {
  readonly candidates: Candidates;
  readonly readFeatures: (stretch: Stretch) => FeatureValues;
}

/** Whether a clip would end on a question whose answer follows, or begin with an answer whose question would fit. */
function partsAnswer(
  { text }: MomentText,
  opens: CutFacts,
  closes: CutFacts,
  endS: number,
  mostS: number,
): boolean {
  if (isAnsweredNext(text, closes.nextSentence - 1)) return true;
  const asked = opens.nextSentence - 1;
  return isAnsweredNext(text, asked) && endS - (text.sentences[asked]?.startS ?? 0) <= mostS;
}

function search({ input, timeline, text, wishes }: Prepared, pass: Pass): Search {
  const { clipLengthS, clipCount, range, soundEvents = null, pictures = null, faces = null } = input;
  const units = input.words ?? input.cues;
  const points = thinCutPoints(findSentenceCuts({ ...input, ...pass, units, text }));
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
    const wish = saidOrShown(said, shownIn(pictures, "topic", stretch));
    return rateSignals(rater.signals(stretch), shares) + (Number.isNaN(wish) ? 0 : PROMPT_POINTS * wish);
  };
  return {
    ...{ points, cuts, text, count: clipCount, rangeLengthS: range.endS - range.startS },
    candidates: shortlist(listCandidates(points, bounds, rate)),
    readFeatures: createFeatureReader({
      ...{ timeline, rater, text, cuts, wishes, soundEvents, pictures, faces },
    }),
  };
}

/** Four decimals say all that a feature knows. */
function store(values: FeatureValues): StoredFeatures {
  const rounded = featureRow(values).map((value) =>
    Number.isNaN(value) ? null : Math.round(value * 1e4) / 1e4,
  );
  return { version: FEATURES_VERSION, values: rounded };
}

/** The chosen stretches with what the model says of them. */
async function explain(
  { timeline, text, input, wishes }: Prepared,
  { cuts, readFeatures }: Search,
  stretches: readonly Stretch[],
): Promise<Moment[]> {
  const values = stretches.map(readFeatures);
  const rows = Float32Array.from(values.flatMap(featureRow));
  const { scores, contributions } = await input.scoreFeatures(rows, { explain: true });
  return stretches.map((stretch, index) => {
    const { opensAt, closesAt, startS, endS } = stretch;
    const found = values[index] as FeatureValues;
    const { pictures = null } = input;
    const reason = explainScore({
      shown: { topic: shownIn(pictures, "topic", stretch), title: shownIn(pictures, "title", stretch) },
      ...{ text, wishes, values: found, opens: cuts[opensAt], closes: cuts[closesAt] },
      contributions: contributions.subarray(index * FEATURE_COUNT * 4, (index + 1) * FEATURE_COUNT * 4),
      shotChanges: sumBetween(timeline.shots, tickAt(timeline, startS), tickAt(timeline, endS)),
    });
    return {
      startS,
      endS,
      ...showScore(scores.subarray(index * 4, index * 4 + 4)),
      reason,
      features: store(found),
    };
  });
}

/**
 * What a clip of a score counts in a set, 0 to 100. The cube makes one outstanding clip worth more than two good ones,
 * so that the best moment of a source is not cut in two to fill the count.
 */
function worth(score: number): number {
  return (score / 100) ** 3 * 100;
}

async function choose(prepared: Prepared, pass: Pass): Promise<Moment[]> {
  const found = search(prepared, pass);
  const { candidates, readFeatures } = found;
  if (candidates.score.length === 0) return [];
  const { scores } = await prepared.input.scoreFeatures(featureMatrix(candidates, readFeatures), {
    explain: false,
  });
  const scored = {
    ...candidates,
    score: candidates.score.map((_, index) =>
      worth(showScore(scores.subarray(index * 4, index * 4 + 4)).viralityScore),
    ),
  };
  const { candidates: left, chosen } = selectDifferent(found, scored);
  return explain(
    prepared,
    found,
    chosen.map((index) => stretchAt(left, index)),
  );
}

function isAllDead(timeline: MomentTimeline): boolean {
  return sumBetween(timeline.dead, 0, timeline.tickCount) >= 0.98 * timeline.tickCount;
}

function seconds(value: number): string {
  return `${Math.round(value * 10) / 10} s`;
}

function noMoments({ range, clipLengthS }: FindMomentsInput, why: string): AppError {
  const length = `${seconds(clipLengthS.min)} to ${seconds(clipLengthS.max)}`;
  const where = `from ${seconds(range.startS)} to ${seconds(range.endS)}`;
  return new AppError("NO_MOMENTS_FOUND", `No clip of ${length} can be cut ${where}: ${why}.`);
}

async function prepare(input: FindMomentsInput, timeline: MomentTimeline): Promise<Prepared> {
  const { similarity = lexicalSimilarity, prompt = null, title = null } = input;
  const text = readMomentText(input.words ?? wordsOfCues(input.cues));
  const wishes = text.hasWords ? await readWishes(similarity, text, { prompt, title }) : NO_WISHES;
  return { input, timeline, text, wishes };
}

/**
 * The best moments, best first: each inside `range`, its length within `clipLengthS` (by 0.3 s outside it where nothing
 * else can be cut), none overlapping another, no cut through a word as far as sound and text tell.
 * @throws AppError NO_MOMENTS_FOUND when the range is shorter than a clip, or silent and still throughout; MODEL_UNAVAILABLE
 */
export async function findMoments(input: FindMomentsInput): Promise<Moment[]> {
  const lengthS = input.range.endS - input.range.startS;
  if (lengthS < input.clipLengthS.min) throw noMoments(input, `the range has only ${seconds(lengthS)}`);
  const timeline = buildTimeline(input.audio, input.video, input.range);
  if (isAllDead(timeline)) throw noMoments(input, "it is silent and still throughout");
  const prepared = await prepare(input, timeline);
  const mostPossible = Math.min(input.clipCount, Math.floor(lengthS / input.clipLengthS.min));
  let best: Moment[] = [];
  for (const pass of PASSES) {
    if (best.length >= mostPossible || (pass.isLastResort && best.length > 0)) break;
    const moments = await choose(prepared, pass);
    if (moments.length > best.length) best = moments;
  }
  if (best.length === 0)
    throw noMoments(input, "no stretch of that length has places to cut and is not mostly silent and still");
  return best.sort((a, b) => b.viralityScore - a.viralityScore || a.startS - b.startS);
}
