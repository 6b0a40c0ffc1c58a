// The films that jobs are made of: a few seconds of speech for jobs that come and go, and a longer one in high
// resolution whose render keeps ffmpeg at work for a while. Both are cut from the sample.
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { BUNDLED_FFMPEG, makeBundledToolsExecutable } from "../../../media-node/ffmpeg/bundled-tools.ts";

const SAMPLE = fileURLToPath(new URL("../../../deploy/sample/sample.mp4", import.meta.url));
const run = promisify(execFile);

async function cut(file: string, args: readonly string[]): Promise<Buffer> {
  await makeBundledToolsExecutable();
  await run(BUNDLED_FFMPEG, ["-v", "error", "-y", "-i", SAMPLE, ...args, file]);
  return readFile(file);
}

export const SHORT_FILM_S = 7;
export const LONG_FILM_S = 14;

/** Of this process, whose tests all have the same one. */
let short: Promise<Buffer> | undefined;

/** Some seconds of 160×90, for which whoever asks first gives the folder. */
export function shortFilm(folder: string): Promise<Buffer> {
  short ??= makeShortFilm(folder);
  return short;
}

function makeShortFilm(folder: string): Promise<Buffer> {
  const video = ["-vf", "scale=160:90", "-r", "10", "-c:v", "libx264", "-preset", "ultrafast"];
  const sound = ["-c:a", "aac", "-b:a", "32k"];
  return cut(join(folder, "short.mp4"), ["-t", String(SHORT_FILM_S), ...video, ...sound]);
}

/** Its first part as it is, with its subtitles, so that the work is the render: long enough for a clip of 12 s. */
export function longFilm(folder: string): Promise<Buffer> {
  return cut(join(folder, "long.mp4"), ["-t", String(LONG_FILM_S), "-map", "0", "-c", "copy"]);
}
