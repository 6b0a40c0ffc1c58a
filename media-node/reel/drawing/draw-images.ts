// Draws SVG to PNG in a process of its own. sharp sets text with the fonts that fontconfig finds, and fontconfig reads
// its configuration once in the life of a process, from the environment: only a child can be given exactly the fonts
// that a reel needs, the same on every machine. It also keeps what draws strangers' texts away from the node.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { AppError } from "../../../shared/errors.ts";
import { REEL_TEMPLATE_LIMITS } from "../../../shared/limits/highlights.ts";
import { throwIfMachineFailed } from "../../ffmpeg/child-failure.ts";
import { runProcess } from "../../ffmpeg/child-process.ts";
import { fontsEnvironment, linkFonts } from "../../render/link-fonts.ts";

export interface ImageDrawing {
  readonly svg: string;
  /** Of the PNG. */
  readonly path: string;
}

export interface DrawingRun {
  readonly drawings: readonly ImageDrawing[];
  /** Files of the fonts that they name. */
  readonly fontPaths: readonly string[];
  /** For fonts and lists; made here. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

const DRAWER = fileURLToPath(new URL("./draw-images.process.ts", import.meta.url));

/** @throws AppError INTERNAL when an image cannot be drawn, OUT_OF_MEMORY, TIMED_OUT; `signal.reason` on abort */
export async function drawImages(run: DrawingRun): Promise<void> {
  const { drawings, folder, signal } = run;
  if (drawings.length === 0) return;
  const bytes = drawings.reduce((sum, { svg }) => sum + svg.length, 0);
  if (drawings.length > REEL_TEMPLATE_LIMITS.drawings || bytes > REEL_TEMPLATE_LIMITS.drawingBytes) {
    throw new AppError("INTERNAL", "A reel has more to draw than it may.");
  }
  await mkdir(folder, { recursive: true });
  const list = join(folder, "drawings.json");
  await writeFile(list, JSON.stringify(drawings));
  await linkFonts(folder, run.fontPaths);
  const result = await runProcess({
    command: process.execPath,
    // Node strips types by itself since 22.18; a loader would take longer to start than most reels to draw.
    args: ["--disable-warning=ExperimentalWarning", DRAWER, list],
    env: fontsEnvironment(folder),
    timeoutMs: REEL_TEMPLATE_LIMITS.drawingTimeoutMs,
    signal,
  });
  const { exitCode, stderr } = result;
  if (exitCode === 0) return;
  await throwIfMachineFailed("drawing", result, signal);
  const cause = new Error(`drawing ended with ${exitCode}: ${stderr}`);
  throw new AppError("INTERNAL", "The template's images could not be drawn.", { cause });
}
