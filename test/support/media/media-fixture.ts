// Media files for tests, made by the pinned ffmpeg from its own generators; nothing is committed and nothing fetched.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import ffmpeg from "@ffmpeg-installer/ffmpeg";

const run = promisify(execFile);

export const FFMPEG = ffmpeg.path;

/** Runs ffmpeg with these arguments to its end. */
export async function makeMedia(...args: readonly string[]): Promise<void> {
  await run(FFMPEG, ["-nostdin", "-v", "error", "-y", ...args], { timeout: 180_000 });
}

/** The arguments of one generated input. */
export function generated(graph: string): string[] {
  return ["-f", "lavfi", "-i", graph];
}
