// The first half of the clip pipeline: what the source is, and which moments of it become clips. Nothing is rendered
// here; the result is small and is kept as a checkpoint.

import { outputFrameRate } from "../../../shared/frame-rates.ts";
import { newIdOf } from "../../../shared/ids.ts";
import type { ClipJobRequest } from "../../../shared/tasks/clip-job.ts";
import { chooseMoments, type MomentModels } from "../../clips/choose-moments.ts";
import type { Moment } from "../../clips/explain-moments.ts";
import { fewerNotice, stillNotice, wishNotice } from "../../clips/notices.ts";
import { judgeSentences } from "../../clips/sentences/judge-sentences.ts";
import { scorerOf } from "../../clips/virality/virality-scorer.ts";
import { clockOf } from "../../ffmpeg/ffmpeg.ts";
import { ANALYZE_VIDEO } from "../../framing/shots/analyze-video.ts";
import type { VideoAnalysis } from "../../framing/shots/video-analysis.ts";
import { analyzeAudio } from "../../senses/audio/analyze-audio.ts";
import { meaningComparer } from "../../senses/meaning/embed-sentences.ts";
import type { MeaningComparer } from "../../senses/meaning/meaning-similarity.ts";
import type { AudioAnalysis } from "../../signal/audio-analysis.ts";
import type { Span } from "../../signal/span.ts";
import type { SpokenWord } from "../../signal/spoken-word.ts";
import { probeSource, requireVideo, type SourceInfo } from "../../source/probe-source.ts";
import { tracksNotice } from "../../source/sound-tracks.ts";
import { usableRange } from "../../source/usable-range.ts";
import { runInThread } from "../../threads/run-in-thread.ts";
import { runStage } from "../../threads/run-stage.ts";
import { gatherText, type SourceText } from "../gather-text.ts";
import { limitRunTime } from "../limit-run-time.ts";
import { oneNotice } from "../one-notice.ts";
import { overallProgress } from "../overall-progress.ts";
import type { RunContext } from "../run-context.ts";
import { runTogether } from "../run-together.ts";
import { isSensed, senseSource } from "../sense-source.ts";
import { textJudge } from "../text-models.ts";
import { lettersNotice } from "./letters-notice.ts";
import { offFlashes } from "./off-flashes.ts";

/** What is decided before anything is rendered. */
export interface ClipSelection {
  readonly source: SourceInfo;
  readonly notice: string | null;
  /** All that is said in the range, on the source's clock: a clip may grow into the words around it. */
  readonly words: readonly SpokenWord[];
  readonly moments: readonly (Moment & { readonly clipId: string })[];
}

/** The part of the work that is done before optional models have their turn, where there are any. */
const ANALYZED = 0.5;

interface AnalysisInput {
  readonly request: ClipJobRequest;
  readonly sourcePath: string;
  readonly source: SourceInfo;
  readonly range: Span;
  readonly onProgress: (fraction: number) => void;
}

/** Analyses the audio and the video of the range, and gathers what is said in it. */
async function analyzeTracks(
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

/** By meaning where a sentence encoder is installed. */
function comparerOf({ tools, signal }: RunContext): MeaningComparer | null {
  const encoder = tools.models.sentenceEncoder();
  if (encoder === null) return null;
  const { name } = encoder.bundle.manifest;
  return meaningComparer({
    ...encoder,
    signal,
    onProvider: (provider, passedOver) => tools.news.onProvider(name, provider, passedOver),
    onFailure: (error) => tools.news.onFailure(name, error),
  });
}

function momentModels(context: RunContext): MomentModels {
  const judge = textJudge(context);
  return {
    scoreFeatures: scorerOf({ bundle: context.tools.models.virality(), signal: context.signal }),
    judgeText: (text) => judgeSentences(judge, text),
    compareMeaning: comparerOf(context),
  };
}

/** The source, and up to where its video is known to decode. */
function withDecodable(source: SourceInfo, { lastFrameS }: VideoAnalysis): SourceInfo {
  if (source.video === null || lastFrameS === undefined) return source;
  return { ...source, video: { ...source.video, decodableS: lastFrameS } };
}

/**
 * Probes a source and chooses its moments.
 * @throws AppError SOURCE_UNSUPPORTED, SOURCE_TOO_LONG, RANGE_OUTSIDE_SOURCE, NO_MOMENTS_FOUND, MODEL_UNAVAILABLE
 */
export async function selectClips(
  context: RunContext,
  request: ClipJobRequest,
  sourcePath: string,
  onProgress: (fraction: number) => void,
): Promise<ClipSelection> {
  const source = await runStage("probe", null, () => probeSource(context.tools, sourcePath, context.signal));
  const stream = requireVideo(source);
  const { range, notice } = usableRange(request.range, source.durationS);
  limitRunTime(request, source);
  const { clipCount, clipLengthS, prompt, title } = request;
  const share = isSensed(context, { source, prompt, title }) ? ANALYZED : 1;
  const analyzed = (done: number): void => onProgress(share * done);
  const input = { request, sourcePath, source, range, onProgress: analyzed };
  const [audio, video, text] = await analyzeTracks(context, input);
  const sense = {
    sourcePath,
    source,
    range,
    audio,
    words: text.words,
    prompt,
    title,
    onProgress: (done: number) => onProgress(share + (1 - share) * done),
  };
  const sensed = await runStage("sense", null, () => senseSource(context, sense));
  const known = {
    audio,
    video,
    cues: text.cues,
    range,
    sourceS: source.durationS,
    clipCount,
    clipLengthS,
    ...(text.hasWordTimes ? { words: text.words } : {}),
    prompt,
    title,
    ...sensed,
  };
  const moments = await runStage("choose-moments", null, async () => {
    const found = await chooseMoments(known, momentModels(context), context.signal);
    if (audio !== null || text.cues.length > 0) return found;
    const frameRate = outputFrameRate(stream.frameRate);
    const decoding = { ffmpeg: context.tools.ffmpeg, sourcePath, ...clockOf(stream), signal: context.signal };
    const endS = Math.min(range.endS, stream.endS ?? range.endS, video.lastFrameS ?? range.endS);
    const edges = { ...decoding, videoSpecifier: stream.specifier, clipLengthS, frameRate };
    return offFlashes({ ...edges, range: { startS: range.startS, endS }, moments: found });
  });
  const shown = text.words.filter((word) =>
    moments.some(({ startS, endS }) => word.startS < endS && word.endS > startS),
  );
  return {
    source: withDecodable(source, video),
    notice: oneNotice(
      notice,
      fewerNotice(moments.length, clipCount, clipLengthS, range.endS - range.startS),
      stillNotice(moments, source.video?.endS),
      tracksNotice(source.audio),
      wishNotice(moments, { prompt, title, hasWords: text.words.length > 0 }),
      request.captions === null ? null : text.notice,
      request.captions === null ? null : await lettersNotice(context, request.captions, shown),
    ),
    words: text.words,
    moments: moments.map((moment) => ({ ...moment, clipId: newIdOf("clip", context.taskId) })),
  };
}
