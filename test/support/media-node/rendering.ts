// Takes a source through probe, framing, captions and render, as the clip pipeline does, in a folder of the test's own.
import { join } from "node:path";
import { after, type TestContext } from "node:test";
import { areAtTop } from "../../../media-node/captions/caption-placement.ts";
import { drawCaptions } from "../../../media-node/captions/draw-captions.ts";
import { clockOf } from "../../../media-node/ffmpeg/ffmpeg.ts";
import { turningIn } from "../../../media-node/ffmpeg/fit-frames.ts";
import type { VideoEncoder } from "../../../media-node/ffmpeg/video-encoder-settings.ts";
import { analyzeFraming } from "../../../media-node/framing/analyze-framing.ts";
import { chooseThumbnail } from "../../../media-node/framing/choose-thumbnail.ts";
import { edgesInFrame, facesInFrame } from "../../../media-node/framing/faces-in-frame.ts";
import { planFraming } from "../../../media-node/framing/plan-framing.ts";
import { findClipGain } from "../../../media-node/render/find-gain.ts";
import { frameOfLayout } from "../../../media-node/render/frame-of-layout.ts";
import type { FramingPlan } from "../../../media-node/render/framing-plan.ts";
import { type RenderedClip, renderClip } from "../../../media-node/render/render-clip.ts";
import type { SpokenWord } from "../../../media-node/signal/spoken-word.ts";
import { probeSource, type SourceInfo } from "../../../media-node/source/probe-source.ts";
import { sourceRead } from "../../../media-node/source/source-read.ts";
import { closeThreads } from "../../../media-node/threads/run-in-thread.ts";
import type { CaptionStyle } from "../../../shared/captions/caption-styles.ts";
import { outputFrameRate } from "../../../shared/frame-rates.ts";
import type { EditingStyle } from "../../../shared/tasks/clip-job.ts";
import { assertNoChildren } from "../leaks.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { BUNDLED, type MediaBuild } from "./media-tools.ts";

export interface Rendering {
  readonly build?: MediaBuild;
  readonly startS?: number;
  readonly durationS?: number;
  /** Of the vertical frame; 180 unless told. */
  readonly widthPx?: number;
  readonly style?: EditingStyle;
  /** Instead of what would be planned. */
  readonly framing?: FramingPlan;
  /** A face detector's file; none unless told. */
  readonly faceModelPath?: string;
  /** libx264 unless told. */
  readonly encoder?: VideoEncoder;
  readonly captions?: { readonly words: readonly SpokenWord[]; readonly style: CaptionStyle };
}

export interface PlannedClip {
  readonly source: SourceInfo;
  readonly framing: FramingPlan;
}

export interface Rendered extends RenderedClip, PlannedClip {
  readonly thumbnailS: number | undefined;
  /** Of the audio before the gain; null without audio. */
  readonly measuredLufs: number | null;
}

export interface Renderer {
  /** All that comes before the clip is rendered. */
  plan(sourcePath: string, rendering?: Rendering): Promise<PlannedClip>;
  render(t: TestContext, sourcePath: string, rendering?: Rendering): Promise<Rendered>;
}

/** For one test file; its threads are ended, and must have left no child, when the file ends. */
export function createRenderer(): Renderer {
  after(async () => {
    await closeThreads();
    await assertNoChildren();
  });
  return {
    plan: (sourcePath, rendering = {}) => plan(sourcePath, rendering, AbortSignal.timeout(90_000)),
    render: (t, sourcePath, rendering = {}) => render(t, sourcePath, rendering),
  };
}

async function plan(sourcePath: string, rendering: Rendering, signal: AbortSignal) {
  const { build = BUNDLED, startS = 0, durationS = 2, widthPx = 180, style = "AUTO" } = rendering;
  const source = await probeSource(build, sourcePath, signal);
  const { width = 2, height = 2, frameRate: sourceRate = 25, specifier = "v:0" } = source.video ?? {};
  const target = frameOfLayout("PORTRAIT", widthPx);
  const frameRate = outputFrameRate(sourceRate);
  const framingCall = {
    ffmpeg: build.ffmpeg,
    sourcePath,
    videoSpecifier: specifier,
    sourceSize: { width, height },
    ...turningIn(source.video ?? {}),
    frameRate,
    sourceFrameRate: sourceRate,
    ...sourceRead(startS, durationS, source.video ?? {}),
    ...clockOf(source.video ?? {}),
    audioSpecifier: source.audio?.specifier ?? null,
    audioChannels: source.audio?.channels ?? 2,
    faceModelPath: rendering.faceModelPath ?? null,
    leavesBarsOut: rendering.framing === undefined,
  };
  const { area, ...analysis } = await analyzeFraming(framingCall, signal);
  const shownSize = area === undefined ? { width, height } : { width: area.width, height: area.height };
  const measured = { source: shownSize, target, ...analysis, frameRate, allowedStyles: [style] };
  const framing = rendering.framing ?? planFraming(measured);
  const captionsAtTop = rendering.captions !== undefined && areAtTop(rendering.captions.style);
  const captioned = { ...measured, captionsAtTop };
  const faces = [...facesInFrame(captioned, framing), ...edgesInFrame(captioned, framing)];
  return { source, framing, faces, target, frameRate, seen: { ...measured, framing }, area, captionsAtTop };
}

async function render(t: TestContext, sourcePath: string, rendering: Rendering): Promise<Rendered> {
  const { build = BUNDLED, startS = 0, durationS = 2, captions } = rendering;
  const { ffmpeg } = build;
  const signal = AbortSignal.timeout(90_000);
  const planned = await plan(sourcePath, rendering, signal);
  const { source, framing, faces, target, frameRate, seen, area, captionsAtTop } = planned;
  const folder = join(await temporaryFolder(t), "clip");
  const written =
    captions === undefined
      ? null
      : await drawCaptions(captions.words, {
          style: captions.style,
          ffmpeg,
          frame: target,
          frameRate,
          faces,
        });
  const thumbnailS = chooseThumbnail({ ...seen, partialCaptions: written?.partial ?? [] });
  const encoder = rendering.encoder === undefined ? {} : { encoder: rendering.encoder };
  const part = area === undefined ? {} : { area };
  const clip = {
    ...encoder,
    ...part,
    sourcePath,
    source,
    startS,
    durationS,
    frameRate,
    target,
    framing,
    captionsAtTop,
    folder,
  };
  const encoderThreads = 2;
  const loudness = await findClipGain(ffmpeg, { ...clip, encoderThreads }, signal);
  const { gainDb = 0, audioChanges = false, stereoFault = null } = loudness ?? {};
  const sound = { gainDb, audioChanges, stereoFault };
  const rendered = await renderClip(
    ffmpeg,
    { ...clip, ...sound, thumbnailS, captions: written, encoderThreads },
    { signal, onProgress: () => undefined },
  );
  return { ...rendered, source, framing, thumbnailS, measuredLufs: loudness?.measuredLufs ?? null };
}
