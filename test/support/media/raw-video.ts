// Files from video and audio that were made in memory: raw frames go to ffmpeg through a pipe, sound by way of a file
// beside the result, which is removed.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm, writeFile } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { FFMPEG } from "./media-fixture.ts";

export interface RawVideo {
  readonly width: number;
  readonly height: number;
  readonly frameRate: number;
  /** Planar 4:2:0, one after the other; each may be drawn over the one before. */
  readonly frames: Iterable<Uint8Array>;
  /** Mono, -1 to 1; null for a film without audio. */
  readonly sound: { readonly samples: Float32Array; readonly sampleRateHz: number } | null;
  readonly codecs: FilmCodecs;
  readonly keyFrameInterval: number;
}

/** How ffmpeg is told to encode frames and sound. */
export interface FilmCodecs {
  readonly video: readonly string[];
  readonly audio: readonly string[];
}

/** What cameras and sites give. */
export const DEFAULT_CODECS: FilmCodecs = {
  video: ["-c:v", "libx264", "-preset", "ultrafast", "-crf", "20"],
  audio: ["-c:a", "aac", "-b:a", "64k"],
};
/** Lossy too, at about the same rates, for a quarter of the processor's time: films of minutes are made with these. */
export const QUICK_CODECS: FilmCodecs = {
  video: ["-c:v", "mpeg4", "-q:v", "4"],
  audio: ["-c:a", "mp2", "-b:a", "160k"],
};

const FRAMES_AT_ONCE = 25;

/** Copies frames into blocks: a pipe takes few large writes faster than many small ones. */
function* blocks(frames: Iterable<Uint8Array>): Generator<Buffer> {
  let waiting: Buffer[] = [];
  for (const frame of frames) {
    waiting.push(Buffer.from(frame));
    if (waiting.length < FRAMES_AT_ONCE) continue;
    yield Buffer.concat(waiting);
    waiting = [];
  }
  if (waiting.length > 0) yield Buffer.concat(waiting);
}

function encoderArguments(path: string, film: RawVideo, audioPath: string): string[] {
  const { width, height, frameRate, sound, codecs, keyFrameInterval } = film;
  const size = ["-s", `${width}x${height}`, "-r", String(frameRate)];
  const heard =
    sound === null ? [] : ["-f", "f32le", "-ar", String(sound.sampleRateHz), "-ac", "1", "-i", audioPath];
  return [
    ...["-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "yuv420p", ...size, "-i", "pipe:0", ...heard],
    ...[...codecs.video, "-g", String(keyFrameInterval), "-threads", "1"],
    ...[...(sound === null ? [] : codecs.audio), path],
  ];
}

/** Encodes a film, with sound where there is some. */
export async function encodeFilm(path: string, film: RawVideo): Promise<void> {
  const audioPath = `${path}.f32`;
  const { sound } = film;
  if (sound !== null) await writeFile(audioPath, Buffer.from(sound.samples.buffer));
  try {
    const child = spawn(FFMPEG, encoderArguments(path, film, audioPath), {
      stdio: ["pipe", "ignore", "inherit"],
    });
    const closed = once(child, "close");
    await pipeline(blocks(film.frames), child.stdin);
    const [exitCode] = await closed;
    if (exitCode !== 0) throw new Error(`ffmpeg ended with ${exitCode}.`);
  } finally {
    if (sound !== null) await rm(audioPath);
  }
}
