// The best ffmpeg command that a person would write by hand for each clip of a job: seek, crop, scale, captions, gain,
// encode, nothing more. It is told everything that our job had to find out: where the clip lies, which crop, what the
// captions are, and how much louder it must be.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { KeptRender } from "./clip-job.ts";

const run = promisify(execFile);

function valueAfter(args: readonly string[], option: string): string {
  const value = args[args.indexOf(option) + 1];
  if (!args.includes(option) || value === undefined) throw new Error(`Our render sets no ${option}.`);
  return value;
}

/** What a clip is, as our render was told. */
export interface ClipFacts {
  readonly sourcePath: string;
  readonly startS: string;
  readonly durationS: string;
  readonly crop: { readonly width: number; readonly height: number; readonly x: number; readonly y: number };
  readonly frame: { readonly width: number; readonly height: number };
  readonly frameRate: string;
  /** Encoder, rate control, profile and key frames: both sides encode alike. */
  readonly encoding: readonly string[];
}

/** Reads the facts. @throws Error where the clip is framed by more than one crop that stands */
export function readFacts({ args }: KeptRender): ClipFacts {
  const graph = valueAfter(args, "-filter_complex");
  const crop = /crop=w=(\d+):h=(\d+):x='(\d+)':y=(\d+)[^,]*,scale=(\d+):(\d+)/
    .exec(graph)
    ?.slice(1)
    .map(Number);
  const frameRate = /fps=fps=([\d.]+)/.exec(graph)?.[1];
  if (crop === undefined || frameRate === undefined) throw new Error(`This is no single crop: ${graph}`);
  const [width = 0, height = 0, x = 0, y = 0, frameWidth = 0, frameHeight = 0] = crop;
  return {
    sourcePath: valueAfter(args, "-i").replace(/^file:/, ""),
    // A clip from the source's beginning is not sought.
    startS: args.includes("-ss") ? valueAfter(args, "-ss") : "0",
    durationS: valueAfter(args, "-t"),
    frameRate,
    crop: { width, height, x, y },
    frame: { width: frameWidth, height: frameHeight },
    encoding: args.slice(args.indexOf("-c:v"), args.indexOf("-g") + 2),
  };
}

/** The command's arguments; pure. It sets no threads, since x264's own choice of them is hard to beat. */
export function handWrittenArguments(render: KeptRender, output: string): string[] {
  const { crop, frame, ...facts } = readFacts(render);
  const video = [
    `crop=${crop.width}:${crop.height}:${crop.x}:${crop.y}`,
    `scale=${frame.width}:${frame.height}:flags=bicubic`,
    "ass=captions.ass:fontsdir=fonts,setsar=1,format=yuv420p",
  ];
  return [
    ...["-nostdin", "-v", "error", "-y", "-ss", facts.startS, "-t", facts.durationS, "-i", facts.sourcePath],
    ...["-vf", video.join(","), "-r", facts.frameRate],
    ...["-af", `volume=${render.gainDb.toFixed(2)}dB,alimiter=limit=0.841:level=0`],
    ...[...facts.encoding, "-c:a", "aac", "-b:a", "160k", "-ar", "48000", "-ac", "2"],
    ...["-movflags", "+faststart", output],
  ];
}

/** Renders one clip beside its captions and returns its path. */
export async function renderByHand(ffmpeg: string, render: KeptRender, signal: AbortSignal): Promise<string> {
  const output = "by-hand.mp4";
  await run(ffmpeg, handWrittenArguments(render, output), { cwd: render.folder, signal });
  return join(render.folder, output);
}
