// Thread: reads the audio once and finds the gain that brings it to a loudness behind a limiter. Apart from rendering, so
// that the next clip's gain is found while a clip renders.
import { type AudioCommand, readAudio, type StartAudio } from "../ffmpeg/decode-audio.ts";
import { runFfmpeg } from "../ffmpeg/ffmpeg.ts";
import type { StereoFault } from "../signal/stereo-fault.ts";
import { threadTask } from "../threads/thread-task.ts";
import { type Limiter, LoudnessDigest, limitedLoudness } from "./loudness-digest.ts";
import { findLoudnessGain, type LoudnessGain } from "./loudness-gain.ts";

export interface FindGainInput {
  readonly ffmpeg: string;
  /** Puts the audio on the pipe as the digest of loudness takes it: of a source, or other arguments of ffmpeg. */
  readonly audio: AudioCommand | readonly string[];
  /** Working folder, where the arguments name files in it. */
  readonly folder?: string;
  readonly targetLufs: number;
  /** The one that will stand behind the gain. */
  readonly limiter: Limiter;
  readonly timeoutMs: number;
}

export interface FoundGain extends LoudnessGain {
  /** Whether the source's audio changes on the way, or must be read apart for another reason; see ffmpeg/decode-audio. */
  readonly audioChanges: boolean;
  /** What is wrong with its channels, which the render mends. */
  readonly stereoFault: StereoFault | null;
}

export default threadTask<FindGainInput, FoundGain>((input, { signal }) => {
  const { ffmpeg, audio, folder, targetLufs, limiter, timeoutMs } = input;
  const cwd = folder === undefined ? {} : { cwd: folder };
  const find = async (start: StartAudio, audioChanges: boolean): Promise<FoundGain> => {
    const digest = new LoudnessDigest();
    const onOutput = (chunk: Buffer): void => digest.push(chunk);
    await start({ ...cwd, timeoutMs, signal, onOutput });
    const profile = digest.finish();
    const found = findLoudnessGain(targetLufs, (gainDb) => limitedLoudness(profile, gainDb, limiter));
    return { ...found, audioChanges, stereoFault: profile.fault };
  };
  if ("specifier" in audio) return readAudio(ffmpeg, audio, find);
  return find(async (run) => void (await runFfmpeg(ffmpeg, { ...run, args: audio })), false);
});
