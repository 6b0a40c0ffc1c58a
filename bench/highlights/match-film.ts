// A match as a camera gives it, 1280×720 at 25 frames a second with grain and stereo audio: the synthetic football match
// that tests are made of, scaled up and encoded as broadcasts are (2 to 4 Mbit/s, two B-frames), and repeated to length.
import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { promisify } from "node:util";
import ffmpeg from "@ffmpeg-installer/ffmpeg";
import { makeMatch } from "../../test/support/matches/synthetic-match.ts";

const run = promisify(execFile);
const SEED = 1;
const FILTERS = "scale=1280:720:flags=bicubic,fps=25,noise=alls=5:allf=t";

/** Encodes the first minutes of a match, from its kick-off on. */
export async function makeMatchPiece(path: string, minutes: number, signal: AbortSignal): Promise<void> {
  const small = `${path}.small.mp4`;
  await makeMatch(small, { category: "FOOTBALL", seed: SEED });
  const video = ["-c:v", "libx264", "-preset", "veryfast", "-crf", "24", "-g", "100", "-pix_fmt", "yuv420p"];
  const audio = ["-c:a", "aac", "-b:a", "128k", "-ar", "48000", "-ac", "2"];
  const length = ["-t", String(60 * minutes)];
  const args = [
    "-nostdin",
    "-v",
    "error",
    "-y",
    "-i",
    small,
    ...length,
    "-vf",
    FILTERS,
    ...video,
    ...audio,
    path,
  ];
  try {
    await run(ffmpeg.path, args, { signal });
  } finally {
    await rm(small, { force: true });
  }
}
