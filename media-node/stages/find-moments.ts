// Chooses the moments of a source that become clips, from what was heard and seen (and from subtitle cues where the
// source has them). Pure and deterministic: the same analysis gives the same moments on every node and on every run,
// which is what lets a run that was interrupted be repeated. The search is exhaustive over pairs of cut points;
// searching around loudness peaks was rejected, because it finds loud moments rather than whole ones.
import { AppError } from "../../shared/errors.ts";
import type { AudioAnalysis } from "../signal/audio-analysis.ts";
import { type CueFacts, gatherCueFacts } from "../signal/cue-facts.ts";
import type { Cue, Span } from "../signal/cues.ts";
import type { CutPoint } from "../signal/cut-point.ts";
import { findCutPoints } from "../signal/cut-points.ts";
import { type Candidates, listCandidates, thinCutPoints } from "../signal/moment-candidates.ts";
import {
  createMomentRater,
  type LengthBounds,
  type MomentRater,
  type Stretch,
} from "../signal/moment-rater.ts";
import { describeMoment } from "../signal/moment-reason.ts";
import { buildTimeline, type MomentTimeline, TICK_S, tickAt } from "../signal/moment-timeline.ts";
import { sumBetween } from "../signal/prefix-sum.ts";
import { selectMoments } from "../signal/select-moments.ts";
import type { VideoAnalysis } from "../signal/video-analysis.ts";
import { type ScoreBreakdown, type SignalShares, scoreVirality, shareSignals } from "./score-virality.ts";

export interface FindMomentsInput {
  readonly audio: AudioAnalysis | null;
  readonly video: VideoAnalysis | null;
  /** Subtitle cues on the source's clock; may be empty, unsorted or overlapping. */
  readonly cues: readonly Cue[];
  readonly range: Span;
  /** How many clips are wanted; fewer good moments give fewer. */
  readonly clipCount: number;
  readonly clipLengthS: LengthBounds;
}

export interface Moment extends Span {
  readonly scoreBreakdown: ScoreBreakdown;
  readonly viralityScore: number;
  /** One sentence for a person. */
  readonly reason: string;
}

/** How strictly cuts and quiet are judged. */
interface Pass {
  readonly longestGapS: number;
  readonly shortestPauseS: number;
  /** Seconds of dead stretches, and share of dead time, that a clip may hold. */
  readonly mostDeadRunS: number;
  readonly mostDeadShare: number;
  /** How far a length may lie outside what was asked. */
  readonly toleranceS: number;
  readonly hasRangeEnds: boolean;
}

/** The second pass runs when the first finds fewer clips than asked, the last one only when both find none. */
const PASSES: readonly Pass[] = [
  {
    longestGapS: 6,
    shortestPauseS: 0.2,
    mostDeadRunS: 1,
    mostDeadShare: 0.4,
    toleranceS: 0,
    hasRangeEnds: false,
  },
  {
    longestGapS: 6,
    shortestPauseS: 0.12,
    mostDeadRunS: 1,
    mostDeadShare: 0.5,
    toleranceS: 0,
    hasRangeEnds: false,
  },
  {
    longestGapS: 2,
    shortestPauseS: 0.12,
    mostDeadRunS: Number.POSITIVE_INFINITY,
    mostDeadShare: 0.8,
    toleranceS: 0.3,
    hasRangeEnds: true,
  },
];

function isDead(timeline: MomentTimeline, stretch: Stretch, pass: Pass): boolean {
  const from = tickAt(timeline, stretch.startS);
  const to = tickAt(timeline, stretch.endS);
  return (
    sumBetween(timeline.deadRuns, from, to) * TICK_S > pass.mostDeadRunS ||
    sumBetween(timeline.dead, from, to) > pass.mostDeadShare * (to - from)
  );
}

interface Search {
  readonly timeline: MomentTimeline;
  readonly points: readonly CutPoint[];
  readonly facts: CueFacts;
  readonly rater: MomentRater;
  readonly shares: SignalShares;
}

function toMoment(search: Search, candidates: Candidates, index: number): Moment {
  const { timeline, points, facts, rater, shares } = search;
  const opensAt = candidates.opensAt[index] ?? 0;
  const closesAt = candidates.closesAt[index] ?? 0;
  const startS = candidates.startS[index] ?? 0;
  const endS = candidates.endS[index] ?? 0;
  const signals = rater.signals({ opensAt, closesAt, startS, endS });
  const reason = describeMoment({
    signals,
    opens: points[opensAt] as CutPoint,
    closes: points[closesAt] as CutPoint,
    opensFacts: facts.hasCues ? facts.cuts[opensAt] : undefined,
    closesFacts: facts.hasCues ? facts.cuts[closesAt] : undefined,
    shotChanges: sumBetween(timeline.shots, tickAt(timeline, startS), tickAt(timeline, endS)),
    hasAudio: timeline.hasAudio,
    hasVideo: timeline.hasVideo,
  });
  return { startS, endS, ...scoreVirality(signals, shares), reason };
}

function choose(input: FindMomentsInput, timeline: MomentTimeline, pass: Pass): Moment[] {
  const points = thinCutPoints(findCutPoints({ ...input, ...pass }));
  const facts = gatherCueFacts(input.cues, points);
  const rater = createMomentRater(timeline, points, facts, input.clipLengthS);
  const shares = shareSignals({ audio: timeline.hasAudio, video: timeline.hasVideo, cues: facts.hasCues });
  const bounds = {
    min: input.clipLengthS.min - pass.toleranceS,
    max: input.clipLengthS.max + pass.toleranceS,
  };
  const candidates = listCandidates(points, bounds, (stretch) =>
    isDead(timeline, stretch, pass) ? null : scoreVirality(rater.signals(stretch), shares).viralityScore,
  );
  const chosen = selectMoments(points, candidates, input.clipCount, input.range.endS - input.range.startS);
  const search: Search = { timeline, points, facts, rater, shares };
  return chosen.map((index) => toMoment(search, candidates, index));
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

/**
 * The best moments, best first: each inside `range`, its length within `clipLengthS` (by 0.3 s
 * outside it where nothing else can be cut), none overlapping another, no cut
 * through a word as far as sound and cues tell.
 * @throws AppError NO_MOMENTS_FOUND when the range is shorter than a clip, or silent and still throughout.
 */
export function findMoments(input: FindMomentsInput): Moment[] {
  const lengthS = input.range.endS - input.range.startS;
  if (lengthS < input.clipLengthS.min) {
    throw noMoments(input, `the range has only ${seconds(lengthS)}`);
  }
  const timeline = buildTimeline(input.audio, input.video, input.range);
  if (isAllDead(timeline)) throw noMoments(input, "it is silent and still throughout");
  const mostPossible = Math.min(input.clipCount, Math.floor(lengthS / input.clipLengthS.min));
  let best: Moment[] = [];
  for (const [index, pass] of PASSES.entries()) {
    const isLastResort = index === PASSES.length - 1;
    if (best.length >= mostPossible || (isLastResort && best.length > 0)) break;
    const moments = choose(input, timeline, pass);
    if (moments.length > best.length) best = moments;
  }
  if (best.length === 0)
    throw noMoments(input, "no stretch of that length has places to cut and is not mostly silent and still");
  return best.sort((a, b) => b.viralityScore - a.viralityScore || a.startS - b.startS);
}
