// Joins the parts of a reel, and its audio, without encoding anything again: ffmpeg's concat demuxer over MP4 files,
// whose clocks count the frames of any rate exactly. The list says how long each part is, because the files themselves
// say it in whole milliseconds, which adds up to an audible delay over many joints. MPEG-TS was rejected: its clock of
// 90 kHz rounds every frame of 23.976 a second. The paths of parts are not in the list; links with names of ours are.
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { PROCESS_LIMITS } from "../../shared/limits/processes.ts";
import { runFfmpeg, seconds } from "../ffmpeg/ffmpeg.ts";
import { FILE_OPTIONS } from "../render/render-arguments.ts";

const LIST_FILE = "parts.txt";

export interface PartToJoin {
  readonly path: string;
  readonly frameCount: number;
}

export interface ReelJoint {
  /** In the order of the reel; all of one configuration. */
  readonly parts: readonly PartToJoin[];
  readonly frameRate: number;
  readonly audioPath: string;
  /** Made by this stage; must not exist. */
  readonly folder: string;
  /** Below the folder. */
  readonly outputFile: string;
  readonly signal: AbortSignal;
}

function partName(index: number): string {
  return `part-${index}.mp4`;
}

/** The list for the demuxer. Lengths are rounded from where parts begin, so that what is rounded off never adds up. */
export function partList(frameCounts: readonly number[], frameRate: number): string {
  let frames = 0;
  const lines = frameCounts.map((frameCount, index) => {
    const startUs = Math.round((frames * 1_000_000) / frameRate);
    frames += frameCount;
    const lengthUs = Math.round((frames * 1_000_000) / frameRate) - startUs;
    return `file '${partName(index)}'\nduration ${seconds(lengthUs / 1_000_000)}\n`;
  });
  return lines.join("");
}

/** Arguments that join what the list in the working folder names. */
export function joinArguments(audioPath: string, outputFile: string): string[] {
  return [
    ...["-protocol_whitelist", "file", "-f", "concat", "-i", LIST_FILE],
    ...["-protocol_whitelist", "file", "-i", `file:${audioPath}`],
    ...["-map", "0:v:0", "-map", "1:a:0", "-c", "copy", ...FILE_OPTIONS],
    ...["-movflags", "+faststart", outputFile],
  ];
}

/** Joins a reel; returns its path. @throws AppError OUT_OF_MEMORY, TIMED_OUT; `signal.reason` on abort */
export async function joinReel(ffmpeg: string, joint: ReelJoint): Promise<string> {
  const { parts, frameRate, audioPath, folder, outputFile, signal } = joint;
  await mkdir(folder, { recursive: true });
  await Promise.all(parts.map(({ path }, index) => symlink(resolve(path), join(folder, partName(index)))));
  const frameCounts = parts.map(({ frameCount }) => frameCount);
  await writeFile(join(folder, LIST_FILE), partList(frameCounts, frameRate));
  await runFfmpeg(ffmpeg, {
    args: joinArguments(resolve(audioPath), outputFile),
    cwd: folder,
    timeoutMs: PROCESS_LIMITS.ffmpegTimeoutMs,
    signal,
  });
  return join(folder, outputFile);
}
