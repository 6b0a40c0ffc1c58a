// Chooses the moments of a match that its reel shows, from the excitement that the highlight model reads out of the
// match's curves: peaks that stand out, the time around each as its sport is cut, snapped to shot changes and pauses,
// with the replays that follow. Deterministic: the same curves give the same moments on every node and on every run.
import { AppError } from "../../../shared/errors.ts";
import type { SportCategory } from "../../../shared/tasks/highlight-job.ts";
import type { AudioAnalysis } from "../../signal/audio-analysis.ts";
import { findPauses } from "../../signal/pauses.ts";
import { percentile } from "../../signal/percentile.ts";
import { nameSpan, type Span } from "../../signal/span.ts";
import type { MatchCurves, ReplaySpan } from "../match-curves.ts";
import { readCrowdNoise } from "./crowd-noise.ts";
import { type EdgePlaces, edgesOf, readSmoothed } from "./match-edges.ts";
import { contributionsAt, type MatchExcitement } from "./match-excitement.ts";
import {
  beginAfterReplay,
  joinOverlapping,
  keepReplays,
  letCrowdsOut,
  type MatchMoment,
  sureReplays,
} from "./match-moments.ts";
import { findMatchPeaks, smooth } from "./match-peaks.ts";
import { explainMoment } from "./match-reason.ts";
import { MATCH_SHAPES } from "./match-shapes.ts";
import { measuredReason } from "./measured-reason.ts";
import { foundAt } from "./moment-evidence.ts";
import { selectReel } from "./reel-selection.ts";
import type { ExciteMatch } from "./score-highlights.ts";

/** A moment on the source's clock, seconds. */
export interface FoundMoment extends Span {
  /** When it is most exciting. */
  readonly peakS: number;
  /** 0 to 100. */
  readonly score: number;
  /** One sentence for a person. */
  readonly reason: string;
}

export interface FindHighlightsInput {
  readonly curves: MatchCurves;
  /** Null for a source without audio. */
  readonly audio: AudioAnalysis | null;
  /** Ascending, on the source's clock. */
  readonly shotChangesS: ArrayLike<number>;
  readonly replays: readonly ReplaySpan[];
  /** Where people get louder, see MatchAudio. */
  readonly swells: readonly Span[];
  /** Whether the footage was recognized as a match: of any other only what was measured is told. */
  readonly isMatch: boolean;
  readonly category: SportCategory;
  readonly range: Span;
  /** What all moments of the reel should last together. */
  readonly reelLengthS: number;
  readonly excite: ExciteMatch;
}

export interface FoundHighlights {
  /** Every candidate, best first; none overlaps another. */
  readonly ranked: readonly FoundMoment[];
  /** Those of the reel, in the order of time. */
  readonly reel: readonly FoundMoment[];
}

/** One second: the curves have half of that, and no moment is shorter. */
const SMOOTHING_S = 1;
/** How far a moment must rise over what is around it, in parts of the whole scale of the excitement. */
const MIN_PROMINENCE = 0.03;
/** How far the best moment must rise over the calm quarter of its match: below, it is like all the rest. */
const MIN_BEST = 0.08;
const CALM_SHARE = 0.25;
/** A replay comes this long after what it shows, at most. */
const REPLAY_OF_S = 45;
/** Shorter moments are left over where two were parted, and show nothing. */
const MIN_MOMENT_S = 2;

/** 1 for ticks that show a replay. */
function markReplays({ startS, hopS, tickCount }: MatchCurves, replays: readonly ReplaySpan[]): Uint8Array {
  const replayed = new Uint8Array(tickCount);
  for (const replay of replays) {
    const from = Math.max(0, Math.floor((replay.startS - startS) / hopS));
    replayed.fill(1, Math.min(from, tickCount), Math.max(0, Math.ceil((replay.endS - startS) / hopS)));
  }
  return replayed;
}

/** What each curve adds around a moment's peak, in the order of MATCH_CURVES. */
function contributionsAround(excited: MatchExcitement, tick: number): Float64Array {
  const rows = [tick - 1, tick, tick + 1]
    .filter((each) => each >= 0 && each < excited.excitement.length)
    .map((each) => contributionsAt(excited, each));
  return (rows[0] ?? new Float64Array()).map(
    (_, curve) => rows.reduce((sum, row) => sum + (row[curve] ?? 0), 0) / rows.length,
  );
}

function cutMoments(input: FindHighlightsInput, excitement: Float32Array): MatchMoment[] {
  const { curves, audio, shotChangesS, category, range } = input;
  const { startS, hopS } = curves;
  const shape = MATCH_SHAPES[category];
  const replays = sureReplays(input.replays);
  const match = readSmoothed(smooth(excitement, SMOOTHING_S / hopS), startS, hopS);
  const minBest = percentile(match.values, CALM_SHARE) + MIN_BEST;
  if (!match.values.some((value) => value >= minBest)) return [];
  const peaks = findMatchPeaks(match.values, {
    replayed: markReplays(curves, replays),
    minProminence: MIN_PROMINENCE,
    replayOfTicks: REPLAY_OF_S / hopS,
    apartTicks: shape.apartS / hopS,
  });
  const pauses = audio === null ? [] : findPauses(audio);
  const noise = readCrowdNoise(curves);
  const places: EdgePlaces = { shotChangesS, pauses, audio, noise, range };
  const moments = peaks
    .map(({ tick, height }) => {
      const peakS = Math.min(range.endS, Math.max(range.startS, startS + (tick + 0.5) * hopS));
      const moment = { ...edgesOf(match, tick, shape, places), peakS, height, tick };
      return beginAfterReplay(moment, replays, shape.leadInS.min / 2);
    })
    .map((moment) => keepReplays(moment, replays, shape.maxDurationS, range));
  const apart = joinOverlapping(moments, match, noise, shape.maxDurationS);
  return letCrowdsOut(apart, noise, shape, range).filter(
    (moment) => moment.endS - moment.startS >= MIN_MOMENT_S,
  );
}

function reasonOf(input: FindHighlightsInput, excited: MatchExcitement, moment: MatchMoment): string {
  const { curves, audio, swells, isMatch, category } = input;
  if (!isMatch) return measuredReason(curves, audio, moment.peakS);
  const isFound = foundAt({ curves, swells, replays: sureReplays(input.replays) }, moment);
  return explainMoment(contributionsAround(excited, moment.tick), isFound, category);
}

/**
 * The moments of a match. Each lies inside `range`; none overlaps another.
 * @throws AppError NO_MOMENTS_FOUND where nothing stands out; MODEL_UNAVAILABLE
 */
export async function findHighlights(input: FindHighlightsInput): Promise<FoundHighlights> {
  const excited = await input.excite(input.curves, input.category);
  const moments = cutMoments(input, excited.excitement);
  if (moments.length === 0) {
    throw new AppError(
      "NO_MOMENTS_FOUND",
      `Nothing ${nameSpan(input.range)} stands out from the rest of it.`,
    );
  }
  const ranked = moments
    .map((moment) => ({
      startS: moment.startS,
      endS: moment.endS,
      peakS: moment.peakS,
      score: Math.round(1_000 * moment.height) / 10,
      reason: reasonOf(input, excited, moment),
    }))
    .sort((a, b) => b.score - a.score || a.startS - b.startS);
  return { ranked, reel: selectReel(ranked, input.reelLengthS) };
}
