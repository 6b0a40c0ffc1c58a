// The films that benchmarks work on: a moving test video and audio with the rhythm of speech, made by ffmpeg into
// a folder of the benchmark's own. Long ones repeat one encoded piece without encoding again: a demuxer, a decoder and
// an analysis have as much to do with each repetition as with new frames.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import ffmpeg from "@ffmpeg-installer/ffmpeg";

const run = promisify(execFile);

export interface FilmPiece {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly durationS: number;
  readonly keyFrameIntervalS: number;
  /** x264's rate factor. */
  readonly crf: number;
  /** Adds the noise that every camera's video has, which costs decoders and encoders their usual time. */
  readonly grain: boolean;
}

export const FILM_FRAME_RATE = 25;

/** A minute as cameras give it. */
export const CAMERA_PIECE: FilmPiece = {
  widthPx: 1_280,
  heightPx: 720,
  durationS: 60,
  keyFrameIntervalS: 4,
  crf: 22,
  grain: true,
};

/** A syllable-like tone: four a second with changing pitch, a pause every three seconds or so. */
function speechLikeAudio(durationS: number): string {
  return [
    "aevalsrc='0.3*sin(2*PI*(200+60*mod(floor(t*4),5))*t)",
    "*lt(mod(t,3.1),2.5)*lt(mod(t,0.25),0.2)'",
    `:s=48000:d=${durationS}`,
  ].join("");
}

async function runFfmpeg(args: readonly string[], signal: AbortSignal): Promise<void> {
  await run(ffmpeg.path, ["-nostdin", "-v", "error", "-y", ...args], { signal });
}

/** Encodes a piece: H.264 at 25 frames a second and AAC in stereo. */
export async function makeFilm(path: string, piece: FilmPiece, signal: AbortSignal): Promise<void> {
  const { widthPx, heightPx, durationS, keyFrameIntervalS, crf, grain } = piece;
  const video = `testsrc2=s=${widthPx}x${heightPx}:r=${FILM_FRAME_RATE}:d=${durationS}`;
  const keyFrames = String(Math.round(keyFrameIntervalS * FILM_FRAME_RATE));
  await runFfmpeg(
    [
      ...["-f", "lavfi", "-i", grain ? `${video},noise=alls=6:allf=t` : video],
      ...["-f", "lavfi", "-i", speechLikeAudio(durationS)],
      ...["-c:v", "libx264", "-preset", "veryfast", "-crf", String(crf), "-g", keyFrames],
      ...["-pix_fmt", "yuv420p", "-c:a", "aac", "-b:a", "96k", "-ac", "2", path],
    ],
    signal,
  );
}

/** Writes a film that is the piece `times` times over. */
export async function repeatFilm(
  piecePath: string,
  times: number,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  await runFfmpeg(["-stream_loop", String(times - 1), "-i", piecePath, "-c", "copy", path], signal);
}
