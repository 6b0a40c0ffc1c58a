// Has a build of ffmpeg draw a script on frames of no clip, to see what it makes of it. Builds differ under one version, in
// colours as in how letters are joined, so that only drawing tells.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PROCESS_LIMITS } from "../../shared/limits/processes.ts";
import { runFfmpeg } from "../ffmpeg/ffmpeg.ts";
import type { FrameSize } from "../ffmpeg/fit-frames.ts";
import { fontsEnvironment, linkFonts } from "../render/link-fonts.ts";
import { CAPTIONS_FILE } from "../render/video-graph.ts";

export interface ScriptDrawing {
  readonly script: string;
  /** At least one: newer versions of libass draw nothing, not even a box, where they find no font at all. */
  readonly fontPaths: readonly string[];
  readonly size: FrameSize;
  readonly frameRate: number;
  readonly frames: number;
  /** What is done to the black frames, drawing included. */
  readonly filters: readonly string[];
  readonly pixelFormat: string;
}

function drawingArguments(drawing: ScriptDrawing): string[] {
  const { size, frameRate, frames, filters, pixelFormat } = drawing;
  const black = `color=c=black:s=${size.width}x${size.height}:r=${frameRate}`;
  return [
    ...["-f", "lavfi", "-i", black, "-vf", filters.join(","), "-frames:v", String(frames)],
    ...["-f", "rawvideo", "-c:v", "rawvideo", "-pix_fmt", pixelFormat, "pipe:1"],
  ];
}

/** The bytes of the frames. @throws as `runFfmpeg`, and what writing to the temporary folder throws */
export async function drawScript(ffmpeg: string, drawing: ScriptDrawing): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), "clipmill-drawing-"));
  try {
    await linkFonts(folder, drawing.fontPaths);
    await writeFile(join(folder, CAPTIONS_FILE), drawing.script);
    const chunks: Buffer[] = [];
    await runFfmpeg(ffmpeg, {
      args: drawingArguments(drawing),
      cwd: folder,
      env: fontsEnvironment(folder),
      timeoutMs: PROCESS_LIMITS.probeTimeoutMs,
      signal: new AbortController().signal,
      onOutput: (chunk) => chunks.push(chunk),
    });
    return Buffer.concat(chunks);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
