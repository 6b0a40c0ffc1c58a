// Opens font files: those that come with the project, and those of the machine for scripts that ours lack. A file is
// read once while the process lives, because fonts do not change and the clips of a job ask for the same ones.
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { FONT_LIMITS } from "../../shared/limits.ts";
import { type FontMetrics, readFontMetrics } from "../signal/font-metrics.ts";

export interface FontFile {
  readonly path: string;
  readonly metrics: FontMetrics;
}

const MACHINE_FOLDER = "/usr/share/fonts";
const FONT_FILE = /\.(ttf|otf|ttc)$/i;

const opened = new Map<string, Promise<FontFile>>();

async function read(path: string): Promise<FontFile> {
  const { size } = await stat(path);
  if (size > FONT_LIMITS.fileBytes) throw new RangeError(`${path} is larger than a font should be.`);
  return { path, metrics: readFontMetrics(await readFile(path)) };
}

/** @throws RangeError when the file is no font that can be used, and what reading it throws */
export function openFont(path: string): Promise<FontFile> {
  const font = opened.get(path) ?? read(path);
  opened.set(path, font);
  return font;
}

/** Paths of the machine's fonts, the bolder ones first; none where there are none. */
export async function listMachineFonts(folder = MACHINE_FOLDER): Promise<string[]> {
  const files = await readdir(folder, { recursive: true }).catch(() => []);
  const boldness = (file: string): number => Number(/bold|black|heavy/i.test(file));
  return files
    .filter((file) => FONT_FILE.test(file))
    .sort((a, b) => boldness(b) - boldness(a) || (a < b ? -1 : 1))
    .slice(0, FONT_LIMITS.machineFonts)
    .map((file) => join(folder, file));
}
