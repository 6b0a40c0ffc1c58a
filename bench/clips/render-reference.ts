// The best single ffmpeg command that a person would write for a clip: the same video and the same audio as ours, no
// step more. It knows the clip's gain beforehand, so that it measures no loudness (one-pass loudnorm takes longer and
// hits the target less well), and makes no thumbnail. Whatever our render adds to it is the price of the appliance.
import { execFile } from "node:child_process";
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import type { RenderPlan } from "../../media-node/render/render-arguments.ts";
import { renderArguments } from "../../media-node/render/render-arguments.ts";
import type { ClipCaptions } from "../../media-node/render/render-clip.ts";
import { FILM_FRAME_RATE } from "./generated-film.ts";

const run = promisify(execFile);

export interface ReferenceRender {
  readonly ffmpeg: string;
  readonly plan: RenderPlan;
  readonly captions: ClipCaptions | null;
  readonly gainDb: number;
}

const OUTPUT_FILE = "reference.mp4";

/** Quality settings are read from ours, so that both always encode alike. */
function sameOptions(plan: RenderPlan, names: readonly string[]): string[] {
  const ours = renderArguments(plan);
  return names.flatMap((name) => {
    const value = ours[ours.indexOf(name) + 1];
    if (!ours.includes(name) || value === undefined) throw new Error(`Our render sets no ${name}.`);
    return [name, value];
  });
}

function video({ framing, target, source }: RenderPlan): string {
  const size = `${target.width}:${target.height}`;
  const layout = framing.stretches[0]?.layout;
  if (layout?.kind === "crop") {
    const { crop, path, y } = layout;
    return `crop=${crop.width}:${crop.height}:${path[0]?.at ?? 0}:${y},scale=${size}:flags=bicubic`;
  }
  const { width = 16, height = 9 } = source.video ?? {};
  const fit = `scale=${target.width}:${2 * Math.round((target.width * height) / width / 2)}:flags=bicubic`;
  if (layout?.kind === "letterbox") return `${fit},pad=${size}:0:(oh-ih)/2`;
  const small = `${2 * Math.round(target.width / 16)}:${2 * Math.round(target.height / 16)}`;
  const blur = "boxblur=6:2:3:2,eq=brightness=-0.06:saturation=1.15";
  const wings = `scale=${small}:force_original_aspect_ratio=increase:flags=area,crop=${small},${blur},scale=${size}`;
  return `split[a][b];[b]${wings}:flags=bicubic[back];[a]${fit}[front];[back][front]overlay=0:(H-h)/2`;
}

/** The command's arguments; pure. It sets no threads, since x264's own choice of them is hard to beat. */
function referenceArguments(render: ReferenceRender): string[] {
  const { plan, captions, gainDb } = render;
  const text = captions === null ? "" : ",ass=captions.ass:fontsdir=fonts";
  return [
    ...["-nostdin", "-v", "error", "-y"],
    ...["-ss", String(plan.startS), "-t", String(plan.durationS), "-i", plan.sourcePath],
    ...["-vf", `${video(plan)}${text},setsar=1,format=yuv420p`, "-r", String(FILM_FRAME_RATE)],
    ...["-af", `volume=${gainDb}dB,alimiter=limit=0.891:level=0`],
    ...["-c:v", "libx264", ...sameOptions(plan, ["-preset", "-crf", "-profile:v", "-g"])],
    ...["-c:a", "aac", ...sameOptions(plan, ["-b:a", "-ar", "-ac"]), "-movflags", "+faststart"],
    OUTPUT_FILE,
  ];
}

/** Makes `folder` and puts the captions and their fonts there. */
export async function prepareReference(folder: string, captions: ClipCaptions | null): Promise<void> {
  await mkdir(join(folder, "fonts"), { recursive: true });
  if (captions === null) return;
  await Promise.all(captions.fontPaths.map((path) => copyFile(path, join(folder, "fonts", basename(path)))));
  await writeFile(join(folder, "captions.ass"), captions.script);
}

/** Renders into the folder and returns the clip's path. */
export async function renderReference(
  folder: string,
  render: ReferenceRender,
  signal: AbortSignal,
): Promise<string> {
  await run(render.ffmpeg, referenceArguments(render), { cwd: folder, signal });
  return join(folder, OUTPUT_FILE);
}
