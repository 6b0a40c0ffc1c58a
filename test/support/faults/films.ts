// The films that jobs are made of: a few seconds of speech for jobs that come and go, and a longer one with subtitles,
// of which a clip can be made without a speech model. Both are cut from the sample.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { BUNDLED_FFMPEG, makeBundledToolsExecutable } from "../../../media-node/ffmpeg/bundled-tools.ts";
import { madeOnce } from "../made-once.ts";

const SAMPLE = fileURLToPath(new URL("../../../deploy/sample/sample.mp4", import.meta.url));
const run = promisify(execFile);

async function cut(file: string, args: readonly string[]): Promise<Buffer> {
  await makeBundledToolsExecutable();
  await run(BUNDLED_FFMPEG, ["-v", "error", "-y", "-i", SAMPLE, ...args, file]);
  return readFile(file);
}

export const SHORT_FILM_S = 7;
export const LONG_FILM_S = 14;

const short = madeOnce(makeShortFilm);

/** Some seconds of 160×90, the same for all tests of this process. */
export function shortFilm(): Promise<Buffer> {
  return short.get();
}

async function makeShortFilm(): Promise<Buffer> {
  const video = ["-vf", "scale=160:90", "-r", "10", "-c:v", "libx264", "-preset", "ultrafast"];
  const sound = ["-c:a", "aac", "-b:a", "32k"];
  const folder = await mkdtemp(join(tmpdir(), "clipmill-test-"));
  try {
    return await cut(join(folder, "short.mp4"), ["-t", String(SHORT_FILM_S), ...video, ...sound]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Its first part as it is, with its subtitles: long enough for a clip of 12 s. */
export function longFilm(folder: string): Promise<Buffer> {
  return cut(join(folder, "long.mp4"), ["-t", String(LONG_FILM_S), "-map", "0", "-c", "copy"]);
}
