import { wordsInSteps } from "../../../media-node/captions/cue-words.ts";
import type { Cue } from "../../../media-node/signal/cues.ts";
import type { SpokenWord } from "../../../media-node/signal/spoken-word.ts";
import { runAtOnce } from "../../../shared/process/time-slices.ts";

/** All words of the cues, on the cues' clock. */
export function wordsOfCues(cues: readonly Cue[]): SpokenWord[] {
  return runAtOnce(wordsInSteps(cues));
}
