// Takes one frame of a finished clip as a JPEG: ffmpeg decodes it, sharp scales and encodes, which does both better. The
// frame comes over the pipe as it is, behind PPM's few bytes of header: packing it as PNG took longer than decoding it.
import { AppError } from "../../shared/errors.ts";
import { PROCESS_LIMITS } from "../../shared/limits/processes.ts";
import { runFfmpeg, seconds } from "../ffmpeg/ffmpeg.ts";
import { type Sharp, sharp } from "../images/uncached-sharp.ts";

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

/** `P6`, width, height and the highest value, each behind one byte of white space, then red, green and blue by rows. */
const PPM_HEADER = /^P6\s(\d+)\s(\d+)\s255\s/;
const MAX_HEADER_BYTES = 32;

/** A frame as ffmpeg's `ppm` encoder writes it. */
function openFrame(ppm: Buffer): Sharp {
  const header = PPM_HEADER.exec(ppm.toString("latin1", 0, MAX_HEADER_BYTES));
  if (header === null) throw new AppError("INTERNAL", "The clip has no frame for its thumbnail.");
  const raw = { width: Number(header[1]), height: Number(header[2]), channels: 3 } as const;
  return sharp(ppm.subarray(header[0].length), { raw });
}

/** @throws AppError INTERNAL when the clip has no frame there; the errors of `runFfmpeg` */
export async function takeThumbnail(ffmpeg: string, run: ThumbnailRun): Promise<void> {
  const chunks: Buffer[] = [];
  await runFfmpeg(ffmpeg, {
    args: [
      // Seeking finds the first frame not before the time; times of frames are rounded both ways.
      ...["-ss", seconds(Math.max(0, run.timeS - TIME_TOLERANCE_S)), "-i", `file:${run.videoPath}`],
      ...["-frames:v", "1", "-f", "image2pipe", "-c:v", "ppm", "pipe:1"],
    ],
    timeoutMs: PROCESS_LIMITS.probeTimeoutMs,
    signal: run.signal,
    onOutput: (chunk) => chunks.push(chunk),
  });
  const thumbnail = openFrame(Buffer.concat(chunks)).resize({ width: run.widthPx });
  await thumbnail.jpeg({ quality: 82, mozjpeg: true }).toFile(run.outputPath);
}
