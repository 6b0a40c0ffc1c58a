// One clip: framing and loudness → captions → render → store. The order of stages for one moment of the clip pipeline.
import { join } from "node:path";
import { clipKey } from "../../../shared/storage/task-keys.ts";
import type { ClipJobRequest, ClipResult } from "../../../shared/tasks/clip-job.ts";
import type { ShownFaces } from "../../captions/clear-of-faces.ts";
import { wordsWithin } from "../../captions/cue-words.ts";
import { captionSrt, drawCaptions } from "../../captions/draw-captions.ts";
import { describeClip } from "../../clips/titles/title-clip.ts";
import { analyzeFraming } from "../../framing/analyze-framing.ts";
import { chooseThumbnail } from "../../framing/choose-thumbnail.ts";
import { facesInFrame } from "../../framing/faces-in-frame.ts";
import { planFraming } from "../../framing/plan-framing.ts";
import { findClipGain } from "../../render/find-gain.ts";
import { outputFrameRate, verticalFrame } from "../../render/render-arguments.ts";
import {
  type ClipCaptions,
  type ClipRender,
  type RenderedClip,
  renderClip,
} from "../../render/render-clip.ts";
import type { SpokenWord } from "../../signal/spoken-word.ts";
import { sourceRead } from "../../source/source-read.ts";
import { runStage } from "../../threads/run-stage.ts";
import type { RunContext } from "../run-context.ts";
import { runTogether } from "../run-together.ts";
import type { ClipSelection } from "./select-clips.ts";

type ClipFrame = Pick<
  ClipRender,
  "startS" | "durationS" | "frameRate" | "target" | "framing" | "area" | "thumbnailS"
>;

interface FramedClip {
  readonly frame: ClipFrame;
  readonly faces: readonly ShownFaces[];
}

export interface ClipToCut {
  readonly sourcePath: string;
  readonly selection: ClipSelection;
  readonly moment: ClipSelection["moments"][number];
  readonly index: number;
  readonly onProgress: (fraction: number) => void;
}

/** Decides how the clip fills its frame, from what the source shows. */
async function frameClip(context: RunContext, request: ClipJobRequest, clip: ClipToCut): Promise<FramedClip> {
  const { tools, signal } = context;
  const { sourcePath, selection, moment } = clip;
  const { video } = selection.source;
  const { width = 2, height = 2, frameRate: sourceRate = 25, streamIndex = 0 } = video ?? {};
  const target = verticalFrame(request.targetWidth);
  const frameRate = outputFrameRate(sourceRate);
  const { startS } = moment;
  const durationS = moment.endS - startS;
  const sourceSize = { width, height };
  const framingCall = {
    ffmpeg: tools.ffmpeg,
    sourcePath,
    streamIndex,
    sourceSize,
    isTurned: video?.isTurned ?? false,
    frameRate,
    ...sourceRead(startS, durationS, video ?? {}),
    audioStreamIndex: selection.source.audio?.streamIndex ?? null,
    audioChannels: selection.source.audio?.channels ?? 2,
    faceModelPath: tools.models.faces(),
    leavesBarsOut: true,
  };
  const { area, ...analysis } = await analyzeFraming(framingCall, signal);
  const allowedStyles = request.editingStyles;
  const shownSize = area === undefined ? sourceSize : { width: area.width, height: area.height };
  const measured = { source: shownSize, target, ...analysis, frameRate, allowedStyles };
  const framing = planFraming(measured);
  const thumbnailS = chooseThumbnail({ ...measured, framing });
  const part = area === undefined ? {} : { area };
  const frame = { startS, durationS, frameRate, target, framing, thumbnailS, ...part };
  return { frame, faces: facesInFrame(measured, framing) };
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
async function writeCaptions(
  request: ClipJobRequest,
  words: readonly SpokenWord[],
  { frame, faces }: FramedClip,
): Promise<ClipCaptions | null> {
  if (request.captions === null) return null;
  const { target, frameRate } = frame;
  return drawCaptions(words, { style: request.captions, frame: target, frameRate, faces });
}

export async function cutClip(
  context: RunContext,
  request: ClipJobRequest,
  clip: ClipToCut,
): Promise<ClipResult> {
  const { tools, signal } = context;
  const { sourcePath, selection, moment, index, onProgress } = clip;
  const { startS, endS } = moment;
  const durationS = endS - startS;
  const measured = { sourcePath, source: selection.source, startS, durationS };
  const [framed, loudness] = await runTogether(signal, [
    (linked) => runStage("frame", durationS, () => frameClip({ ...context, signal: linked }, request, clip)),
    (linked) =>
      runStage("find-gain", durationS, () =>
        findClipGain(tools.ffmpeg, { ...measured, encoderThreads: tools.encoderThreads }, linked),
      ),
  ]);
  const words = wordsWithin(selection.words, moment);
  const { frame } = framed;
  const captions = await runStage("draw-captions", null, () => writeCaptions(request, words, framed));
  const subtitles =
    request.captions === null || words.length === 0 ? null : captionSrt(words, frame.durationS);
  const folder = join(context.scratchFolder, moment.clipId);
  const { source } = selection;
  const { encoderThreads, encoding, ffmpeg } = tools;
  const { encoder } = encoding;
  const gainDb = loudness?.gainDb ?? 0;
  const render = { ...frame, sourcePath, source, folder, captions, encoderThreads, encoder, gainDb };
  const rendered = await runStage("render", frame.durationS, () =>
    renderClip(ffmpeg, render, { signal, onProgress }),
  );
  if (rendered.fallbackReason !== null) encoding.onFallback(rendered.fallbackReason);
  const keys = await runStage("store", null, () => storeClip(context, moment.clipId, rendered, subtitles));
  const { viralityScore, scoreBreakdown, reason } = moment;
  return {
    id: moment.clipId,
    index,
    ...describeClip({
      words,
      videoTitle: request.title,
      startS: frame.startS,
      endS: frame.startS + frame.durationS,
      reason,
      index,
      kind: moment.kind,
      pointS: moment.pointS === null ? null : moment.pointS - startS,
    }),
    start: round(moment.startS),
    end: round(moment.endS),
    duration: round(frame.durationS),
    viralityScore,
    scoreBreakdown,
    reason,
    ...keys,
    width: frame.target.width,
    height: frame.target.height,
    editingStyle: frame.framing.style,
  };
}

/** To the millisecond, as far as containers' clocks go. */
function round(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
