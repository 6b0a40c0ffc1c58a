// Renders one clip into a folder of its own, in a thread, and takes its thumbnail when the thread's place is free for the next
// clip.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isOnCard } from "../ffmpeg/cards/card-decoding.ts";
import { isReadApart } from "../ffmpeg/decode-audio.ts";
import { SOFTWARE_ENCODER } from "../ffmpeg/video-encoder-settings.ts";
import type { Span } from "../signal/span.ts";
import { defineTask } from "../threads/define-task.ts";
import { runInThread } from "../threads/run-in-thread.ts";
import { SAMPLE_RATE_HZ, SPARE_S } from "./audio-graph.ts";
import { cutAudio } from "./cut-audio.ts";
import { linkFonts } from "./link-fonts.ts";
import { AUDIO_FILE, OUTPUT_FILE, type RenderPlan, renderArguments } from "./render-arguments.ts";
import type { RenderInput, RenderResult } from "./render-clip.worker.ts";
import { takeThumbnail } from "./thumbnail.ts";
import { CAPTIONS_FILE } from "./video-graph.ts";

export const RENDER_CLIP = defineTask<RenderInput, RenderResult>(
  new URL("./render-clip.worker.ts", import.meta.url),
  "render",
);

export interface ClipCaptions {
  /** An ASS script for the target frame. */
  readonly script: string;
  /** The files of the fonts that it names. */
  readonly fontPaths: readonly string[];
  /** When lines are on the screen without all of their words, on the clip's clock. */
  readonly partial: readonly Span[];
}

export interface ClipRender extends Omit<RenderPlan, "captioned"> {
  /** Made by this stage; must not exist. */
  readonly folder: string;
  readonly captions: ClipCaptions | null;
  /** Time of the thumbnail's frame in the clip; a third into it where none was chosen: its subject is there by then. */
  readonly thumbnailS?: number | undefined;
}

export interface RenderedClip {
  readonly videoPath: string;
  readonly thumbnailPath: string;
  /** Why the encoder failed, where libx264 made the clip in its place; else null. */
  readonly fallbackReason: string | null;
}

interface RenderOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (fraction: number) => void;
}

const THUMBNAIL_FILE = "thumbnail.jpg";
const THUMBNAIL_WIDTH = 540;
/** The part of the time that the render takes. */
const RENDER_SHARE = 0.97;
/** A render may take this many times its clip's length, and a minute to start with. */
const TIMEOUT_FACTOR = 60;

async function writeCaptions(folder: string, captions: ClipCaptions): Promise<void> {
  // libass looks for fonts through fontconfig.
  await linkFonts(folder, captions.fontPaths);
  await writeFile(join(folder, CAPTIONS_FILE), captions.script);
}

async function cutChangingAudio(ffmpeg: string, clip: ClipRender, signal: AbortSignal): Promise<void> {
  const { sourcePath, source, startS, durationS, folder } = clip;
  const { audio } = source;
  if (audio === null) return;
  const sampleCount = Math.ceil((durationS + SPARE_S) * SAMPLE_RATE_HZ);
  const cut = { leadSamples: 0, startS, sampleCount };
  await cutAudio({ ffmpeg, sourcePath, audio, cut, folder, outputFile: AUDIO_FILE }, { signal });
}

async function renderOnce(
  ffmpeg: string,
  clip: ClipRender,
  { signal, onProgress }: RenderOptions,
): Promise<string | null> {
  const { folder, durationS } = clip;
  if (clip.audioChanges === true) await cutChangingAudio(ffmpeg, clip, signal);
  const plan: RenderPlan = { ...clip, captioned: clip.captions !== null };
  const encoder = clip.encoder ?? SOFTWARE_ENCODER;
  const { fallbackReason } = await runInThread(
    RENDER_CLIP,
    {
      ffmpeg,
      folder,
      durationS,
      outputFile: OUTPUT_FILE,
      renderArgs: renderArguments(plan),
      decodingArgs: isOnCard(encoder.outputArgs) ? renderArguments({ ...plan, decodesOnCard: true }) : null,
      fallbackArgs:
        encoder === SOFTWARE_ENCODER ? null : renderArguments({ ...plan, encoder: SOFTWARE_ENCODER }),
      timeoutMs: (60 + durationS * TIMEOUT_FACTOR) * 1_000,
    },
    { signal, onProgress: (done) => onProgress(RENDER_SHARE * done) },
  );
  return fallbackReason;
}

/**
 * Renders a clip; with its audio cut before where that changes behind the clip's end: the render, which reads its frames
 * to there, has read on in the audio by then. @throws as `renderClip`
 */
async function renderOrCutAudioFirst(
  ffmpeg: string,
  clip: ClipRender,
  options: RenderOptions,
): Promise<string | null> {
  try {
    return await renderOnce(ffmpeg, clip, options);
  } catch (error) {
    if (clip.audioChanges === true || !isReadApart(error)) throw error;
    return renderOnce(ffmpeg, { ...clip, audioChanges: true }, options);
  }
}

/** Renders a clip. @throws AppError SOURCE_UNSUPPORTED, OUT_OF_MEMORY, TIMED_OUT; `signal.reason` on abort */
export async function renderClip(
  ffmpeg: string,
  clip: ClipRender,
  options: RenderOptions,
): Promise<RenderedClip> {
  const { folder, captions } = clip;
  await mkdir(folder, { recursive: true });
  if (captions !== null) await writeCaptions(folder, captions);
  const fallbackReason = await renderOrCutAudioFirst(ffmpeg, clip, options);
  const [videoPath, thumbnailPath] = [join(folder, OUTPUT_FILE), join(folder, THUMBNAIL_FILE)];
  await takeThumbnail(ffmpeg, {
    videoPath,
    outputPath: thumbnailPath,
    signal: options.signal,
    timeS: clip.thumbnailS ?? clip.durationS / 3,
    widthPx: Math.min(THUMBNAIL_WIDTH, clip.target.width),
  });
  return { videoPath, thumbnailPath, fallbackReason };
}
