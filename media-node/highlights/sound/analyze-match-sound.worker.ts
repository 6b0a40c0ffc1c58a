// Hears a match in a thread of its own.

import { type DigestAudioCall, digestAudio } from "../../senses/audio/digest-audio.ts";
import type { Span } from "../../signal/span.ts";
import { threadTask } from "../../threads/thread-task.ts";
import type { MatchSound } from "./match-sound.ts";
import { MatchSoundDigest } from "./match-sound-digest.ts";

export interface AnalyzeMatchSoundCall extends DigestAudioCall {
  /** What the curves cover; it begins whole ticks after `startS`. */
  readonly range: Span;
}

export default threadTask<AnalyzeMatchSoundCall, MatchSound>(async (call, context) => {
  const digest = new MatchSoundDigest(call.endS - call.startS);
  await digestAudio(call, digest, context);
  return digest.finish(call.startS, call.range);
});
