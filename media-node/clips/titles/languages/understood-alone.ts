// How well a line is understood by who has heard nothing else: it may leave out what leaned ("And", "I think that").
import { unspacedWords } from "../../../../shared/captions/unspaced-words.ts";
import type { SpeechLanguage } from "../../language/speech-language.ts";
import { sentenceBounds } from "../../sentences/sentence-openings.ts";
import { splitSentences } from "../../sentences/sentences.ts";

/** 0 to 1; of a line that says nothing 0. */
export function understoodAlone(line: string, language: SpeechLanguage): number {
  const written = line.split(" ").flatMap(unspacedWords);
  const words = written.map((text, index) => ({ text, startS: index, endS: index + 1 }));
  return sentenceBounds(splitSentences(words, undefined, language)).understoodFirst[0] ?? 0;
}
