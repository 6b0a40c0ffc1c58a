// Renders one piece of a reel into a folder, in the bounded pool of render threads. Where the encoder fails, nothing
// takes its place here: all pieces of a reel must come from the same one.
import { join } from "node:path";
import { avcConfiguration } from "../engines/avc-configuration.ts";
import { type PieceRequest, pieceArguments } from "./piece-arguments.ts";
import type { RenderPool } from "./render-clip.ts";
import { GAIN_PLACEHOLDER, LIMITER, TARGET_LUFS } from "./sound-graph.ts";

export interface PieceRender extends PieceRequest {
  /** Must exist. */
  readonly folder: string;
  /** Time of the frame that stands for the piece, from its beginning; null where none is wanted. */
  readonly thumbnailS: number | null;
}

export interface RenderedPiece {
  readonly videoPath: string;
  readonly thumbnailPath: string | null;
  /** Pieces that can be joined as they are have the same. */
  readonly configuration: string;
}

/** Of the thumbnail's shorter side. */
const THUMBNAIL_PX = 540;
/** A render may take this many times its piece's length, and a minute to start with. */
const TIMEOUT_FACTOR = 60;

/** What the thread is given for a render of pictures alone, or of sound that needs no gain. */
export function plainRender(folder: string, outputFile: string, durationS: number) {
  return {
    ...{ folder, outputFile, durationS, soundArgs: null, fallbackArgs: null, thumbnail: null },
    ...{ gainPlaceholder: GAIN_PLACEHOLDER, targetLufs: TARGET_LUFS, limiter: LIMITER },
    timeoutMs: (60 + durationS * TIMEOUT_FACTOR) * 1_000,
  };
}

/** Renders a piece. @throws AppError SOURCE_UNSUPPORTED, OUT_OF_MEMORY, TIMED_OUT; `signal.reason` on abort */
export async function renderPiece(
  ffmpeg: string,
  pool: RenderPool,
  request: PieceRender,
  options: { signal: AbortSignal; onProgress: (fraction: number) => void },
): Promise<RenderedPiece> {
  const { folder, outputFile, thumbnailS, target, piece, frameRate } = request;
  const { width, height } = target;
  const file = `${outputFile}.jpg`;
  const widthPx = Math.round(width * Math.min(1, THUMBNAIL_PX / Math.min(width, height)));
  await pool.run(
    {
      ...plainRender(folder, outputFile, piece.frameCount / frameRate),
      ...{ ffmpeg, renderArgs: pieceArguments(request) },
      thumbnail: thumbnailS === null ? null : { file, timeS: thumbnailS, widthPx },
    },
    options,
  );
  const videoPath = join(folder, outputFile);
  return {
    ...{ videoPath, configuration: await avcConfiguration(videoPath) },
    thumbnailPath: thumbnailS === null ? null : join(folder, file),
  };
}
