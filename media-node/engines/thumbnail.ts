// Takes one frame of a finished clip as a JPEG: ffmpeg decodes it, sharp scales and encodes, which does both better.
import sharp from "sharp";
import { AppError } from "../../shared/errors.ts";
import { PROCESS_LIMITS } from "../../shared/limits.ts";
import { runFfmpeg, seconds } from "./ffmpeg.ts";

export interface ThumbnailRun {
  /** A file of our own making. */
  readonly videoPath: string;
  /** Of the frame; the one that begins nearest is taken. */
  readonly timeS: number;
  readonly outputPath: string;
  readonly widthPx: number;
  readonly signal: AbortSignal;
}

/** Less than half a frame at 60 a second. */
const TIME_TOLERANCE_S = 0.005;

/** @throws AppError INTERNAL when the clip has no frame there; the errors of `runFfmpeg` */
export async function takeThumbnail(ffmpeg: string, run: ThumbnailRun): Promise<void> {
  const chunks: Buffer[] = [];
  await runFfmpeg(ffmpeg, {
    args: [
      // Seeking finds the first frame not before the time; times of frames are rounded both ways.
      ...["-ss", seconds(Math.max(0, run.timeS - TIME_TOLERANCE_S)), "-i", `file:${run.videoPath}`],
      ...["-frames:v", "1", "-f", "image2pipe", "-c:v", "png", "pipe:1"],
    ],
    timeoutMs: PROCESS_LIMITS.probeTimeoutMs,
    signal: run.signal,
    onOutput: (chunk) => chunks.push(chunk),
  });
  if (chunks.length === 0) throw new AppError("INTERNAL", "The clip has no frame for its thumbnail.");
  const picture = sharp(Buffer.concat(chunks)).resize({ width: run.widthPx });
  await picture.jpeg({ quality: 82, mozjpeg: true }).toFile(run.outputPath);
}
