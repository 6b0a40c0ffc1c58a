// Analyses the audio of a match in a thread of its own.

import { type DigestAudioCall, digestAudio } from "../../senses/audio/digest-audio.ts";
import type { Span } from "../../signal/span.ts";
import { threadTask } from "../../threads/thread-task.ts";
import type { MatchAudio } from "./match-audio.ts";
import { MatchAudioDigest } from "./match-audio-digest.ts";

export interface AnalyzeMatchAudioCall extends DigestAudioCall {
  /** What the curves cover; it begins whole ticks after `startS`. */
  readonly range: Span;
}

export default threadTask<AnalyzeMatchAudioCall, MatchAudio>(async (call, context) => {
  const digest = await digestAudio(call, (lengthS) => new MatchAudioDigest(lengthS), context);
  return digest.finish(call.startS, call.range);
});
