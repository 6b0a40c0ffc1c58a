// The usual way of scripts that cut clips: one ffmpeg decodes to raw RGB on a pipe, the program takes each frame,
// crops it, scales it, writes the words on it and passes it to a second ffmpeg that encodes; then the audio is put
// beside it. One frame after the other and one clip after the other, because that is how such scripts are written; but
// with what is quick: crops are copies of rows, libvips scales, words are drawn once per phrase and blended only where
// they are. Which settings the second ffmpeg gets is the caller's choice.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Readable } from "node:stream";
import sharp from "sharp";
import type { Span } from "../../media-node/signal/span.ts";
import type { KeptRender } from "./clip-job.ts";
import { type ClipFacts, readFacts } from "./hand-written-clips.ts";

/** A phrase that is on the screen from one time of the clip to another. */
export interface Phrase extends Span {
  readonly text: string;
}

interface DrawnPhrase extends Phrase {
  readonly pixels: Buffer;
  readonly width: number;
  readonly height: number;
}

const SOURCE_CHANNELS = 3;
const TEXT_CHANNELS = 4;
const TEXT_HEIGHT_PX = 200;
const TEXT_SIZE_PX = 84;
/** Where the words stand, from the top. */
const TEXT_PLACE = 0.68;

async function drawPhrase(phrase: Phrase, width: number): Promise<DrawnPhrase> {
  const look = `font-family="sans-serif" font-weight="bold" font-size="${TEXT_SIZE_PX}" text-anchor="middle"`;
  const paint = 'fill="white" stroke="black" stroke-width="8" paint-order="stroke"';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${TEXT_HEIGHT_PX}">
    <text x="50%" y="60%" ${look} ${paint}>${phrase.text}</text></svg>`;
  const pixels = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer();
  return { ...phrase, pixels, width, height: TEXT_HEIGHT_PX };
}

/** Blends the words into the frame; only where they are seen. */
function blend(frame: Buffer, frameWidth: number, top: number, { pixels, width, height }: DrawnPhrase): void {
  for (let y = 0; y < height; y += 1) {
    let to = (top + y) * frameWidth * SOURCE_CHANNELS;
    let from = y * width * TEXT_CHANNELS;
    for (let x = 0; x < width; x += 1, to += SOURCE_CHANNELS, from += TEXT_CHANNELS) {
      const alpha = pixels[from + 3] ?? 0;
      if (alpha === 0) continue;
      for (let channel = 0; channel < SOURCE_CHANNELS; channel += 1) {
        const below = frame[to + channel] ?? 0;
        frame[to + channel] = below + (((pixels[from + channel] ?? 0) - below) * alpha) / 255;
      }
    }
  }
}

/** Frames of a fixed size from a pipe; each is a buffer of its own. */
async function* readFrames(output: Readable, sizeBytes: number): AsyncGenerator<Buffer> {
  let frame = Buffer.allocUnsafe(sizeBytes);
  let filled = 0;
  for await (const chunk of output as AsyncIterable<Buffer>) {
    let at = 0;
    while (at < chunk.length) {
      const copied = chunk.copy(frame, filled, at);
      at += copied;
      filled += copied;
      if (filled < sizeBytes) continue;
      yield frame;
      frame = Buffer.allocUnsafe(sizeBytes);
      filled = 0;
    }
  }
}

function cropRows(frame: Buffer, frameWidth: number, { x, y, width, height }: ClipFacts["crop"]): Buffer {
  const rowBytes = width * SOURCE_CHANNELS;
  const cropped = Buffer.allocUnsafe(rowBytes * height);
  for (let row = 0; row < height; row += 1) {
    const from = ((y + row) * frameWidth + x) * SOURCE_CHANNELS;
    frame.copy(cropped, row * rowBytes, from, from + rowBytes);
  }
  return cropped;
}

export interface Script {
  readonly ffmpeg: string;
  readonly sourceSize: { readonly width: number; readonly height: number };
  /** The encoder's options. */
  readonly encoding: readonly string[];
  readonly signal: AbortSignal;
}

/** What MoviePy's `write_videofile` asks for unless told: x264's preset medium, whose own default is crf 23. */
export const SCRIPT_DEFAULTS = ["-c:v", "libx264", "-preset", "medium"] as const;

async function encodeFrames(
  { ffmpeg, sourceSize, encoding, signal }: Script,
  facts: ClipFacts,
  phrases: readonly DrawnPhrase[],
  videoPath: string,
): Promise<void> {
  const { crop, frame } = facts;
  const quiet = ["-nostdin", "-v", "error", "-y"];
  const raw = ["-f", "rawvideo", "-pix_fmt", "rgb24"];
  const input = ["-ss", facts.startS, "-t", facts.durationS, "-i", facts.sourcePath];
  const decoder = spawn(ffmpeg, [...quiet, ...input, "-an", "-r", facts.frameRate, ...raw, "pipe:1"], {
    signal,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const size = ["-s", `${frame.width}x${frame.height}`, "-r", facts.frameRate];
  const output = ["-pix_fmt", "yuv420p", ...encoding, videoPath];
  const encoder = spawn(ffmpeg, [...quiet.slice(1), ...raw, ...size, "-i", "pipe:0", ...output], {
    signal,
    stdio: ["pipe", "ignore", "inherit"],
  });
  const ended = once(encoder, "close");
  const top = Math.round(frame.height * TEXT_PLACE);
  let index = 0;
  for await (const sourceFrame of readFrames(
    decoder.stdout,
    sourceSize.width * sourceSize.height * SOURCE_CHANNELS,
  )) {
    const raw = { width: crop.width, height: crop.height, channels: SOURCE_CHANNELS } as const;
    const scaled = await sharp(cropRows(sourceFrame, sourceSize.width, crop), { raw })
      .resize({ ...frame, fit: "fill", kernel: "cubic" })
      .raw()
      .toBuffer();
    const timeS = index / Number(facts.frameRate);
    const phrase = phrases.find(({ startS, endS }) => timeS >= startS && timeS < endS);
    if (phrase !== undefined) blend(scaled, frame.width, top, phrase);
    if (!encoder.stdin.write(scaled)) await once(encoder.stdin, "drain");
    index += 1;
  }
  encoder.stdin.end();
  const [exitCode] = await ended;
  if (exitCode !== 0) throw new Error(`The encoder ended with ${exitCode}.`);
}

/** Puts the clip's audio beside its encoded frames. */
async function addAudio({ ffmpeg, signal }: Script, facts: ClipFacts, render: KeptRender): Promise<string> {
  const path = join(render.folder, "frame-by-frame.mp4");
  const inputs = ["-i", join(render.folder, "silent.mp4"), "-ss", facts.startS, "-t", facts.durationS];
  const audio = ["-af", `volume=${render.gainDb.toFixed(2)}dB,alimiter=limit=0.841:level=0`, "-c:a", "aac"];
  const args = [...inputs, "-i", facts.sourcePath, "-map", "0:v", "-map", "1:a", "-c:v", "copy", ...audio];
  const child = spawn(ffmpeg, ["-nostdin", "-v", "error", "-y", ...args, "-b:a", "160k", path], {
    signal,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [exitCode] = await once(child, "close");
  if (exitCode !== 0) throw new Error(`Adding the audio ended with ${exitCode}.`);
  return path;
}

/** Makes one clip; `phrases` are on the clip's clock. Returns its path. */
export async function renderFrameByFrame(
  script: Script,
  render: KeptRender,
  phrases: readonly Phrase[],
): Promise<string> {
  const facts = readFacts(render);
  const drawn: DrawnPhrase[] = [];
  for (const phrase of phrases) drawn.push(await drawPhrase(phrase, facts.frame.width));
  await encodeFrames(script, facts, drawn, join(render.folder, "silent.mp4"));
  return addAudio(script, facts, render);
}
