// The first half of the clip pipeline: what the source is, and which moments of it become clips. Nothing is rendered
// here; the result is small and is kept as a checkpoint.

import { outputFrameRate } from "../../../shared/frame-rates.ts";
import { newIdOf } from "../../../shared/ids.ts";
import type { ClipJobRequest } from "../../../shared/tasks/clip-job.ts";
import { chooseMoments } from "../../clips/choose-moments.ts";
import type { Moment } from "../../clips/explain-moments.ts";
import { fewerNotice, stillNotice, wishNotice } from "../../clips/notices.ts";
import { avoidedNotice } from "../../clips/wishes/avoided-notice.ts";
import { readBareCommand } from "../../clips/wishes/bare-command.ts";
import { clockOf } from "../../ffmpeg/ffmpeg.ts";
import type { VideoAnalysis } from "../../framing/shots/video-analysis.ts";
import type { SpokenWord } from "../../signal/spoken-word.ts";
import { probeSource, requireVideo, type SourceInfo } from "../../source/probe-source.ts";
import { soundNotice } from "../../source/sound-tracks.ts";
import { usableRange } from "../../source/usable-range.ts";
import { runStage } from "../../threads/run-stage.ts";
import { withAudibleTrack } from "../audible-track.ts";
import type { AnalysisInput } from "../gather-text.ts";
import { limitRunTime } from "../limit-run-time.ts";
import { oneNotice } from "../one-notice.ts";
import type { RunContext } from "../run-context.ts";
import { isSensed, senseSource } from "../sense-source.ts";
import { analyzeTracks } from "./analyze-tracks.ts";
import { lettersNotice } from "./letters-notice.ts";
import { momentModels } from "./moment-models.ts";
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

/** The source, and up to where its video is known to decode. */
function withDecodable(source: SourceInfo, { lastFrameS }: VideoAnalysis): SourceInfo {
  if (source.video === null || lastFrameS === undefined) return source;
  return { ...source, video: { ...source.video, decodableS: lastFrameS } };
}

/** Moves the ends of moments without sound, which are chosen by key frames, off the shots of which they show a flash. */
function cutOffFlashes(
  { tools, signal }: RunContext,
  { request, sourcePath, source, range }: AnalysisInput,
  { lastFrameS }: VideoAnalysis,
  moments: readonly Moment[],
): Promise<readonly Moment[]> {
  const stream = requireVideo(source);
  const endS = Math.min(range.endS, stream.endS ?? range.endS, lastFrameS ?? range.endS);
  return offFlashes({
    ffmpeg: tools.ffmpeg,
    sourcePath,
    ...clockOf(stream),
    signal,
    videoSpecifier: stream.specifier,
    clipLengthS: request.clipLengthS,
    frameRate: outputFrameRate(stream.frameRate),
    range: { startS: range.startS, endS },
    moments,
  });
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
  const { tools, signal } = context;
  const probed = await runStage("probe", null, () => probeSource(tools, sourcePath, signal));
  requireVideo(probed);
  const { range, notice } = usableRange(request.range, probed.durationS);
  limitRunTime(request, probed);
  const source = await withAudibleTrack({ ffmpeg: tools.ffmpeg, sourcePath, source: probed, range, signal });
  const { clipCount, clipLengthS, title } = request;
  const share = isSensed(context, { source, prompt: request.prompt, title }) ? ANALYZED : 1;
  const analyzed = (done: number): void => onProgress(share * done);
  const input = { request, sourcePath, source, range, onProgress: analyzed };
  const [audio, video, text] = await analyzeTracks(context, input);
  const { prompt, notice: readAs } = readBareCommand(request.prompt, text.words);
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
    return audio !== null || text.cues.length > 0 ? found : cutOffFlashes(context, input, video, found);
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
      soundNotice(source.audio),
      readAs,
      wishNotice(moments, { prompt, title, hasWords: text.words.length > 0 }),
      avoidedNotice(moments, text.words, prompt),
      request.captions === null ? null : text.notice,
      request.captions === null ? null : await lettersNotice(context, request.captions, shown),
    ),
    words: text.words,
    moments: moments.map((moment) => ({ ...moment, clipId: newIdOf("clip", context.taskId) })),
  };
}
