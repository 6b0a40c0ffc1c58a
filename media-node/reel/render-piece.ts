// Renders one part of a reel into a folder, in a thread, and takes the reel's thumbnail behind
// it where the part has it. Where the encoder fails, nothing takes its place here: all parts of a reel must come from the
// same one.
import { join } from "node:path";
import type { FrameSize } from "../ffmpeg/fit-frames.ts";
import { RENDER_CLIP } from "../render/render-clip.ts";
import { takeThumbnail } from "../render/thumbnail.ts";
import { runInThread } from "../threads/run-in-thread.ts";
import { avcConfiguration } from "./avc-configuration.ts";

export interface PieceRender {
  /** See piece-arguments. */
  readonly args: readonly string[];
  /** See RenderInput. */
  readonly decodingArgs: readonly string[] | null;
  /** Must exist. */
  readonly folder: string;
  /** Where the arguments put the part, below the folder. */
  readonly outputFile: string;
  readonly durationS: number;
  readonly target: FrameSize;
  /** Time of the frame that stands for the part, from its beginning; null where none is wanted. */
  readonly thumbnailS: number | null;
}

export interface RenderedPiece {
  readonly videoPath: string;
  readonly thumbnailPath: string | null;
  /** Parts that can be joined as they are have the same. */
  readonly configuration: string;
}

/** Of the thumbnail's shorter side. */
const THUMBNAIL_PX = 540;
/** A render may take this many times its part's length, and a minute to start with. */
const TIMEOUT_FACTOR = 60;

/** What the thread is given for a render of video alone, or of sound alone. */
export function plainRender(folder: string, outputFile: string, durationS: number) {
  return {
    folder,
    outputFile,
    durationS,
    decodingArgs: null,
    fallbackArgs: null,
    timeoutMs: (60 + durationS * TIMEOUT_FACTOR) * 1_000,
  };
}

/** Renders a part. @throws AppError SOURCE_UNSUPPORTED, OUT_OF_MEMORY, TIMED_OUT; `signal.reason` on abort */
export async function renderPiece(
  ffmpeg: string,
  part: PieceRender,
  options: { signal: AbortSignal; onProgress: (fraction: number) => void },
): Promise<RenderedPiece> {
  const { folder, outputFile, durationS, thumbnailS, args, decodingArgs } = part;
  await runInThread(
    RENDER_CLIP,
    { ...plainRender(folder, outputFile, durationS), ffmpeg, renderArgs: args, decodingArgs },
    options,
  );
  const videoPath = join(folder, outputFile);
  const configuration = await avcConfiguration(videoPath);
  if (thumbnailS === null) return { videoPath, configuration, thumbnailPath: null };
  const { width, height } = part.target;
  const widthPx = Math.round(width * Math.min(1, THUMBNAIL_PX / Math.min(width, height)));
  const thumbnailPath = join(folder, `${outputFile}.jpg`);
  const { signal } = options;
  await takeThumbnail(ffmpeg, { videoPath, timeS: thumbnailS, outputPath: thumbnailPath, widthPx, signal });
  return { videoPath, configuration, thumbnailPath };
}
