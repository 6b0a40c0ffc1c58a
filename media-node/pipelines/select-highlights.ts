// The first half of the highlight pipeline: what the source is, and which moments of it the reel shows. Nothing is
// rendered here; the result is small and is kept as a checkpoint.
import { AppError } from "../../shared/errors.ts";
import { HIGHLIGHT_LIMITS } from "../../shared/limits/highlights.ts";
import type { HighlightJobRequest } from "../../shared/tasks/highlight-job.ts";
import { clockOf } from "../ffmpeg/ffmpeg.ts";
import { analyzeMatchAudio } from "../highlights/audio/analyze-match-audio.ts";
import { type MatchAudio, matchTickCount } from "../highlights/audio/match-audio.ts";
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
import { searchedRange } from "../highlights/searched-range.ts";
import { ANALYZE_MATCH_VIDEO } from "../highlights/video/analyze-match-video.ts";
import type { MatchVideo } from "../highlights/video/match-video.ts";
import type { AudioAnalysis } from "../signal/audio-analysis.ts";
import type { Span } from "../signal/span.ts";
import { earlyVideo } from "../source/early-video.ts";
import { probeSource, requireVideo, type SourceInfo, type VideoStream } from "../source/probe-source.ts";
import { tracksNotice } from "../source/sound-tracks.ts";
import { usableRange } from "../source/usable-range.ts";
import { runInThread } from "../threads/run-in-thread.ts";
import { runStage } from "../threads/run-stage.ts";
import { limitRunTime } from "./limit-run-time.ts";
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
const ANALYZED = 0.5;
const SCORED = 0.97;

export interface Match {
  readonly sourcePath: string;
  readonly source: SourceInfo;
  readonly video: VideoStream;
  /** What is scored. */
  readonly range: Span;
  readonly onProgress: (fraction: number) => void;
}

/**
 * What is scored of a usable range, and a sentence for the client where that is not all of it: nothing beyond the video,
 * where it ends before the sound, since there would be its last frame alone.
 * @throws AppError NO_MOMENTS_FOUND where the video ends before the range
 */
function scoredRange(
  usable: Span,
  videoEndS = Number.POSITIVE_INFINITY,
): { range: Span; notice: string | null } {
  const range = searchedRange(usable);
  const minutes = HIGHLIGHT_LIMITS.scoredS / 60;
  const notice =
    range.endS === usable.endS
      ? null
      : `Only the first ${minutes} minutes of the footage were searched for moments.`;
  const ended = earlyVideo(videoEndS, range.endS);
  if (ended === null) return { range, notice };
  if (videoEndS <= range.startS) throw new AppError("NO_MOMENTS_FOUND", `${ended} and the range.`);
  return { range: { ...range, endS: videoEndS }, notice: `${ended}: moments were searched up to there.` };
}

const NO_MATCH =
  "No match was recognised in the footage: the reel shows its liveliest moments, and their reasons tell only what was measured.";

/** What is known of a match before its moments are chosen. */
export interface MatchAnalysis {
  readonly curves: MatchCurves;
  /** Null for a source without audio. */
  readonly audio: AudioAnalysis | null;
  readonly matchVideo: MatchVideo;
  readonly signs: MatchSigns;
}

/** Analyses the audio and the video of the range. */
async function analyzeTracks(
  context: RunContext,
  { sourcePath, source, video, range, onProgress }: Match,
): Promise<readonly [MatchAudio | null, MatchVideo]> {
  const { ffmpeg } = context.tools;
  const { audio } = source;
  const progress = overallProgress(audio === null ? 1 : 2, onProgress);
  const shared = { ffmpeg, sourcePath, ...clockOf(video), range };
  const lengthS = range.endS - range.startS;
  return runTogether(context.signal, [
    async (signal) => {
      if (audio === null) return null;
      const audioDone = (done: number): void => progress(1, done);
      const { specifier: audioSpecifier, channels } = audio;
      const call = { ...shared, audioSpecifier, channels, signal, onProgress: audioDone };
      return runStage("analyze-audio", lengthS, () => analyzeMatchAudio(call));
    },
    async (signal) => {
      const videoDone = (done: number): void => progress(0, done);
      const call = { ...shared, videoSpecifier: video.specifier };
      return runStage("analyze-video", lengthS, () =>
        runInThread(ANALYZE_MATCH_VIDEO, call, { signal, onProgress: videoDone }),
      );
    },
  ]);
}

/** Analyses a match, with what optional models add. @throws AppError SOURCE_UNSUPPORTED */
export async function analyzeMatch(
  context: RunContext,
  { category }: Pick<HighlightJobRequest, "category">,
  match: Match,
): Promise<MatchAnalysis> {
  const { range, onProgress } = match;
  const share = isMatchSensed(context) ? ANALYZED : 1;
  const [matchAudio, matchVideo] = await analyzeTracks(context, {
    ...match,
    onProgress: (done) => onProgress(share * done),
  });
  const audio = matchAudio?.audio ?? null;
  const sense = {
    ...match,
    audio,
    category,
    onProgress: (done: number) => onProgress(share + (1 - share) * done),
  };
  const sensed = await runStage("sense", null, () => senseMatch(context, sense));
  const curves: MatchCurves = {
    startS: range.startS,
    hopS: MATCH_HOP_S,
    tickCount: matchTickCount(range),
    curves: { ...matchAudio?.curves, ...matchVideo.curves, ...sensed },
  };
  return { curves, audio, matchVideo, signs: signsOf(curves, matchAudio, matchVideo) };
}

/**
 * Finds every moment of a match, of which `selectHighlights` keeps those of the reel.
 * @throws AppError NO_MOMENTS_FOUND, MODEL_UNAVAILABLE
 */
export async function rankHighlights(
  { tools, signal }: RunContext,
  { category }: Pick<HighlightJobRequest, "category">,
  { curves, audio, matchVideo, signs }: MatchAnalysis,
  range: Span,
): Promise<FoundHighlights> {
  if (matchVideo.isStill) throw new AppError("NO_MOMENTS_FOUND", "Nothing moves in the source.");
  const { shotChangesS, replays } = matchVideo;
  return findHighlights({
    curves,
    audio,
    shotChangesS,
    replays,
    swells: signs.swells,
    isMatch: isMatch(signs, category),
    category,
    range,
    reelLengthS: tools.bounds.reelS ?? defaultReelLengthS(range.endS - range.startS),
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
  const source = await runStage("probe", null, () => probeSource(context.tools, sourcePath, context.signal));
  const video = requireVideo(source);
  const usable = usableRange(request.range, source.durationS);
  limitRunTime(request, source);
  const { range, notice } = scoredRange(usable.range, video.endS);
  const analysis = await analyzeMatch(context, request, {
    sourcePath,
    source,
    video,
    range,
    onProgress: (done) => onProgress(SCORED * done),
  });
  const moments = await runStage("choose-moments", null, async () => {
    const { reel } = await rankHighlights(context, request, analysis, range);
    return refineMoments({
      moments: reel,
      range,
      ffmpeg: context.tools.ffmpeg,
      sourcePath,
      videoSpecifier: video.specifier,
      ...clockOf(video),
      signal: context.signal,
    });
  });
  onProgress(1);
  const isRecognised = isMatch(analysis.signs, request.category);
  const doubt = isRecognised ? null : NO_MATCH;
  return {
    source,
    notice: oneNotice(usable.notice, notice, tracksNotice(source.audio), doubt),
    isMatch: isRecognised,
    moments,
  };
}
