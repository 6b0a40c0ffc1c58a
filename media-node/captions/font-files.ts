// Opens font files: those that come with the project, and those of the machine for scripts that ours lack. Only the
// tables that laying text out takes are read, and once while the process lives, because fonts do not change and the
// clips of a job ask for the same ones.
import { type FileHandle, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { FONT_LIMITS } from "../../shared/limits/clips.ts";
import {
  FONT_ENTRY_BYTES,
  FONT_HEADER_BYTES,
  FONT_TABLES,
  type FontMetrics,
  firstFontOffset,
  readFontMetrics,
  tablePlaces,
} from "./font-metrics.ts";

export interface FontFile {
  readonly path: string;
  readonly metrics: FontMetrics;
}

const MACHINE_FOLDER = "/usr/share/fonts";
const FONT_FILE = /\.(ttf|otf|ttc)$/i;

const opened = new Map<string, Promise<FontFile>>();

async function readAt(file: FileHandle, offset: number, length: number): Promise<DataView> {
  if (length > FONT_LIMITS.tableBytes)
    throw new RangeError("The font has a table larger than any should be.");
  const { bytesRead, buffer } = await file.read(new Uint8Array(length), 0, length, offset);
  return new DataView(buffer.buffer, 0, bytesRead);
}

async function readTables(file: FileHandle): Promise<Map<string, DataView>> {
  const offset = firstFontOffset(await readAt(file, 0, 16));
  const count = (await readAt(file, offset, FONT_HEADER_BYTES)).getUint16(4);
  const places = tablePlaces(await readAt(file, offset + FONT_HEADER_BYTES, count * FONT_ENTRY_BYTES));
  const tables = new Map<string, DataView>();
  for (const tag of FONT_TABLES) {
    const place = places.get(tag);
    if (place !== undefined) tables.set(tag, await readAt(file, place.offset, place.length));
  }
  return tables;
}

async function read(path: string): Promise<FontFile> {
  const file = await open(path);
  try {
    return { path, metrics: readFontMetrics(await readTables(file)) };
  } finally {
    await file.close();
  }
}

/** @throws RangeError when the file is no font that can be used, and what reading it throws */
export function openFont(path: string): Promise<FontFile> {
  const known = opened.get(path);
  if (known !== undefined) return known;
  const font = read(path);
  opened.set(path, font);
  // What was missing for a moment, the file or a handle for it, may be there at the next call.
  font.catch(() => opened.delete(path));
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
