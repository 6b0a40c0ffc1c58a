// Takes a source through probe, framing, captions and render, as the clip pipeline does, in a folder of the test's own.
import { join } from "node:path";
import { after, type TestContext } from "node:test";
import { drawCaptions } from "../../../media-node/captions/draw-captions.ts";
import type { VideoEncoder } from "../../../media-node/ffmpeg/video-encoder-settings.ts";
import { analyzeFraming } from "../../../media-node/framing/analyze-framing.ts";
import { chooseThumbnail } from "../../../media-node/framing/choose-thumbnail.ts";
import { facesInFrame } from "../../../media-node/framing/faces-in-frame.ts";
import { planFraming } from "../../../media-node/framing/plan-framing.ts";
import { findClipGain } from "../../../media-node/render/find-gain.ts";
import type { FramingPlan } from "../../../media-node/render/framing-plan.ts";
import { outputFrameRate, verticalFrame } from "../../../media-node/render/render-arguments.ts";
import { type RenderedClip, renderClip } from "../../../media-node/render/render-clip.ts";
import type { SpokenWord } from "../../../media-node/signal/spoken-word.ts";
import { probeSource, type SourceInfo } from "../../../media-node/source/probe-source.ts";
import { sourceRead } from "../../../media-node/source/source-read.ts";
import { closeThreads } from "../../../media-node/threads/run-in-thread.ts";
import type { CaptionStyle } from "../../../shared/captions/caption-styles.ts";
import type { EditingStyle } from "../../../shared/tasks/clip-job.ts";
import { assertNoChildren } from "../leaks.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { BUNDLED, type MediaBuild } from "./media-tools.ts";

export interface Rendering {
  readonly build?: MediaBuild;
  readonly startS?: number;
  readonly durationS?: number;
  /** Of the vertical frame. */
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

export interface Rendered extends RenderedClip {
  readonly source: SourceInfo;
  readonly framing: FramingPlan;
  readonly thumbnailS: number | undefined;
  /** Of the sound before the gain; null without sound. */
  readonly measuredLufs: number | null;
}

export interface Renderer {
  render(t: TestContext, sourcePath: string, rendering?: Rendering): Promise<Rendered>;
}

/** For one test file; its threads are ended, and must have left no child, when the file ends. */
export function createRenderer(): Renderer {
  after(async () => {
    await closeThreads();
    await assertNoChildren();
  });
  return { render: (t, sourcePath, rendering = {}) => render(t, sourcePath, rendering) };
}

async function render(t: TestContext, sourcePath: string, rendering: Rendering): Promise<Rendered> {
  const { build = BUNDLED, startS = 0, durationS = 2, widthPx = 360, style = "AUTO", captions } = rendering;
  const signal = AbortSignal.timeout(90_000);
  const source = await probeSource(build, sourcePath, signal);
  const { width = 2, height = 2, frameRate: sourceRate = 25, streamIndex = 0 } = source.video ?? {};
  const target = verticalFrame(widthPx);
  const frameRate = outputFrameRate(sourceRate);
  const { ffmpeg } = build;
  const pictures = {
    ffmpeg,
    sourcePath,
    streamIndex,
    sourceSize: { width, height },
    isTurned: source.video?.isTurned ?? false,
    frameRate,
    ...sourceRead(startS, durationS, source.video ?? {}),
    audioStreamIndex: source.audio?.streamIndex ?? null,
    audioChannels: source.audio?.channels ?? 2,
    faceModelPath: rendering.faceModelPath ?? null,
  };
  const analysis = await analyzeFraming(pictures, signal);
  const measured = { source: { width, height }, target, ...analysis, frameRate, allowedStyles: [style] };
  const framing = rendering.framing ?? planFraming(measured);
  const faces = facesInFrame(measured, framing);
  const thumbnailS = chooseThumbnail({ ...measured, framing });
  const folder = join(await temporaryFolder(t), "clip");
  const written =
    captions === undefined
      ? null
      : await drawCaptions(captions.words, { style: captions.style, frame: target, frameRate, faces });
  const encoder = rendering.encoder === undefined ? {} : { encoder: rendering.encoder };
  const clip = { ...encoder, sourcePath, source, startS, durationS, frameRate, target, framing, folder };
  const encoderThreads = 2;
  const loudness = await findClipGain(ffmpeg, { ...clip, encoderThreads }, signal);
  const rendered = await renderClip(
    ffmpeg,
    { ...clip, thumbnailS, captions: written, encoderThreads, gainDb: loudness?.gainDb ?? 0 },
    { signal, onProgress: () => undefined },
  );
  return { ...rendered, source, framing, thumbnailS, measuredLufs: loudness?.measuredLufs ?? null };
}
