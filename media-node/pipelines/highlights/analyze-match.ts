// Analyses the tracks of a match: its curves from sound and video, and what optional models add to them.
import type { HighlightJobRequest } from "../../../shared/tasks/highlight-job.ts";
import { clockOf } from "../../ffmpeg/ffmpeg.ts";
import { analyzeMatchAudio } from "../../highlights/audio/analyze-match-audio.ts";
import { isSilent, type MatchAudio, matchTickCount } from "../../highlights/audio/match-audio.ts";
import { MATCH_HOP_S, type MatchCurves } from "../../highlights/match-curves.ts";
import { type MatchSigns, signsOf } from "../../highlights/moments/recognize-match.ts";
import { ANALYZE_MATCH_VIDEO } from "../../highlights/video/analyze-match-video.ts";
import type { MatchVideo } from "../../highlights/video/match-video.ts";
import type { AudioAnalysis } from "../../signal/audio-analysis.ts";
import type { Span } from "../../signal/span.ts";
import type { SourceInfo, VideoStream } from "../../source/probe-source.ts";
import { runInThread } from "../../threads/run-in-thread.ts";
import { runStage } from "../../threads/run-stage.ts";
import { overallProgress } from "../overall-progress.ts";
import type { RunContext } from "../run-context.ts";
import { runTogether } from "../run-together.ts";
import { isMatchSensed, senseMatch } from "./sense-match.ts";

/** The part of the analysis that is done before optional models have their turn. */
const TRACKS_SHARE = 0.5;

export interface Match {
  readonly sourcePath: string;
  readonly source: SourceInfo;
  readonly video: VideoStream;
  /** What is scored. */
  readonly range: Span;
  readonly onProgress: (fraction: number) => void;
}

/** What is known of a match before its moments are chosen. */
export interface MatchAnalysis {
  readonly curves: MatchCurves;
  /** Null for a source without audio, or with nothing on it. */
  readonly audio: AudioAnalysis | null;
  readonly matchVideo: MatchVideo;
  readonly signs: MatchSigns;
}

/**
 * Analyses the audio and the video of the range. A track on which nothing is heard counts as none: that no crowd rises on
 * it says nothing of the match.
 */
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
      const heard = await runStage("analyze-audio", lengthS, () => analyzeMatchAudio(call));
      return isSilent(heard) ? null : heard;
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
  const share = isMatchSensed(context) ? TRACKS_SHARE : 1;
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
