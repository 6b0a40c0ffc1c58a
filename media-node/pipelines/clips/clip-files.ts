// The files of a clip: its captions are drawn, its video and thumbnail rendered, and all of them stored.
import { join } from "node:path";
import { clipKey } from "../../../shared/storage/task-keys.ts";
import type { ClipResult } from "../../../shared/tasks/clip-job.ts";
import { captionSrt, drawCaptions } from "../../captions/draw-captions.ts";
import { chooseThumbnail } from "../../framing/choose-thumbnail.ts";
import {
  type ClipCaptions,
  type ClipRender,
  type RenderedClip,
  renderClip,
} from "../../render/render-clip.ts";
import type { SpokenWord } from "../../signal/spoken-word.ts";
import { runStage } from "../../threads/run-stage.ts";
import type { RunContext } from "../run-context.ts";
import type { SoundMeasures } from "./clip-measures.ts";
import type { ClipOptions, ClipToCut } from "./clip-to-cut.ts";
import type { FramedClip } from "./frame-clip.ts";

/** Where they are stored. */
type ClipFileKeys = Pick<ClipResult, "videoKey" | "thumbnailKey" | "captionsKey">;

/** What a clip is rendered of. */
interface FramedWords {
  readonly words: readonly SpokenWord[];
  readonly framed: FramedClip;
  readonly sound: SoundMeasures;
}

/** Moves what was rendered into the storage, and writes the captions beside it. */
async function storeClip(
  context: RunContext,
  clipId: string,
  rendered: RenderedClip,
  subtitles: string | null,
): Promise<ClipFileKeys> {
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
  options: ClipOptions,
  words: readonly SpokenWord[],
  { frame, faces }: FramedClip,
): Promise<ClipCaptions | null> {
  if (options.captions === null) return null;
  const { target, frameRate } = frame;
  return drawCaptions(words, { style: options.captions, ffmpeg, frame: target, frameRate, faces });
}

/** Renders the frames of a clip with its captions, and stores what came of it. @throws as rendering and storing do */
export async function makeClipFiles(
  context: RunContext,
  options: ClipOptions,
  clip: ClipToCut,
  { words, framed, sound }: FramedWords,
): Promise<ClipFileKeys> {
  const { tools, signal } = context;
  const { sourcePath, source, moment, onProgress } = clip;
  const { frame, seen } = framed;
  const captions = await runStage("draw-captions", null, () => captionsOf(context, options, words, framed));
  const thumbnailS = chooseThumbnail({ ...seen, partialCaptions: captions?.partial ?? [] });
  const subtitles =
    options.captions === null || words.length === 0 ? null : captionSrt(words, frame.durationS);
  const { encoderThreads, encoding, ffmpeg } = tools;
  const render: ClipRender = {
    ...frame,
    ...sound,
    sourcePath,
    source,
    captions,
    thumbnailS,
    encoderThreads,
    encoder: encoding.encoder,
    folder: join(context.scratchFolder, moment.clipId),
  };
  const rendered = await runStage("render", frame.durationS, () =>
    renderClip(ffmpeg, render, { signal, onProgress }),
  );
  if (rendered.fallbackReason !== null) encoding.onFallback(rendered.fallbackReason);
  return runStage("store", null, () => storeClip(context, moment.clipId, rendered, subtitles));
}
