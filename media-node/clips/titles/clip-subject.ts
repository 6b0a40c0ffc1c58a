// What a clip speaks of again and again, in its own word: the noun-like word that it says most often.

import { stemOf } from "../../senses/meaning/text-similarity.ts";
import type { MomentText } from "../sentences/moment-text.ts";
import { isNounLike } from "./english-words.ts";

/** Said less often a word is no subject. */
const MIN_COUNT = 3;

export interface ClipSubject {
  /** As it is written where no sentence begins with it, if it is anywhere. */
  readonly word: string;
  readonly count: number;
}

function isSubjectWord({ text }: MomentText, index: number): boolean {
  const key = text.keys[index] ?? "";
  // "Blah, blah, blah"
  const isRepeated = text.keys[index + 1] === key || text.keys[index - 1] === key;
  return !isRepeated && isNounLike(key, text.flags[index] ?? 0);
}

/** The word that the words from one index to another repeat most; null where none is said often. */
export function findClipSubject(moment: MomentText, from: number, to: number): ClipSubject | null {
  const places = new Map<string, number[]>();
  for (let index = from; index < to; index += 1) {
    if (!isSubjectWord(moment, index)) continue;
    const stem = stemOf(moment.text.keys[index] ?? "");
    places.set(stem, [...(places.get(stem) ?? []), index]);
  }
  const said = [...places.values()].reduce(
    (longest, each) => (each.length > longest.length ? each : longest),
    [],
  );
  if (said.length < MIN_COUNT) return null;
  const { sentenceOfWord, text } = moment;
  const inside = said.find((index) => sentenceOfWord[index] === sentenceOfWord[index - 1]) ?? said[0] ?? 0;
  const word = (text.words[inside]?.text ?? "").replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  return { word, count: said.length };
}
