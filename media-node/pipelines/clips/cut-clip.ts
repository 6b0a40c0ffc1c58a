// One clip: framing and loudness → captions → render → store. The order of stages for one moment of the clip pipeline,
// and for a clip that is rendered anew.
import { join } from "node:path";
import { outputFrameRate } from "../../../shared/frame-rates.ts";
import { roundToMs } from "../../../shared/round-to-ms.ts";
import { clipKey } from "../../../shared/storage/task-keys.ts";
import type { ClipJobRequest, ClipResult } from "../../../shared/tasks/clip-job.ts";
import type { PlannedClip } from "../../../shared/tasks/clip-plan.ts";
import { areAtTop } from "../../captions/caption-placement.ts";
import type { ShownFaces } from "../../captions/clear-of-faces.ts";
import { wordsWithin } from "../../captions/cue-words.ts";
import { captionSrt, drawCaptions } from "../../captions/draw-captions.ts";
import type { Moment } from "../../clips/explain-moments.ts";
import { rateTitles } from "../../clips/sentences/judge-sentences.ts";
import { describeClip } from "../../clips/titles/title-clip.ts";
import { rateTitleWords, type TitleRatings } from "../../clips/titles/title-ratings.ts";
import { analyzeFraming } from "../../framing/analyze-framing.ts";
import type { FramingAnalysis } from "../../framing/analyze-framing.worker.ts";
import { chooseThumbnail, type ThumbnailRequest } from "../../framing/choose-thumbnail.ts";
import { edgesInFrame, facesInFrame } from "../../framing/faces-in-frame.ts";
import { framedShots, planFraming } from "../../framing/plan-framing.ts";
import { findClipGain } from "../../render/find-gain.ts";
import { frameOfLayout } from "../../render/frame-of-layout.ts";
import {
  type ClipCaptions,
  type ClipRender,
  type RenderedClip,
  renderClip,
} from "../../render/render-clip.ts";
import type { Span } from "../../signal/span.ts";
import type { SpokenWord } from "../../signal/spoken-word.ts";
import { requireVideo, type SourceInfo, type VideoStream } from "../../source/probe-source.ts";
import { sourceRead } from "../../source/source-read.ts";
import { runStage } from "../../threads/run-stage.ts";
import { framingCall } from "../framing-call.ts";
import type { RunContext } from "../run-context.ts";
import { runTogether } from "../run-together.ts";
import { textJudge } from "../text-models.ts";
import {
  type ClipMeasures,
  keepMeasures,
  keptMeasures,
  type MeasuredSpan,
  measuresKey,
} from "./clip-measures.ts";
import { describeFraming } from "./planned-clips.ts";

type ClipFrame = Pick<
  ClipRender,
  "startS" | "durationS" | "frameRate" | "target" | "framing" | "area" | "captionsAtTop"
>;

interface FramedClip {
  readonly frame: ClipFrame;
  /** What its thumbnail is chosen by, but for its captions. */
  readonly seen: ThumbnailRequest;
  readonly faces: readonly ShownFaces[];
  readonly planned: Pick<PlannedClip, "cutsS" | "framing">;
}

/** What is asked for of a clip. */
export type ClipWishes = Pick<ClipJobRequest, "targetWidth" | "editingStyles" | "captions" | "title">;

/** A stretch that becomes a clip, with what is said of it. */
export interface CutMoment
  extends Span,
    Pick<ClipResult, "viralityScore" | "scoreBreakdown" | "reason">,
    Pick<Moment, "kind" | "pointS"> {
  readonly clipId: string;
}

export interface ClipToCut {
  readonly sourcePath: string;
  readonly source: SourceInfo;
  /** At least those of the moment, on the source's clock. */
  readonly words: readonly SpokenWord[];
  readonly moment: CutMoment;
  readonly index: number;
  /** What it is to be called, where somebody has said so. */
  readonly title?: string;
  /** Where measures of the same stretch may be kept from an earlier render. */
  readonly earlierMeasuresKey?: string;
  readonly onProgress: (fraction: number) => void;
}

/** A finished clip, and what it was made of. */
export interface CutClip {
  readonly result: ClipResult;
  readonly planned: PlannedClip;
}

/** A clip with what is known of its source's video. */
interface ClipWithVideo extends ClipToCut {
  readonly video: VideoStream;
}

function spanOf({ video, moment }: ClipWithVideo): MeasuredSpan {
  const { startS, endS } = moment;
  return { startS, durationS: endS - startS, frameRate: outputFrameRate(video.frameRate) };
}

function analyzeClip({ tools, signal }: RunContext, clip: ClipWithVideo): Promise<FramingAnalysis> {
  const { sourcePath, video, source } = clip;
  const { startS, durationS, frameRate } = spanOf(clip);
  const read = sourceRead(startS, durationS, video);
  const call = framingCall(tools, { sourcePath, video, audio: source.audio }, frameRate, read);
  return analyzeFraming({ ...call, leavesBarsOut: true }, signal);
}

/** Measures a clip's frames and its sound, unless that was done for an earlier render of the same stretch. */
async function measureClip(context: RunContext, clip: ClipWithVideo): Promise<ClipMeasures> {
  const { tools, signal, taskId } = context;
  const { sourcePath, source, moment, earlierMeasuresKey } = clip;
  const span = spanOf(clip);
  const { startS, durationS } = span;
  const key = measuresKey(taskId, moment.clipId);
  const earlier =
    earlierMeasuresKey === undefined ? undefined : await keptMeasures(context, earlierMeasuresKey, span);
  if (earlier !== undefined) {
    await keepMeasures(context, key, span, earlier);
    return earlier;
  }
  const gainCall = { sourcePath, source, startS, durationS, encoderThreads: tools.encoderThreads };
  const [analysis, loudness] = await runTogether(signal, [
    (linked) => runStage("frame", durationS, () => analyzeClip({ ...context, signal: linked }, clip)),
    (linked) => runStage("find-gain", durationS, () => findClipGain(tools.ffmpeg, gainCall, linked)),
  ]);
  const { gainDb = 0, audioChanges = false } = loudness ?? {};
  const measures = { analysis, gainDb, audioChanges };
  await keepMeasures(context, key, span, measures);
  return measures;
}

/** Decides how the clip fills its frame, from what the source shows. */
function frameClip(
  wishes: ClipWishes,
  clip: ClipWithVideo,
  { area, ...analysis }: FramingAnalysis,
): FramedClip {
  const { startS, durationS, frameRate } = spanOf(clip);
  const target = frameOfLayout("PORTRAIT", wishes.targetWidth);
  const source = { width: clip.video.width, height: clip.video.height };
  const shownSize = area === undefined ? source : { width: area.width, height: area.height };
  const measured = {
    source: shownSize,
    target,
    ...analysis,
    frameRate,
    allowedStyles: wishes.editingStyles,
  };
  const framing = planFraming(measured);
  const part = area === undefined ? {} : { area };
  const captionsAtTop = wishes.captions !== null && areAtTop(wishes.captions);
  const captioned = { ...measured, captionsAtTop };
  const [, ...shots] = framedShots(analysis.saliency, frameRate);
  return {
    frame: { startS, durationS, frameRate, target, framing, captionsAtTop, ...part },
    seen: { ...measured, framing },
    faces: [...facesInFrame(captioned, framing), ...edgesInFrame(captioned, framing)],
    planned: {
      cutsS: shots.map(({ startFrame }) => roundToMs(startS + startFrame / frameRate)),
      framing: describeFraming({ startS, durationS, frameRate, source, area, framing }),
    },
  };
}

/** Moves what was rendered into the storage, and writes the captions beside it. */
async function storeClip(
  context: RunContext,
  clipId: string,
  rendered: RenderedClip,
  subtitles: string | null,
): Promise<Pick<ClipResult, "videoKey" | "thumbnailKey" | "captionsKey">> {
  const { storage, taskId } = context;
  const videoKey = clipKey(taskId, clipId, "video.mp4");
  const thumbnailKey = clipKey(taskId, clipId, "thumbnail.jpg");
  const captionsKey = subtitles === null ? null : clipKey(taskId, clipId, "captions.srt");
  await storage.putFile(videoKey, rendered.videoPath);
  await storage.putFile(thumbnailKey, rendered.thumbnailPath);
  if (captionsKey !== null && subtitles !== null) await storage.write(captionsKey, subtitles);
  return { videoKey, thumbnailKey, captionsKey };
}

/** The captions as the client wants them; null where none are wanted, or nothing is said. */
async function captionsOf(
  { tools: { ffmpeg } }: RunContext,
  wishes: ClipWishes,
  words: readonly SpokenWord[],
  { frame, faces }: FramedClip,
): Promise<ClipCaptions | null> {
  if (wishes.captions === null) return null;
  const { target, frameRate } = frame;
  return drawCaptions(words, { style: wishes.captions, ffmpeg, frame: target, frameRate, faces });
}

/** What a clip is rendered of. */
interface FramedWords extends Omit<ClipMeasures, "analysis"> {
  readonly words: readonly SpokenWord[];
  readonly framed: FramedClip;
}

/** Renders the frames of a clip with its captions, and stores what came of it. */
async function renderFramed(
  context: RunContext,
  wishes: ClipWishes,
  clip: ClipToCut,
  { words, framed, gainDb, audioChanges }: FramedWords,
): Promise<Pick<ClipResult, "videoKey" | "thumbnailKey" | "captionsKey">> {
  const { tools, signal } = context;
  const { sourcePath, source, moment, onProgress } = clip;
  const { frame, seen } = framed;
  const captions = await runStage("draw-captions", null, () => captionsOf(context, wishes, words, framed));
  const thumbnailS = chooseThumbnail({ ...seen, partialCaptions: captions?.partial ?? [] });
  const subtitles =
    wishes.captions === null || words.length === 0 ? null : captionSrt(words, frame.durationS);
  const folder = join(context.scratchFolder, moment.clipId);
  const { encoderThreads, encoding, ffmpeg } = tools;
  const { encoder } = encoding;
  const sound = { gainDb, audioChanges };
  const clipRender = { ...frame, thumbnailS, ...sound, sourcePath, source, folder, captions };
  const render = { ...clipRender, encoderThreads, encoder };
  const rendered = await runStage("render", frame.durationS, () =>
    renderClip(ffmpeg, render, { signal, onProgress }),
  );
  if (rendered.fallbackReason !== null) encoding.onFallback(rendered.fallbackReason);
  return runStage("store", null, () => storeClip(context, moment.clipId, rendered, subtitles));
}

/** Measures a clip and rates its words for its title: first, since a lack of something would lose what is rendered. */
function readClip(
  context: RunContext,
  clip: ClipWithVideo,
  words: readonly SpokenWord[],
): Promise<readonly [ClipMeasures, TitleRatings | null]> {
  return runTogether(context.signal, [
    (signal) => measureClip({ ...context, signal }, clip),
    async (signal) => {
      const judge = textJudge({ ...context, signal });
      return clip.title === undefined ? rateTitleWords(words, (rows) => rateTitles(judge, rows)) : null;
    },
  ]);
}

/** Makes a clip of a moment. @throws as measuring and rendering do; AppError SOURCE_UNSUPPORTED without a video */
export async function cutClip(context: RunContext, wishes: ClipWishes, clip: ClipToCut): Promise<CutClip> {
  const { moment, index } = clip;
  const { clipId, startS, endS, viralityScore, scoreBreakdown, reason, kind, pointS } = moment;
  const words = wordsWithin(clip.words, moment);
  const clipWithVideo = { ...clip, video: requireVideo(clip.source) };
  const [{ analysis, gainDb, audioChanges }, ratings] = await readClip(context, clipWithVideo, words);
  const framed = frameClip(wishes, clipWithVideo, analysis);
  const { durationS, target, framing } = framed.frame;
  const keys = await renderFramed(context, wishes, clip, { words, framed, gainDb, audioChanges });
  const texts = describeClip({
    words,
    videoTitle: wishes.title,
    startS,
    endS: startS + durationS,
    reason,
    index,
    kind,
    pointS: pointS === null ? null : pointS - startS,
    ratings,
    title: clip.title ?? null,
  });
  const result = {
    id: clipId,
    index,
    ...texts,
    start: roundToMs(startS),
    end: roundToMs(endS),
    duration: roundToMs(durationS),
    viralityScore,
    scoreBreakdown,
    reason,
    ...keys,
    width: target.width,
    height: target.height,
    editingStyle: framing.style,
  };
  return { result, planned: { id: clipId, startS, endS, kind, pointS, ...framed.planned } };
}
