// Hears a match in a thread of its own.
import type { Span } from "../signal/cues.ts";
import type { MatchSound } from "../signal/match-sound.ts";
import { MatchSoundDigest } from "../signal/match-sound-digest.ts";
import { type DigestSoundCall, digestSound } from "./digest-sound.ts";
import { threadTask } from "./thread-task.ts";

export interface AnalyzeMatchSoundCall extends DigestSoundCall {
  /** What the curves cover; it begins whole ticks after `startS`. */
  readonly range: Span;
}

export default threadTask<AnalyzeMatchSoundCall, MatchSound>(async (call, context) => {
  const digest = new MatchSoundDigest(call.endS - call.startS);
  await digestSound(call, digest, context);
  return digest.finish(call.startS, call.range);
});
