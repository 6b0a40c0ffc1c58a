// Hears a source in a thread of its own, in memory that does not grow with length beyond the seven bytes per 20 ms that
// are kept.
import type { AudioAnalysis } from "../signal/audio-analysis.ts";
import { AudioDigest } from "../signal/audio-digest.ts";
import { type DigestSoundCall, digestSound } from "./digest-sound.ts";
import { threadTask } from "./thread-task.ts";

export type AnalyzeAudioCall = DigestSoundCall;

export default threadTask<AnalyzeAudioCall, AudioAnalysis>(async (call, context) => {
  const digest = new AudioDigest(call.endS - call.startS);
  await digestSound(call, digest, context);
  return digest.finish(call.startS);
});
