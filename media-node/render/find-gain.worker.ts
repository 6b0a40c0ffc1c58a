// Thread: reads the audio once and finds the gain that brings it to a loudness behind a limiter. Apart from rendering, so
// that the next clip's gain is found while a clip renders.
import { runFfmpeg } from "../ffmpeg/ffmpeg.ts";
import { threadTask } from "../threads/thread-task.ts";
import { type Limiter, LoudnessDigest, limitedLoudness } from "./loudness-digest.ts";
import { findLoudnessGain, type LoudnessGain } from "./loudness-gain.ts";

export interface FindGainInput {
  readonly ffmpeg: string;
  /** Put the audio on the pipe as the digest of loudness takes it. */
  readonly args: readonly string[];
  /** Working folder, where the arguments name files in it. */
  readonly folder?: string;
  readonly targetLufs: number;
  /** The one that will stand behind the gain. */
  readonly limiter: Limiter;
  readonly timeoutMs: number;
}

export default threadTask<FindGainInput, LoudnessGain>(async (input, { signal }) => {
  const { ffmpeg, args, folder, targetLufs, limiter, timeoutMs } = input;
  const digest = new LoudnessDigest();
  const onOutput = (chunk: Buffer): void => digest.push(chunk);
  const cwd = folder === undefined ? {} : { cwd: folder };
  await runFfmpeg(ffmpeg, { ...cwd, args, timeoutMs, signal, onOutput });
  const profile = digest.finish();
  return findLoudnessGain(targetLufs, (gainDb) => limitedLoudness(profile, gainDb, limiter));
});
