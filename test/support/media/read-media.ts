// Looks into finished media files with the bundled programs: streams, single pixels, samples, loudness.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { BUNDLED } from "../media-node/media-tools.ts";

const run = promisify(execFile);
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

async function decode(args: readonly string[]): Promise<Buffer> {
  const options = { encoding: "buffer", maxBuffer: MAX_OUTPUT_BYTES, timeout: 180_000 } as const;
  return (await run(BUNDLED.ffmpeg, ["-nostdin", "-v", "error", ...args], options)).stdout;
}

export interface FoundStream {
  readonly codec_type: string;
  readonly codec_name: string;
  readonly profile: string;
  readonly width: number;
  readonly height: number;
  readonly pix_fmt: string;
  readonly sample_aspect_ratio?: string;
  readonly sample_rate: string;
  readonly channels: number;
  readonly duration: string;
  readonly color_space?: string;
  readonly nb_frames: string;
  readonly r_frame_rate: string;
  readonly side_data_list?: readonly unknown[];
}

export interface FoundFile {
  readonly durationS: number;
  readonly video: FoundStream;
  readonly audio: FoundStream;
}

export async function readMedia(path: string): Promise<FoundFile> {
  const args = ["-v", "error", "-print_format", "json", "-show_streams", "-show_format", path];
  const { stdout } = await run(BUNDLED.ffprobe, args);
  const found = JSON.parse(stdout) as { streams: FoundStream[]; format: { duration: string } };
  const ofType = (type: string): FoundStream => {
    const stream = found.streams.find(({ codec_type }) => codec_type === type);
    if (stream === undefined) throw new Error(`${path} has no ${type}.`);
    return stream;
  };
  return { durationS: Number(found.format.duration), video: ofType("video"), audio: ofType("audio") };
}

export type Rgb = readonly [red: number, green: number, blue: number];

/** One decoded frame. */
export class DecodedFrame {
  readonly width: number;
  readonly height: number;
  readonly #pixels: Buffer;

  constructor(width: number, height: number, pixels: Buffer) {
    this.width = width;
    this.height = height;
    this.#pixels = pixels;
  }

  /** The colour at shares of width and height, each 0 to 1. */
  at(x: number, y: number): Rgb {
    const column = Math.min(this.width - 1, Math.floor(x * this.width));
    const row = Math.min(this.height - 1, Math.floor(y * this.height));
    const offset = 3 * (row * this.width + column);
    return [this.#pixels[offset] ?? 0, this.#pixels[offset + 1] ?? 0, this.#pixels[offset + 2] ?? 0];
  }

  /** Three bytes a pixel, as face detectors want them. */
  bgr(): Uint8Array {
    return Uint8Array.from(
      { length: this.#pixels.length },
      (_, index) => this.#pixels[index + 2 - 2 * (index % 3)] ?? 0,
    );
  }

  /** Mean absolute difference of each row to another frame's, 0 to 255. */
  rowDifferences(other: DecodedFrame): number[] {
    const stride = 3 * this.width;
    return Array.from({ length: this.height }, (_, row) => {
      let sum = 0;
      for (let at = row * stride; at < (row + 1) * stride; at += 1) {
        sum += Math.abs((this.#pixels[at] ?? 0) - (other.#pixels[at] ?? 0));
      }
      return sum / stride;
    });
  }
}

export async function readFrame(path: string, timeS: number): Promise<DecodedFrame> {
  const seek = timeS === 0 ? [] : ["-ss", timeS.toFixed(3)];
  const args = [...seek, "-i", path, "-frames:v", "1", "-f", "image2pipe", "-c:v", "ppm"];
  const bytes = await decode([...args, "-pix_fmt", "rgb24", "pipe:1"]);
  const header = /^P6\s(\d+) (\d+)\s255\s/.exec(bytes.subarray(0, 64).toString("latin1"));
  if (header === null) throw new Error(`${path} has no frame at ${timeS} s.`);
  const [whole, width, height] = header;
  return new DecodedFrame(Number(width), Number(height), bytes.subarray(whole.length));
}

/** Every frame, scaled to this size. */
export async function readFrames(path: string, width: number, height: number): Promise<DecodedFrame[]> {
  const scale = `scale=${width}:${height}:flags=area`;
  const bytes = await decode(["-i", path, "-vf", scale, "-f", "rawvideo", "-pix_fmt", "rgb24", "pipe:1"]);
  const frameBytes = 3 * width * height;
  return Array.from(
    { length: Math.floor(bytes.length / frameBytes) },
    (_, index) =>
      new DecodedFrame(width, height, bytes.subarray(index * frameBytes, (index + 1) * frameBytes)),
  );
}

/** The mean brightness (0 to 255) of every frame, with its time. */
export async function readBrightness(path: string): Promise<{ timeS: number; value: number }[]> {
  const { video } = await readMedia(path);
  const [frames = 25, perSeconds = 1] = video.r_frame_rate.split("/").map(Number);
  const bytes = await decode([
    "-i",
    path,
    "-vf",
    "scale=1:1:flags=area,format=gray",
    "-f",
    "rawvideo",
    "pipe:1",
  ]);
  return [...bytes].map((value, index) => ({ timeS: (index * perSeconds) / frames, value }));
}

/** Mono samples, -1 to 1. */
export async function readSamples(path: string, sampleRateHz = 48_000): Promise<Float32Array> {
  const bytes = await decode([
    "-i",
    path,
    "-vn",
    "-ac",
    "1",
    "-ar",
    String(sampleRateHz),
    "-f",
    "f32le",
    "pipe:1",
  ]);
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
}

/** Samples of the left and of the right channel at 48 kHz, -1 to 1. */
export async function readChannels(path: string): Promise<readonly [Float32Array, Float32Array]> {
  const output = ["-vn", "-ac", "2", "-ar", "48000", "-f", "f32le", "pipe:1"];
  const bytes = await decode(["-i", path, ...output]);
  const both = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
  return [both.filter((_, index) => index % 2 === 0), both.filter((_, index) => index % 2 === 1)];
}

/** The sharpest bend between three samples that follow each other: of a tone a small part of its level, of a click most. */
export function sharpestBend(samples: Float32Array): number {
  let bend = 0;
  for (let index = 2; index < samples.length; index += 1) {
    const [first = 0, middle = 0, last = 0] = samples.subarray(index - 2, index + 1);
    bend = Math.max(bend, Math.abs(first - 2 * middle + last));
  }
  return bend;
}

export interface Loudness {
  readonly integratedLufs: number;
  readonly truePeakDb: number;
}

export async function readLoudness(path: string): Promise<Loudness> {
  const args = ["-nostdin", "-i", path, "-vn", "-af", "ebur128=peak=true", "-f", "null", "-"];
  const { stderr } = await run(BUNDLED.ffmpeg, args);
  const summary = stderr.slice(stderr.lastIndexOf("Summary:"));
  const value = (name: string): number =>
    Number(new RegExp(`${name}:\\s+(-?[\\d.]+|-inf)`).exec(summary)?.[1]);
  return { integratedLufs: value("I"), truePeakDb: value("Peak") };
}
