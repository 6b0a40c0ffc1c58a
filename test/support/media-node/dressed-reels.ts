// Dresses reels in templates and lays what comes out over plain images, so that every frame can be looked at.
import { execFile } from "node:child_process";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { promisify } from "node:util";
import sharp from "sharp";
import type { FrameSize } from "../../../media-node/ffmpeg/fit-frames.ts";
import type { Overlay, ReelDressing } from "../../../media-node/reel/drawing/reel-dressing.ts";
import { dressReel, type ReelToDress } from "../../../media-node/reel/dress-reel.ts";
import { overlayGraph } from "../../../media-node/reel/overlay-filters.ts";
import { readReelTemplate } from "../../../shared/templates/reel-template.ts";
import { DecodedFrame } from "../media/read-media.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { BUNDLED, type MediaBuild } from "./media-tools.ts";

const run = promisify(execFile);

const FRAME_RATE = 25;
export const LAYOUTS = {
  LANDSCAPE: { width: 320, height: 180 },
  PORTRAIT: { width: 180, height: 320 },
  SQUARE: { width: 180, height: 180 },
} as const satisfies Record<string, FrameSize>;

export interface Dressed extends Partial<Omit<ReelToDress, "template">> {
  readonly document: unknown;
}

/** Two moments of 90 frames each, unless told otherwise. */
export async function dress(t: TestContext, { document, ...reel }: Dressed): Promise<ReelDressing> {
  return dressReel({
    title: "Riverside against Harbour City",
    category: "FOOTBALL",
    moments: [
      { reason: "Crowd roar at its peak", score: 90 },
      { reason: "Fast attack, shown again", score: 80 },
    ],
    frameCounts: [90, 90],
    target: LAYOUTS.LANDSCAPE,
    frameRate: FRAME_RATE,
    logoPath: null,
    folder: join(await temporaryFolder(t), "dress"),
    signal: AbortSignal.timeout(180_000),
    ...reel,
    template: readReelTemplate(document),
  });
}

export interface Ground {
  /** A colour as ffmpeg names it, or the path of an image. */
  readonly ground: string;
  readonly size: FrameSize;
  readonly frames: readonly number[];
  readonly frameRate?: number;
  readonly build?: MediaBuild;
}

/** These frames of a plain image with overlays on it, in the order of their numbers. */
export async function layOver(overlays: readonly Overlay[], shown: Ground): Promise<DecodedFrame[]> {
  const { ground, size, frames, frameRate = FRAME_RATE, build = BUNDLED } = shown;
  const { width, height } = size;
  const input = ground.includes("/")
    ? ["-loop", "1", "-framerate", String(frameRate), "-i", ground]
    : ["-f", "lavfi", "-i", `color=c=${ground}:s=${width}x${height}:r=${frameRate}`];
  const { inputs, graph } = overlayGraph(overlays, { firstInput: 1, from: "base", to: "laid", frameRate });
  const wanted = frames.map((frame) => `eq(n,${frame})`).join("+");
  const filters = [
    `[0:v]scale=${width}:${height}:out_color_matrix=bt709:out_range=tv,format=yuv420p[base]`,
    graph,
    `[laid]select='${wanted}',scale=in_color_matrix=bt709:in_range=tv,format=rgb24[out]`,
  ];
  const args = [
    ...["-nostdin", "-v", "error", ...input, ...inputs, "-filter_complex", filters.join(";")],
    ...["-map", "[out]", "-vsync", "0", "-frames:v", String(frames.length), "-f", "rawvideo", "pipe:1"],
  ];
  const options = { encoding: "buffer", maxBuffer: 256 * 1024 * 1024, timeout: 120_000 } as const;
  const { stdout } = await run(build.ffmpeg, args, options);
  const bytes = 3 * width * height;
  return frames.map(
    (_, at) => new DecodedFrame(width, height, stdout.subarray(at * bytes, (at + 1) * bytes)),
  );
}

/** A PNG of one colour. */
export async function plainImage(t: TestContext, size: FrameSize, color: string): Promise<string> {
  const path = join(await temporaryFolder(t), "plain.png");
  await sharp({ create: { ...size, channels: 4, background: color } })
    .png()
    .toFile(path);
  return path;
}
