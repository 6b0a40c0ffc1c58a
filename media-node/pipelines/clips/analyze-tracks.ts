// Everything that is measured of a clip job's range before moments are looked for: its sound, its video and what is said,
// all at once.
import { clockOf } from "../../ffmpeg/ffmpeg.ts";
import { ANALYZE_VIDEO } from "../../framing/shots/analyze-video.ts";
import type { VideoAnalysis } from "../../framing/shots/video-analysis.ts";
import { analyzeAudio } from "../../senses/audio/analyze-audio.ts";
import type { AudioAnalysis } from "../../signal/audio-analysis.ts";
import { requireVideo } from "../../source/probe-source.ts";
import { runInThread } from "../../threads/run-in-thread.ts";
import { runStage } from "../../threads/run-stage.ts";
import { type AnalysisInput, gatherText, type SourceText } from "../gather-text.ts";
import { overallProgress } from "../overall-progress.ts";
import type { RunContext } from "../run-context.ts";
import { runTogether } from "../run-together.ts";

/**
 * Analyses the audio and the video of the range, and gathers what is said in it.
 * @throws AppError SOURCE_UNSUPPORTED without a video; as the three of them do
 */
export async function analyzeTracks(
  context: RunContext,
  input: AnalysisInput,
): Promise<readonly [AudioAnalysis | null, VideoAnalysis, SourceText]> {
  const { ffmpeg } = context.tools;
  const { sourcePath, source, range, onProgress } = input;
  const { audio } = source;
  const video = requireVideo(source);
  const progress = overallProgress(3, onProgress);
  const shared = { ffmpeg, sourcePath, ...clockOf(video) };
  const lengthS = range.endS - range.startS;
  return runTogether(context.signal, [
    async (signal) => {
      if (audio === null) return null;
      const { specifier: audioSpecifier, channels } = audio;
      const audioDone = (done: number): void => progress(0, done);
      const call = { ...shared, audioSpecifier, channels, range, signal, onProgress: audioDone };
      return runStage("analyze-audio", lengthS, () => analyzeAudio(call));
    },
    async (signal) => {
      const videoDone = (done: number): void => progress(1, done);
      const call = { ...shared, videoSpecifier: video.specifier, ...range };
      return runStage("analyze-video", lengthS, () =>
        runInThread(ANALYZE_VIDEO, call, { signal, onProgress: videoDone }),
      );
    },
    async (signal) => {
      const read = (done: number): void => progress(2, done);
      return gatherText({ ...context, signal }, { ...input, onProgress: read }).finally(() => read(1));
    },
  ]);
}
