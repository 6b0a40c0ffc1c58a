// A long film of coded frames whose sound carries clicks at frames that are known, in gaps that do not repeat: whether
// audio and video are still together can be read off a finished file. Below the clicks lies a steady tone, in which a
// hard cut would be heard.

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { seededRandom } from "../../../media-node/signal/seeded-random.ts";
import { Canvas, rgb, WHITE } from "../matches/match-canvas.ts";
import { BUNDLED } from "../media-node/media-tools.ts";
import { CODE_BARS } from "./coded-frames.ts";
import { DEFAULT_CODECS, encodeFilm } from "./raw-video.ts";

const run = promisify(execFile);

export const CODED = { width: 160, height: 90, frameRate: 25 } as const;
const INK = rgb(20, 20, 20);
const AUDIO_RATE_HZ = 48_000;
const TONE = { hz: 220, amplitude: 0.1 } as const;
const CLICK = { hz: 5_000, amplitude: 0.5, durationS: 0.008 } as const;
const MIN_FRAMES_BETWEEN_CLICKS = 14;
const MAX_OUTPUT_BYTES = 512 * 1_024 * 1_024;

export interface CodedFilm {
  readonly frameCount: number;
  /** The frames at whose beginning a click begins, ascending. */
  readonly clickFrames: readonly number[];
}

function drawNumber(canvas: Canvas, frame: number): void {
  const width = CODED.width / CODE_BARS;
  for (let bar = 0; bar < CODE_BARS; bar += 1) {
    canvas.rectangle(bar * width, 0, width, CODED.height, (frame >> bar) & 1 ? WHITE : INK);
  }
}

function* drawNumbers(frameCount: number): Generator<Uint8Array> {
  const canvas = new Canvas(CODED.width, CODED.height);
  for (let frame = 0; frame < frameCount; frame += 1) {
    drawNumber(canvas, frame);
    yield canvas.bytes;
  }
}

function chooseClicks(frameCount: number, seed: number): number[] {
  const random = seededRandom(seed);
  const frames: number[] = [];
  let frame = 5;
  while (frame < frameCount - 5) {
    frames.push(frame);
    frame += MIN_FRAMES_BETWEEN_CLICKS + Math.floor(22 * random());
  }
  return frames;
}

function makeAudio(frameCount: number, clickFrames: readonly number[]): Float32Array {
  const samples = new Float32Array((frameCount / CODED.frameRate) * AUDIO_RATE_HZ).map(
    (_, index) => TONE.amplitude * Math.sin((2 * Math.PI * TONE.hz * index) / AUDIO_RATE_HZ),
  );
  for (const frame of clickFrames) {
    const start = Math.round((frame / CODED.frameRate) * AUDIO_RATE_HZ);
    for (let index = 0; index < CLICK.durationS * AUDIO_RATE_HZ; index += 1) {
      const click = Math.sin((2 * Math.PI * CLICK.hz * index) / AUDIO_RATE_HZ);
      samples[start + index] = (samples[start + index] ?? 0) + CLICK.amplitude * click;
    }
  }
  return samples;
}

/** Writes a coded film of whole seconds. */
export async function makeCodedFilm(path: string, durationS: number, seed = 1): Promise<CodedFilm> {
  const frameCount = durationS * CODED.frameRate;
  const clickFrames = chooseClicks(frameCount, seed);
  await encodeFilm(path, {
    ...CODED,
    frames: drawNumbers(frameCount),
    codecs: DEFAULT_CODECS,
    keyFrameInterval: 60,
    sound: { samples: makeAudio(frameCount, clickFrames), sampleRateHz: AUDIO_RATE_HZ },
  });
  return { frameCount, clickFrames };
}

/** When each frame of a file is shown, seconds, ascending. */
export async function readFrameTimes(path: string): Promise<number[]> {
  const entries = ["-select_streams", "v:0", "-show_entries", "packet=pts_time", "-of", "csv=p=0"];
  const options = { maxBuffer: MAX_OUTPUT_BYTES };
  const { stdout } = await run(BUNDLED.ffprobe, ["-v", "error", ...entries, path], options);
  return stdout
    .trim()
    .split("\n")
    .map(Number)
    .sort((left, right) => left - right);
}

/** Of what is left above some kilohertz: a click has 0.1, the tone a thousandth of that. */
const CLICK_THRESHOLD = 0.03;
/** After a click nothing else is one for a while. */
const CLICK_DEAD_S = 0.1;

/** What is left of samples above a few kilohertz, by taking differences twice. */
export function treble(samples: Float32Array): Float32Array {
  return samples.map((sample, index) =>
    index < 2 ? 0 : (sample - 2 * (samples[index - 1] ?? 0) + (samples[index - 2] ?? 0)) / 4,
  );
}

/** When clicks begin in a sound, seconds. */
export function findClicks(samples: Float32Array, sampleRateHz: number): number[] {
  const sharp = treble(samples);
  const clicksS: number[] = [];
  let deadUntil = 0;
  for (let index = 0; index < sharp.length; index += 1) {
    if (index < deadUntil || Math.abs(sharp[index] ?? 0) < CLICK_THRESHOLD) continue;
    clicksS.push(index / sampleRateHz);
    deadUntil = index + CLICK_DEAD_S * sampleRateHz;
  }
  return clicksS;
}
