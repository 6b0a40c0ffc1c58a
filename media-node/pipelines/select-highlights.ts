// The first half of the highlight pipeline: what the source is, and which moments of it the reel shows. Nothing is
// rendered here; the result is small and is kept as a checkpoint.
import { AppError } from "../../shared/errors.ts";
import { HIGHLIGHT_LIMITS } from "../../shared/limits/highlights.ts";
import type { HighlightJobRequest } from "../../shared/tasks/highlight-job.ts";
import { MATCH_HOP_S, type MatchCurves } from "../highlights/match-curves.ts";
import {
  type FoundHighlights,
  type FoundMoment,
  findHighlights,
} from "../highlights/moments/find-highlights.ts";
import { isMatch, type MatchSigns, signsOf } from "../highlights/moments/recognize-match.ts";
import { defaultReelLengthS } from "../highlights/moments/reel-selection.ts";
import { refineMoments } from "../highlights/moments/refine-moments.ts";
import { exciterOf } from "../highlights/moments/score-highlights.ts";
import { ANALYZE_MATCH_PICTURE } from "../highlights/picture/analyze-match-picture.ts";
import type { MatchPicture } from "../highlights/picture/match-picture.ts";
import { analyzeMatchSound } from "../highlights/sound/analyze-match-sound.ts";
import { type MatchSound, matchTickCount } from "../highlights/sound/match-sound.ts";
import type { AudioAnalysis } from "../signal/audio-analysis.ts";
import type { Span } from "../signal/span.ts";
import { probeSource, requireVideo, type SourceInfo, type VideoStream } from "../source/probe-source.ts";
import { usableRange } from "../source/usable-range.ts";
import { runInThread } from "../threads/run-in-thread.ts";
import { oneNotice } from "./one-notice.ts";
import { overallProgress } from "./overall-progress.ts";
import type { RunContext } from "./run-context.ts";
import { runTogether } from "./run-together.ts";
import { isMatchSensed, senseMatch } from "./sense-match.ts";

/** What is decided before anything is rendered. */
export interface HighlightSelection {
  readonly source: SourceInfo;
  readonly notice: string | null;
  /** Whether the footage was recognised as a match of the request's category. */
  readonly isMatch: boolean;
  /** In the order of time. */
  readonly moments: readonly FoundMoment[];
}

/** The part of the work that is done before optional models have their turn, and before edges are refined. */
const PERCEIVED = 0.5;
const SCORED = 0.97;

export interface Match {
  readonly sourcePath: string;
  readonly source: SourceInfo;
  readonly video: VideoStream;
  /** What is scored. */
  readonly range: Span;
  readonly onProgress: (fraction: number) => void;
}

/** Only the beginning of a long range is scored. */
function scoredRange({ startS, endS }: Span, notice: string | null): { range: Span; notice: string | null } {
  const { scoredS } = HIGHLIGHT_LIMITS;
  if (endS - startS <= scoredS) return { range: { startS, endS }, notice };
  const said = `Only the first ${scoredS / 60} minutes of the range were searched for moments.`;
  return {
    range: { startS, endS: startS + scoredS },
    notice: notice === null ? said : `${notice} ${said}`,
  };
}

const NO_MATCH =
  "No match was recognised in the footage: the reel shows its liveliest moments, and their reasons tell only what was measured.";

/** What is known of a match before its moments are chosen. */
export interface PerceivedMatch {
  readonly curves: MatchCurves;
  /** Null for a source without sound. */
  readonly audio: AudioAnalysis | null;
  readonly picture: MatchPicture;
  readonly signs: MatchSigns;
}

/** Hears and sees the range. */
async function perceive(
  context: RunContext,
  { sourcePath, source, video, range, onProgress }: Match,
): Promise<readonly [MatchSound | null, MatchPicture]> {
  const { ffmpeg } = context.tools;
  const { audio } = source;
  const progress = overallProgress(audio === null ? 1 : 2, onProgress);
  const shared = { ffmpeg, sourcePath, range };
  return runTogether(context.signal, [
    async (signal) => {
      if (audio === null) return null;
      const heard = (done: number): void => progress(1, done);
      const { streamIndex: audioStreamIndex, channels } = audio;
      return analyzeMatchSound({ ...shared, audioStreamIndex, channels, signal, onProgress: heard });
    },
    async (signal) => {
      const seen = (done: number): void => progress(0, done);
      const call = { ...shared, videoStreamIndex: video.streamIndex };
      return runInThread(ANALYZE_MATCH_PICTURE, call, { signal, onProgress: seen });
    },
  ]);
}

/** Hears and sees a match, with what optional models add. @throws AppError SOURCE_UNSUPPORTED */
export async function perceiveMatch(
  context: RunContext,
  { category }: Pick<HighlightJobRequest, "category">,
  match: Match,
): Promise<PerceivedMatch> {
  const { range, onProgress } = match;
  const share = isMatchSensed(context) ? PERCEIVED : 1;
  const [sound, picture] = await perceive(context, {
    ...match,
    onProgress: (done) => onProgress(share * done),
  });
  const audio = sound?.audio ?? null;
  const sensed = await senseMatch(context, {
    ...match,
    audio,
    category,
    onProgress: (done) => onProgress(share + (1 - share) * done),
  });
  const curves: MatchCurves = {
    startS: range.startS,
    hopS: MATCH_HOP_S,
    tickCount: matchTickCount(range),
    curves: { ...sound?.curves, ...picture.curves, ...sensed },
  };
  return { curves, audio, picture, signs: signsOf(curves, sound, picture) };
}

/**
 * Finds every moment of a match, of which `selectHighlights` keeps those of the reel.
 * @throws AppError NO_MOMENTS_FOUND, MODEL_UNAVAILABLE
 */
export async function rankHighlights(
  { tools, signal }: RunContext,
  { category }: Pick<HighlightJobRequest, "category">,
  { curves, audio, picture, signs }: PerceivedMatch,
  range: Span,
): Promise<FoundHighlights> {
  if (picture.isStill) throw new AppError("NO_MOMENTS_FOUND", "Nothing moves in the source.");
  const { shotChangesS, replays } = picture;
  return findHighlights({
    curves,
    audio,
    shotChangesS,
    replays,
    swells: signs.swells,
    isMatch: isMatch(signs, category),
    category,
    range,
    reelLengthS: tools.highlightReelS ?? defaultReelLengthS(range.endS - range.startS),
    excite: exciterOf({ bundle: tools.models.highlights(), signal }),
  });
}

/**
 * Probes a match and chooses the moments of its reel.
 * @throws AppError SOURCE_UNSUPPORTED, SOURCE_TOO_LONG, RANGE_OUTSIDE_SOURCE, NO_MOMENTS_FOUND, MODEL_UNAVAILABLE
 */
export async function selectHighlights(
  context: RunContext,
  request: HighlightJobRequest,
  sourcePath: string,
  onProgress: (fraction: number) => void,
): Promise<HighlightSelection> {
  const source = await probeSource(context.tools, sourcePath, context.signal);
  const video = requireVideo(source);
  const usable = usableRange(request.range, source.durationS);
  const { range, notice } = scoredRange(usable.range, usable.notice);
  const perceived = await perceiveMatch(context, request, {
    sourcePath,
    source,
    video,
    range,
    onProgress: (done) => onProgress(SCORED * done),
  });
  const { reel } = await rankHighlights(context, request, perceived, range);
  const moments = await refineMoments({
    moments: reel,
    range,
    ffmpeg: context.tools.ffmpeg,
    sourcePath,
    videoStreamIndex: video.streamIndex,
    signal: context.signal,
  });
  onProgress(1);
  const isRecognised = isMatch(perceived.signs, request.category);
  const doubt = isRecognised ? null : NO_MATCH;
  return { source, notice: oneNotice(notice, doubt), isMatch: isRecognised, moments };
}
