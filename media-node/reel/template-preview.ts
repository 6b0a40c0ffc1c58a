// A short film that shows what a template looks like: its intro, two moments of a drawn match in its dress with the
// transition between them, its outro. One ffmpeg command makes it, from images alone; it has no audio.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { PROCESS_LIMITS } from "../../shared/limits/processes.ts";
import type { ReelCard, ReelTemplate } from "../../shared/templates/reel-styles.ts";
import { runFfmpeg } from "../ffmpeg/ffmpeg.ts";
import { takeThumbnail } from "../render/thumbnail.ts";
import { drawImages } from "./drawing/draw-images.ts";
import { canvasOf, frameBox, pixelsOf } from "./drawing/reel-canvas.ts";
import type { Card, Overlay, ReelDressing } from "./drawing/reel-dressing.ts";
import { DrawingSheet, svgImage } from "./drawing/reel-layer.ts";
import { rectangle } from "./drawing/reel-svg.ts";
import { dressReel } from "./dress-reel.ts";
import { overlayGraph } from "./overlay-filters.ts";
import { type FootageShot, footageLayers } from "./template-footage.ts";

export interface TemplatePreviewRun {
  readonly template: ReelTemplate;
  readonly ffmpeg: string;
  /** For the preview and what it is made of; made where it is not there. */
  readonly folder: string;
  /** The file of a logo that is an asset; null where the template has none or carries its own. */
  readonly logoPath?: string | null;
  readonly signal: AbortSignal;
}

export interface TemplatePreview {
  /** MP4, 640 × 360, H.264, 6 to 8 seconds, without audio. */
  readonly videoPath: string;
  /** JPEG, 640 × 360. */
  readonly posterPath: string;
}

const TARGET = { width: 640, height: 360 } as const;
const FRAME_RATE = 30;
const TITLE = "Cup final";
const MOMENTS = [
  { reason: "Crowd roar at its peak", score: 96, zoom: 1, pan: 620 },
  { reason: "Fast attack, shown again", score: 88, zoom: 1.35, pan: -700 },
] as const;
/** Long enough for a lower third to come, be read and go. */
const MOMENT_FRAMES = 69;
const MAX_CARD_S = { intro: 2.1, outro: 1.4 } as const;
/** When an intro has come to rest, as a share of it: before the transition covers it. */
const AT_REST = 0.7;

function shortened(card: ReelCard | null, maxDurationS: number): ReelCard | null {
  return card === null ? null : { ...card, durationS: Math.min(card.durationS, maxDurationS) };
}

/** A part of the film: a still image for a number of frames, with overlays on it. */
interface Part {
  readonly imagePath: string;
  readonly frameCount: number;
  readonly overlays: readonly Overlay[];
}

function cardPart({ backgroundPath, frameCount, overlays }: Card): Part {
  return { imagePath: backgroundPath, frameCount, overlays };
}

/** Draws the match and puts it below the overlays of the moments. */
async function momentParts(run: TemplatePreviewRun, { pieces }: ReelDressing): Promise<Part[]> {
  const canvas = canvasOf(TARGET);
  const folder = join(run.folder, "footage");
  const sheet = new DrawingSheet(canvas, folder);
  const black = rectangle(frameBox(canvas), { fill: "#05070F" });
  const imagePath = sheet.image(svgImage(black, pixelsOf(frameBox(canvas), canvas), canvas));
  const parts = MOMENTS.map(({ zoom, pan }, index): Part => {
    const shot: FootageShot = { seed: 7 + index, zoom, pan, frameCount: MOMENT_FRAMES };
    const match = footageLayers(canvas, shot).map((layer) => sheet.overlay(layer));
    return { imagePath, frameCount: MOMENT_FRAMES, overlays: [...match, ...(pieces[index] ?? [])] };
  });
  await drawImages({ drawings: sheet.drawings, fontPaths: [], folder, signal: run.signal });
  return parts;
}

/** All parts after each other in one graph. */
function filmArguments(parts: readonly Part[], videoPath: string): string[] {
  const inputs: string[] = [];
  const graphs: string[] = [];
  for (const [index, { imagePath, frameCount, overlays }] of parts.entries()) {
    const first = inputs.length / 2;
    inputs.push("-i", `file:${imagePath}`);
    const held = `loop=loop=${frameCount - 1}:size=1:start=0,settb=1/90000,setpts=N/(${FRAME_RATE}*TB)`;
    const colors = "scale=out_color_matrix=bt709:out_range=tv,setsar=1,format=yuv420p";
    graphs.push(`[${first}:v]${colors},${held}[base${index}]`);
    const place = { firstInput: first + 1, from: `base${index}`, to: `part${index}`, frameRate: FRAME_RATE };
    const laid = overlayGraph(overlays, place);
    inputs.push(...laid.inputs);
    graphs.push(laid.graph);
  }
  const labels = parts.map((_, index) => `[part${index}]`).join("");
  graphs.push(`${labels}concat=n=${parts.length}:v=1:a=0,fps=fps=${FRAME_RATE},format=yuv420p[film]`);
  const bt709 = ["-colorspace", "-color_primaries", "-color_trc"].flatMap((option) => [option, "bt709"]);
  return [
    ...inputs,
    ...["-filter_complex", graphs.join(";"), "-map", "[film]", "-an"],
    ...["-c:v", "libx264", "-preset", "veryfast", "-crf", "21", "-threads", "2"],
    ...[...bt709, "-color_range", "tv", "-movflags", "+faststart", videoPath],
  ];
}

/** Where the template is best seen: its intro at rest, or the first moment while its text stands. */
function posterS(parts: readonly Part[], hasIntro: boolean): number {
  const first = parts[0]?.frameCount ?? 1;
  return (hasIntro ? Math.floor(first * AT_REST) : Math.floor(first * 0.5)) / FRAME_RATE;
}

/** Renders a preview. @throws AppError INTERNAL, OUT_OF_MEMORY, TIMED_OUT; `signal.reason` on abort */
export async function renderTemplatePreview(run: TemplatePreviewRun): Promise<TemplatePreview> {
  const { ffmpeg, folder, signal } = run;
  await mkdir(folder, { recursive: true });
  const template = {
    ...run.template,
    intro: shortened(run.template.intro, MAX_CARD_S.intro),
    outro: shortened(run.template.outro, MAX_CARD_S.outro),
  };
  const dressing = await dressReel({
    template,
    title: TITLE,
    category: "FOOTBALL",
    moments: MOMENTS,
    frameRate: FRAME_RATE,
    frameCounts: MOMENTS.map(() => MOMENT_FRAMES),
    target: TARGET,
    folder: join(folder, "dress"),
    logoPath: run.logoPath ?? null,
    signal,
  });
  const { intro, outro } = dressing;
  const moments = await momentParts(run, dressing);
  const parts = [
    ...(intro === null ? [] : [cardPart(intro)]),
    ...moments,
    ...(outro === null ? [] : [cardPart(outro)]),
  ];
  const videoPath = join(folder, "preview.mp4");
  const args = filmArguments(parts, videoPath);
  await runFfmpeg(ffmpeg, {
    args,
    timeoutMs: PROCESS_LIMITS.ffmpegTimeoutMs,
    signal,
    onProgressS: () => undefined,
  });
  const posterPath = join(folder, "poster.jpg");
  const timeS = posterS(parts, intro !== null);
  await takeThumbnail(ffmpeg, { videoPath, timeS, outputPath: posterPath, widthPx: TARGET.width, signal });
  return { videoPath, posterPath };
}
