// One ffmpeg run: raw frames from standard input, the audio and the subtitles from files, an MP4 out. The pinned ffmpeg
// of this package does it with a fixed number of threads and without its own version in the file, so that the same
// script gives the same bytes.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { pipeline } from "node:stream/promises";
import ffmpeg from "@ffmpeg-installer/ffmpeg";
import { FRAME } from "./svg.ts";

export interface EncodeInput {
  readonly frames: AsyncIterable<Buffer>;
  readonly audioPath: string;
  readonly subtitlesPath: string;
  readonly outputPath: string;
  readonly title: string;
  /** Where a key frame begins a shot, in seconds. */
  readonly cutsS: readonly number[];
}

/** Constant quality: 29 keeps flat colour and thin lines clean, and the film well under 3 MB. */
const QUALITY = ["-c:v", "libx264", "-preset", "slower", "-tune", "animation", "-crf", "29"];
/** Rumble off, a little presence, gentle compression, then the gain that brings this voice to -17 LUFS. */
const MASTERING = [
  "highpass=f=85",
  "equalizer=f=260:t=q:w=1.1:g=-2.5",
  "acompressor=threshold=-22dB:ratio=2.5:attack=8:release=120:knee=4",
  "volume=9dB",
  "alimiter=limit=0.85:attack=4:release=60:level=disabled",
].join(",");

/** ffmpeg's arguments; pure, so that they can be read without running it. */
function encodeArguments(input: Omit<EncodeInput, "frames">): string[] {
  const size = `${FRAME.width}x${FRAME.height}`;
  const raw = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", size, "-r", `${FRAME.rate}`, "-i", "pipe:0"];
  const cuts = input.cutsS.map((cut) => cut.toFixed(3)).join(",");
  const video = [
    ...["-vf", "scale=out_color_matrix=bt709:out_range=tv:flags=lanczos+accurate_rnd,format=yuv420p"],
    ...QUALITY,
    ...["-threads", "2", "-g", `${20 * FRAME.rate}`, "-force_key_frames", cuts],
    ...["-x264-params", "aq-mode=3:aq-strength=0.9"],
    ...["-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709", "-color_range", "tv"],
  ];
  const audio = ["-af", MASTERING, "-c:a", "aac", "-b:a", "56k", "-ar", "44100", "-ac", "1"];
  const subtitles = [
    "-c:s",
    "mov_text",
    "-metadata:s:s:0",
    "language=eng",
    "-metadata:s:a:0",
    "language=eng",
  ];
  return [
    ...["-y", "-hide_banner", "-loglevel", "error", "-fflags", "+bitexact"],
    ...raw,
    ...["-i", input.audioPath, "-i", input.subtitlesPath, "-map", "0:v", "-map", "1:a", "-map", "2:s"],
    ...video,
    ...audio,
    ...subtitles,
    ...["-flags:v", "+bitexact", "-flags:a", "+bitexact", "-metadata", `title=${input.title}`],
    ...["-movflags", "+faststart", input.outputPath],
  ];
}

/** Encodes the film. Throws when ffmpeg does not end well. */
export async function encodeFilm(input: EncodeInput): Promise<void> {
  const child = spawn(ffmpeg.path, encodeArguments(input), { stdio: ["pipe", "inherit", "inherit"] });
  const [[exitCode]] = await Promise.all([once(child, "close"), pipeline(input.frames, child.stdin)]);
  if (exitCode !== 0) throw new Error(`ffmpeg ended with ${exitCode}.`);
}
