import { type MomentText, understandText } from "../../../media-node/clips/sentences/moment-text.ts";
import { splitSentences } from "../../../media-node/clips/sentences/sentences.ts";
import type { SpokenWord } from "../../../media-node/signal/spoken-word.ts";

/** What moments are chosen by, of words alone: ascending by start, all that is said. */
export function readMomentText(words: readonly SpokenWord[]): MomentText {
  return understandText(splitSentences(words));
}
