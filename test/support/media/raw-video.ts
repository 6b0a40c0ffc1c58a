// Files from pictures and sound that were made in memory: raw frames go to ffmpeg through a pipe, sound by way of a file
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
  /** Mono, -1 to 1; null for a film without sound. */
  readonly sound: { readonly samples: Float32Array; readonly sampleRateHz: number } | null;
  /** x264's rate factor. */
  readonly crf: number;
  readonly keyFrameInterval: number;
}

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

function encoderArguments(path: string, film: RawVideo, soundPath: string): string[] {
  const { width, height, frameRate, sound, crf, keyFrameInterval } = film;
  const size = ["-s", `${width}x${height}`, "-r", String(frameRate)];
  const heard =
    sound === null ? [] : ["-f", "f32le", "-ar", String(sound.sampleRateHz), "-ac", "1", "-i", soundPath];
  return [
    ...["-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "yuv420p", ...size, "-i", "pipe:0", ...heard],
    ...["-c:v", "libx264", "-preset", "ultrafast", "-crf", String(crf), "-g", String(keyFrameInterval)],
    ...["-threads", "1", ...(sound === null ? [] : ["-c:a", "aac", "-b:a", "64k"]), path],
  ];
}

/** Encodes a film: H.264, and AAC where there is sound. */
export async function encodeFilm(path: string, film: RawVideo): Promise<void> {
  const soundPath = `${path}.f32`;
  const { sound } = film;
  if (sound !== null) await writeFile(soundPath, Buffer.from(sound.samples.buffer));
  try {
    const child = spawn(FFMPEG, encoderArguments(path, film, soundPath), {
      stdio: ["pipe", "ignore", "inherit"],
    });
    const closed = once(child, "close");
    await pipeline(blocks(film.frames), child.stdin);
    const [exitCode] = await closed;
    if (exitCode !== 0) throw new Error(`ffmpeg ended with ${exitCode}.`);
  } finally {
    if (sound !== null) await rm(soundPath);
  }
}
