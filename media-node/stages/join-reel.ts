// Joins the pieces of a reel, and its sound, without encoding anything again: ffmpeg's concat demuxer over MP4 files,
// whose clocks count the frames of any rate exactly. MPEG-TS was rejected: its clock of 90 kHz rounds the frames of
// 29.97 a second. The paths of pieces are no part of the list that the demuxer reads; links with names of ours are.
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PROCESS_LIMITS } from "../../shared/limits.ts";
import { runFfmpeg } from "../engines/ffmpeg.ts";
import { FILE_OPTIONS } from "./render-arguments.ts";

const LIST_FILE = "pieces.txt";

export interface ReelJoint {
  /** In the order of the reel; all of one configuration. */
  readonly piecePaths: readonly string[];
  readonly soundPath: string;
  /** Made by this stage; must not exist. */
  readonly folder: string;
  /** Below the folder. */
  readonly outputFile: string;
  readonly signal: AbortSignal;
}

/** Arguments that join what the list in the working folder names. */
export function joinArguments(soundPath: string, outputFile: string): string[] {
  return [
    ...["-protocol_whitelist", "file", "-f", "concat", "-i", LIST_FILE],
    ...["-protocol_whitelist", "file", "-i", `file:${soundPath}`],
    ...["-map", "0:v:0", "-map", "1:a:0", "-c", "copy", ...FILE_OPTIONS],
    ...["-movflags", "+faststart", outputFile],
  ];
}

/** Joins a reel; returns its path. @throws AppError OUT_OF_MEMORY, TIMED_OUT; `signal.reason` on abort */
export async function joinReel(ffmpeg: string, joint: ReelJoint): Promise<string> {
  const { piecePaths, soundPath, folder, outputFile, signal } = joint;
  await mkdir(folder, { recursive: true });
  const names = piecePaths.map((_, index) => `piece-${index}.mp4`);
  await Promise.all(piecePaths.map((path, index) => symlink(path, join(folder, names[index] ?? ""))));
  await writeFile(join(folder, LIST_FILE), names.map((name) => `file '${name}'\n`).join(""));
  await runFfmpeg(ffmpeg, {
    args: joinArguments(soundPath, outputFile),
    cwd: folder,
    timeoutMs: PROCESS_LIMITS.ffmpegTimeoutMs,
    signal,
  });
  return join(folder, outputFile);
}
