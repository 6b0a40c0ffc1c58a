// Analyses audio in a thread of its own, in memory that does not grow with length beyond the twenty bytes per 20 ms that
// are kept.
import type { AudioAnalysis } from "../../signal/audio-analysis.ts";
import { threadTask } from "../../threads/thread-task.ts";
import { AudioDigest } from "./audio-digest.ts";
import { type DigestAudioCall, digestAudio } from "./digest-audio.ts";

export type AnalyzeAudioCall = DigestAudioCall;

export default threadTask<AnalyzeAudioCall, AudioAnalysis>(async (call, context) => {
  const digest = await digestAudio(call, (lengthS) => new AudioDigest(lengthS), context);
  return digest.finish(call.startS);
});
