// The first half of the clip pipeline: what the source is, and which moments of it become clips. Nothing is rendered
// here; the result is small and is kept as a checkpoint.
import type { ClipJobRequest } from "../../shared/clip-job.ts";
import { AppError } from "../../shared/errors.ts";
import { newId } from "../../shared/ids.ts";
import type { AudioAnalysis } from "../signal/audio-analysis.ts";
import type { Cue, Span } from "../signal/cues.ts";
import type { VideoAnalysis } from "../signal/video-analysis.ts";
import { analyzeAudio } from "../stages/analyze-audio.ts";
import { analyzeVideo } from "../stages/analyze-video.ts";
import { findMoments, type Moment } from "../stages/find-moments.ts";
import { probeSource, type SourceInfo, type VideoStream } from "../stages/probe-source.ts";
import { readSubtitles } from "../stages/read-subtitles.ts";
import { overallProgress } from "./overall-progress.ts";
import type { RunContext } from "./run-context.ts";
import { runTogether } from "./run-together.ts";

/** What is decided before anything is rendered. */
export interface ClipSelection {
  readonly source: SourceInfo;
  readonly notice: string | null;
  readonly cues: readonly Cue[];
  readonly moments: readonly (Moment & { readonly clipId: string })[];
}

/** The range of the source that may be used. @throws AppError RANGE_OUTSIDE_SOURCE */
function usableRange(request: ClipJobRequest, source: SourceInfo): { range: Span; notice: string | null } {
  const { startS, endS } = request.range;
  if (startS >= source.durationS) {
    throw new AppError(
      "RANGE_OUTSIDE_SOURCE",
      `The range starts at ${startS} s, but the source is ${source.durationS.toFixed(1)} s long.`,
    );
  }
  if (endS === null || endS <= source.durationS + 1) {
    return { range: { startS, endS: Math.min(endS ?? source.durationS, source.durationS) }, notice: null };
  }
  const notice = `The range reaches beyond the source and was cut at its end (${source.durationS.toFixed(1)} s).`;
  return { range: { startS, endS: source.durationS }, notice };
}

function requireVideo(source: SourceInfo): VideoStream {
  if (source.video === null) throw new AppError("SOURCE_UNSUPPORTED", "The source has no video.");
  return source.video;
}

/** Hears and sees the range, and reads what subtitles there are. */
async function perceive(
  context: RunContext,
  sourcePath: string,
  source: SourceInfo,
  range: Span,
  onProgress: (fraction: number) => void,
): Promise<readonly [AudioAnalysis | null, VideoAnalysis, Cue[]]> {
  const { ffmpeg, audioPool, videoPool } = context.tools;
  const { audio, subtitle } = source;
  const videoStreamIndex = requireVideo(source).streamIndex;
  const progress = overallProgress(2, onProgress);
  const shared = { ffmpeg, sourcePath, range };
  return runTogether(context.signal, [
    async (signal) => {
      if (audio === null) return null;
      const audioStreamIndex = audio.streamIndex;
      const heard = (done: number): void => progress(0, done);
      return analyzeAudio({ ...shared, pool: audioPool, audioStreamIndex, signal, onProgress: heard });
    },
    async (signal) => {
      const seen = (done: number): void => progress(1, done);
      return analyzeVideo({ ...shared, pool: videoPool, videoStreamIndex, signal, onProgress: seen });
    },
    async (signal) =>
      subtitle === null ? [] : readSubtitles(ffmpeg, sourcePath, subtitle.streamIndex, signal),
  ]);
}

/**
 * Probes a source and chooses its moments.
 * @throws AppError SOURCE_UNSUPPORTED, SOURCE_TOO_LONG, RANGE_OUTSIDE_SOURCE, NO_MOMENTS_FOUND
 */
export async function selectClips(
  context: RunContext,
  request: ClipJobRequest,
  sourcePath: string,
  onProgress: (fraction: number) => void,
): Promise<ClipSelection> {
  const source = await probeSource(context.tools, sourcePath, context.signal);
  requireVideo(source);
  const { range, notice } = usableRange(request, source);
  const [audio, video, cues] = await perceive(context, sourcePath, source, range, onProgress);
  const { clipCount, clipLengthS } = request;
  const moments = findMoments({ audio, video, cues, range, clipCount, clipLengthS });
  const withoutText = request.captions !== null && cues.length === 0;
  return {
    source,
    notice:
      notice ?? (withoutText ? "The source brings no text to show, so the clips have no captions." : null),
    cues,
    moments: moments.map((moment) => ({ ...moment, clipId: newId("clip") })),
  };
}
