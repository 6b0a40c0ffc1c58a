// Which words of a clip may be shown apart from all others, as a title is: a recognizer's guess among a sentence that is
// understood misleads nobody, and as a name of the clip it does.
import { WORD } from "../../senses/meaning/text-lexicon.ts";
import type { SpokenText } from "../sentences/sentences.ts";
import type { Clause } from "./title-clauses.ts";

/** Below this a word is rather another one. */
const MIN_SCORE = 0.5;

/** Whether a word of a text is rather what was said than another one. */
export function isConfidentAt({ words }: SpokenText, index: number): boolean {
  return (words[index]?.score ?? 1) >= MIN_SCORE;
}

/** Whether all words of a clause, or of an utterance, that say something are. */
export function isConfident(text: SpokenText, { tokens }: Pick<Clause, "tokens">): boolean {
  return tokens.every(({ word }) => ((text.flags[word] ?? 0) & WORD.stop) !== 0 || isConfidentAt(text, word));
}
