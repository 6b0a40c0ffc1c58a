// What a clip speaks of again and again, in its own word: the noun-like word that it says most often.

import { stemOf } from "../../senses/meaning/text-similarity.ts";
import type { MomentText } from "../sentences/moment-text.ts";
import { isNounLike, namesThing } from "./english-words.ts";
import { DEEDS, EMPTY_WORDS, VAGUE_WORDS } from "./untelling-words.ts";

/** Said less often a word is no subject. */
const MIN_COUNT = 3;

export interface ClipSubject {
  /** As it is written where no sentence begins with it, if it is anywhere; two words where they mostly stand together. */
  readonly word: string;
  readonly count: number;
}

function isSubjectWord({ text }: MomentText, index: number): boolean {
  const key = text.keys[index] ?? "";
  // "Blah, blah, blah"
  const isRepeated = text.keys[index + 1] === key || text.keys[index - 1] === key;
  return !isRepeated && isNounLike(key, text.flags[index] ?? 0);
}

/** "Those ones", "go bust", "the original": said often they tell nobody what a clip is about. */
function tellsSubject(key: string): boolean {
  return namesThing(key) && !VAGUE_WORDS.has(key) && !DEEDS.has(key) && !EMPTY_WORDS.has(key);
}

/** How a word is written, without marks. */
function plain({ text }: MomentText, index: number): string {
  return (text.words[index]?.text ?? "").replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
}

/** Whether a word and the next one can be a name together: nothing parts them, and each may name a thing. */
function belongTogether(moment: MomentText, at: number): boolean {
  const { sentenceOfWord, text } = moment;
  const isApart =
    sentenceOfWord[at] !== sentenceOfWord[at + 1] || /[^\p{L}]$/u.test(text.words[at]?.text ?? "");
  return (
    !isApart && [at, at + 1].every((index) => isNounLike(text.keys[index] ?? "", text.flags[index] ?? 0))
  );
}

/** "Old hive" where most places of "hive" have it: the neighbour, -1 before or 1 after, with which a word is a name. */
function neighbourOf(moment: MomentText, places: readonly number[]): { side: -1 | 1; key: string } | null {
  const { keys } = moment.text;
  for (const side of [-1, 1] as const) {
    const counts = new Map<string, number>();
    for (const at of places) {
      const key = keys[at + side] ?? "";
      if (belongTogether(moment, Math.min(at, at + side))) counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    for (const [key, count] of counts) if (2 * count > places.length) return { side, key };
  }
  return null;
}

/** What is said at some places, with the word that mostly stands beside it. */
function nameOf(moment: MomentText, said: readonly number[]): string {
  const { sentenceOfWord, text } = moment;
  const neighbour = neighbourOf(moment, said);
  const places = said.filter(
    (at) =>
      neighbour === null ||
      (text.keys[at + neighbour.side] === neighbour.key &&
        belongTogether(moment, Math.min(at, at + neighbour.side))),
  );
  const first = (at: number): number => (neighbour?.side === -1 ? at - 1 : at);
  const inside =
    places.find((at) => sentenceOfWord[first(at)] === sentenceOfWord[first(at) - 1]) ?? places[0] ?? 0;
  const from = first(inside);
  return neighbour === null ? plain(moment, from) : `${plain(moment, from)} ${plain(moment, from + 1)}`;
}

/** The word that the words from one index to another repeat most; null where none is said often. */
export function findClipSubject(moment: MomentText, from: number, to: number): ClipSubject | null {
  const places = new Map<string, number[]>();
  for (let index = from; index < to; index += 1) {
    if (!isSubjectWord(moment, index)) continue;
    const stem = stemOf(moment.text.keys[index] ?? "");
    places.set(stem, [...(places.get(stem) ?? []), index]);
  }
  // "Painful" counts for "pain", where that is said too.
  const things = (said: readonly number[]): number[] =>
    said.filter((index) => tellsSubject(moment.text.keys[index] ?? ""));
  const said = [...places.values()]
    .filter((each) => things(each).length > 0)
    .reduce((longest, each) => (each.length > longest.length ? each : longest), []);
  if (said.length < MIN_COUNT) return null;
  return { word: nameOf(moment, things(said)), count: said.length };
}
