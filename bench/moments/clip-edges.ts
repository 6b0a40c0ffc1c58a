// Whether a clip begins and ends well and how its title reads, by the marks and the first words alone. Deliberately not
// the code that chooses: a rule that both shared would pass its own mistakes.

import type { Span } from "../../media-node/signal/span.ts";
import type { SpokenWord } from "../../media-node/signal/spoken-word.ts";

export interface PlainSentence extends Span {
  readonly text: string;
}

const CLOSING_MARKS = "[\"'”’)\\]]*$";
const ENDS_SENTENCE = new RegExp(`[.?!…]${CLOSING_MARKS}`, "u");
const ENDS_WITH_QUESTION = new RegExp(`\\?${CLOSING_MARKS}`, "u");
const BREAKS_OFF = new RegExp(`(?:\\.\\.\\.|…|--|—|–)${CLOSING_MARKS}`, "u");
/** What is said before a sentence begins in earnest. */
const FILLERS = new Set(
  "ah hm hmm huh like mm mhm no oh ok okay right sure uh um well wow yeah yep yes".split(" "),
);
/** A sentence that begins with one of these leans on what was said before. */
const CONNECTIVES = new Set(
  "also and because but cause 'cause cuz or plus so than then therefore though which".split(" "),
);
const POINTERS = new Set(
  "he her his it it's its she that that's their them they they're these this those".split(" "),
);

/** Words as sentences, by their marks alone; an interruption ends one too. */
export function sentencesOf(words: readonly SpokenWord[]): PlainSentence[] {
  const sentences: PlainSentence[] = [];
  let open: SpokenWord[] = [];
  for (const [index, word] of words.entries()) {
    open.push(word);
    const isLast = index === words.length - 1;
    if (!isLast && !ENDS_SENTENCE.test(word.text) && !BREAKS_OFF.test(word.text)) continue;
    sentences.push({
      startS: open[0]?.startS ?? word.startS,
      endS: word.endS,
      text: open.map(({ text }) => text).join(" "),
    });
    open = [];
  }
  return sentences;
}

/** Lower-cased words without marks around them. */
function bareWords(text: string): string[] {
  return text
    .toLowerCase()
    .replaceAll("’", "'")
    .split(/\s+/)
    .map((word) => word.replaceAll(/^[^\p{L}\p{N}']+|[^\p{L}\p{N}']+$/gu, ""))
    .filter((word) => word !== "");
}

function withoutFillers(words: readonly string[]): readonly string[] {
  const first = words.findIndex((word) => !FILLERS.has(word));
  return first === -1 ? [] : words.slice(first);
}

export interface EdgeFaults {
  readonly beginsWithQuestion: boolean;
  /** Inside a sentence, or with And, But, So, Because, Or. */
  readonly beginsInMidThought: boolean;
  /** With It, That, He, These: what is meant was said before. */
  readonly beginsWithPointer: boolean;
  readonly endsWithQuestion: boolean;
  /** In an ellipsis or an interruption, or without a full stop. */
  readonly endsUnfinished: boolean;
}

/** How the words of a clip begin and end; `before` is the word before the first, if there is one. */
export function edgeFaults(words: readonly SpokenWord[], before: SpokenWord | undefined): EdgeFaults {
  const sentences = sentencesOf(words).map(({ text }) => text);
  const [opening = ""] = sentences;
  const closing = sentences.at(-1) ?? "";
  const [first = ""] = withoutFillers(bareWords(opening));
  const isInside = before !== undefined && !ENDS_SENTENCE.test(before.text) && !BREAKS_OFF.test(before.text);
  return {
    beginsWithQuestion: ENDS_WITH_QUESTION.test(opening),
    beginsInMidThought: isInside || CONNECTIVES.has(first),
    beginsWithPointer: POINTERS.has(first),
    endsWithQuestion: ENDS_WITH_QUESTION.test(closing),
    endsUnfinished: BREAKS_OFF.test(closing) || !ENDS_SENTENCE.test(closing),
  };
}

export interface TitleFaults {
  readonly isCut: boolean;
  /** A quotation mark or bracket without its other half. */
  readonly isUnbalanced: boolean;
  readonly beginsInMidThought: boolean;
  readonly isTooShort: boolean;
  readonly isTooLong: boolean;
}

const TITLE_WORDS = { min: 3, max: 12 };

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** What an editor would mend in a title. */
export function titleFaults(title: string): TitleFaults {
  const words = bareWords(title);
  const [first = ""] = words;
  return {
    isCut: /…|\.\.\.|(?:--|[—–,;:])$/u.test(title.trim()),
    isUnbalanced:
      count(title, /"/g) % 2 === 1 ||
      count(title, /“/g) !== count(title, /”/g) ||
      count(title, /\(/g) !== count(title, /\)/g),
    beginsInMidThought: CONNECTIVES.has(first),
    isTooShort: words.length < TITLE_WORDS.min,
    isTooLong: words.length > TITLE_WORDS.max,
  };
}
