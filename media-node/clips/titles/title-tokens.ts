// What is said as an editor copies it down for a title: sentences that were parted only for their length joined again,
// without hesitations, repeated beginnings, filler ("you know", "I mean", "sort of") and sounds in brackets. Marks are
// kept apart from the words, so that a clause can be taken out without what surrounds it.

import {
  COLONS,
  COMMAS,
  EXCLAMATION_MARKS,
  FULL_STOPS,
  QUESTION_MARKS,
} from "../../../shared/captions/sentence-marks.ts";
import { joinWords } from "../../../shared/captions/subtitle-lines.ts";
import { wordKey } from "../../senses/meaning/text-lexicon.ts";
import type { SpokenText } from "../sentences/sentences.ts";
import { NEVER_LAST, SELDOM_LAST, SUBORDINATORS } from "./clause-words.ts";
import { sentenceCase, withCapital } from "./readable-text.ts";

/** What follows a word: a comma, a dash or colon, a break in mid-sentence, or the sentence's own end. */
export type Mark = "" | "," | ":" | "break" | "." | "?" | "!";

export interface TitleToken {
  /** As it is written, with quotation marks, without other marks. */
  readonly text: string;
  readonly key: string;
  readonly flags: number;
  readonly mark: Mark;
}

export interface Utterance {
  readonly tokens: readonly TitleToken[];
  /** The sentences that it is made of, as indexes into the text's. */
  readonly firstSentence: number;
  readonly endSentence: number;
  /** False where its beginning or its end is missing. */
  readonly hasStart: boolean;
  readonly hasEnd: boolean;
}

/** Words that are seldom a name's, with a capital. */
const SEAMS = /^(?:So|But|Well|Because|That's|It's|There's|They're|We're|You're|Yeah|Okay)$/;
const MARKS = `[${COMMAS}${COLONS}${FULL_STOPS}${QUESTION_MARKS}${EXCLAMATION_MARKS}…–—-]*`;
const MARKED = new RegExp(`^(.*?)(${MARKS})(["”’)\\]」』）》]*)(${MARKS})$`, "su");
const ASKS = new RegExp(`[${QUESTION_MARKS}]`, "u");
const EXCLAIMS = new RegExp(`[${EXCLAMATION_MARKS}]`, "u");
const STOPS = new RegExp(`[${FULL_STOPS}]`, "u");
const JOINS = new RegExp(`[${COLONS}]`, "u");
const ABBREVIATED = /^(?:\p{L}\.)+\p{L}?\.?$/u;
const HESITATIONS = new Set("um uh uhm umm erm er hmm hm mm mhm ah uh-huh mm-hmm".split(" "));
/** Said between two marks these mean nothing. */
const PARENTHESES = new Set(
  "right okay ok yeah yes no well like actually basically literally honestly obviously essentially frankly really again however so now anyway anyways alright sure exactly totally though see maybe first hey hopefully apparently".split(
    " ",
  ),
);
const PARENTHETIC_PHRASES =
  /^(?:you know|you know what i mean|i mean|i think|i guess|i suppose|i believe|i would say|i'd say|i feel like|of course|for example|for instance|in fact|as you know|if you will|in a way|so to speak|at the end of the day|to be honest|let's say|by the way|like i said|as i said|you see|i don't know|at least|in a sense|more or less|or less|and so on|as well|to be fair|in my opinion|believe it or not|say)$/;
/** After these "kind of" and "sort of" name a kind. */
const NAMES_KIND = new Set(
  "a an the this that what some any every one same different certain these those all which other another new no".split(
    " ",
  ),
);
const MAX_PARENTHESIS_WORDS = 6;
const LIKE_AFTER = /^(?:just|really|totally|literally|so|is|was|are|were|it's|that's)$/;
const LIKE_BEFORE = /^(?:\p{L}+ly|super|had|have|so|really|very|just)$/u;
/** Words that may stand twice. */
const DOUBLED = new Set("that had very really no so many far never ever long bye".split(" "));
/** With these before or after it "you know" is a clause of its own. */
const BEFORE_KNOW = new Set(
  "do did don't didn't if as let what how that because since whether when than all once".split(" "),
);
const AFTER_KNOW = new Set(
  "what how why that it the when who if where about whether this them him her your my nothing".split(" "),
);

function markOf(marks: string): Mark {
  if (marks === "") return "";
  if (ASKS.test(marks)) return "?";
  if (/…|\.\.|--|[–—-]/.test(marks)) return "break";
  if (EXCLAIMS.test(marks)) return "!";
  if (STOPS.test(marks)) return ".";
  return JOINS.test(marks) ? ":" : ",";
}

interface Draft {
  text: string;
  key: string;
  flags: number;
  mark: Mark;
}

const RANK: readonly Mark[] = ["", ",", ":", "break", "!", ".", "?"];
function stronger(a: Mark, b: Mark): Mark {
  return RANK.indexOf(a) >= RANK.indexOf(b) ? a : b;
}

/** One written word; its key is empty for a mark that stands alone. */
function readWord(written: string, flags: number): Draft {
  const plain = written.replaceAll(/[\\*_]/g, "");
  const key = wordKey(plain);
  if (ABBREVIATED.test(plain)) return { text: plain, key, flags, mark: "" };
  if (/^[–—-]$/.test(plain)) return { text: "", key: "", flags, mark: ":" };
  if (plain.endsWith("/")) return { text: plain.slice(0, -1), key, flags, mark: "break" };
  const [, core = "", first = "", closing = "", second = ""] = MARKED.exec(plain) ?? [];
  return { text: `${core}${closing}`, key, flags, mark: markOf(first + second) };
}

/** Which words from one index to another stand outside brackets. */
function outsideBrackets({ words }: SpokenText, from: number, to: number): number[] {
  const outside: number[] = [];
  let isInside = false;
  for (let index = from; index < to; index += 1) {
    const { text = "" } = words[index] ?? {};
    const opens = /^["“]?[[(]/.test(text);
    if (!isInside && !opens) outside.push(index);
    isInside = (isInside || opens) && !/[\])]/.test(text);
  }
  return outside;
}

/** Whether a sentence begins with a word, whatever is written before it: "the guy That's not how it works". */
function isSeam({ isPunctuated }: SpokenText, { text }: Draft): boolean {
  return isPunctuated && SEAMS.test(text);
}

/** Words from one index to another, without what stands in brackets, each with the mark that follows it. */
function readWords(text: SpokenText, from: number, to: number): Draft[] {
  const drafts: Draft[] = [];
  for (const index of outsideBrackets(text, from, to)) {
    const draft = readWord(text.words[index]?.text ?? "", text.flags[index] ?? 0);
    const last = drafts.at(-1);
    if (isSeam(text, draft) && last?.mark === "") last.mark = "break";
    if (draft.key !== "") drafts.push(draft);
    else if (last !== undefined) last.mark = stronger(last.mark, draft.mark);
  }
  return drafts;
}

function keysOf(drafts: readonly Draft[], from: number, count: number): string {
  return drafts
    .slice(from, from + count)
    .map(({ key }) => key)
    .join(" ");
}

/** "Just like totally": nothing is compared. */
function isEmptyLike(drafts: readonly Draft[], at: number): boolean {
  const before = drafts[at - 1];
  if (drafts[at]?.key !== "like") return false;
  return (
    before?.mark === "," ||
    (LIKE_AFTER.test(before?.key ?? "") && LIKE_BEFORE.test(drafts[at + 1]?.key ?? ""))
  );
}

/** "Sort of", "you know", "I mean" where they mean nothing. */
function isEmptyPair(drafts: readonly Draft[], at: number): boolean {
  const before = drafts[at - 1]?.key ?? "";
  const pair = keysOf(drafts, at, 2);
  if (pair === "sort of" || pair === "kind of") return !NAMES_KIND.has(before) && !before.endsWith("st");
  if (pair !== "you know" && pair !== "i mean") return false;
  const goesOn = drafts[at + 1]?.mark === "" && AFTER_KNOW.has(drafts[at + 2]?.key ?? "");
  return !goesOn && !BEFORE_KNOW.has(before);
}

/** How many words from an index on are filler. */
function fillerAt(drafts: readonly Draft[], at: number): number {
  const { key = "", mark = "" } = drafts[at] ?? {};
  if (HESITATIONS.has(key) || isEmptyLike(drafts, at)) return 1;
  if (isEmptyPair(drafts, at)) return 2;
  const isMarkedBefore = drafts[at - 1]?.mark !== "";
  if (!isMarkedBefore) return 0;
  if (mark !== "" && PARENTHESES.has(key)) return 1;
  for (let count = MAX_PARENTHESIS_WORDS; count >= 2; count -= 1) {
    const isMarkedAfter = (drafts[at + count - 1]?.mark ?? "") !== "";
    if (isMarkedAfter && PARENTHETIC_PHRASES.test(keysOf(drafts, at, count))) return count;
  }
  return 0;
}

/** How many words from an index on are said again right after: "we were, we were". */
function repeatedAt(drafts: readonly Draft[], at: number): number {
  for (let count = 4; count >= 1; count -= 1) {
    if (at + 2 * count > drafts.length || keysOf(drafts, at, count) !== keysOf(drafts, at + count, count))
      continue;
    const endsSentence = /[.?!:]/.test(drafts[at + count - 1]?.mark ?? "");
    if (!endsSentence && !(count === 1 && DOUBLED.has(drafts[at]?.key ?? ""))) return count;
  }
  return 0;
}

/** Leaves out words, whose marks go to the word before them. */
function without(
  drafts: readonly Draft[],
  countAt: (drafts: readonly Draft[], at: number) => number,
  keepsMark: boolean,
): Draft[] {
  const kept: Draft[] = [];
  let at = 0;
  while (at < drafts.length) {
    const count = countAt(drafts, at);
    const last = kept.at(-1);
    if (count === 0) kept.push({ ...(drafts[at] as Draft) });
    else if (keepsMark && last !== undefined) {
      const dropped = drafts[at + count - 1]?.mark ?? "";
      // The question mark of a tag is the tag's.
      const mark = stronger(last.mark, dropped === "?" ? "." : dropped);
      // "If, you know, we go": the commas are the filler's.
      const isHanging =
        mark === "," &&
        (NEVER_LAST.has(last.key) || SELDOM_LAST.has(last.key) || SUBORDINATORS.has(last.key));
      last.mark = isHanging ? "" : mark;
    }
    at += Math.max(1, count);
  }
  return kept;
}

function cleaned(drafts: readonly Draft[]): Draft[] {
  return without(without(drafts, fillerAt, true), repeatedAt, false);
}

/** Whether what follows continues a sentence: it was parted for its length, or breaks off and goes on in small letters. */
function goesOn({ words, sentences }: SpokenText, index: number): boolean {
  const { endWord = 0, endsAs } = sentences[index] ?? {};
  const next = sentences[index + 1];
  if (next === undefined || next.startsTurn === 1) return false;
  const isInterrupted = /(?:…|\.\.|--|[–—-])$/.test(words[endWord - 1]?.text ?? "");
  return endsAs === "length" || (isInterrupted && /^\p{Ll}/u.test(words[endWord]?.text ?? ""));
}

function readUtterance(text: SpokenText, firstSentence: number, endSentence: number): Utterance {
  const from = text.sentences[firstSentence]?.firstWord ?? 0;
  const { endWord = 0, isWhole = false } = text.sentences[endSentence - 1] ?? {};
  const tokens = cleaned(readWords(text, from, endWord));
  const endMark = tokens.at(-1)?.mark ?? "";
  const hasStart = !text.isPunctuated || !/^["“]?(?:\p{Ll}|\.\.|…)/u.test(text.words[from]?.text ?? "");
  const hasEnd = isWhole && endMark !== "break" && (!text.isPunctuated || /[.?!]/.test(endMark));
  return { tokens, firstSentence, endSentence, hasStart, hasEnd };
}

/** The sentences of a clip as an editor reads them; those that only their length parted are one. */
export function readUtterances(text: SpokenText): Utterance[] {
  const utterances: Utterance[] = [];
  for (let first = 0; first < text.sentences.length; first = utterances.at(-1)?.endSentence ?? first + 1) {
    utterances.push(utteranceFrom(text, first));
  }
  return utterances.filter(({ tokens }) => tokens.length > 0);
}

/** What begins with one sentence and goes on until it ends. */
export function utteranceFrom(text: SpokenText, firstSentence: number): Utterance {
  let last = firstSentence;
  while (goesOn(text, last)) last += 1;
  return readUtterance(text, firstSentence, last + 1);
}

/** Words as a line of their own, with a capital and without a stop; a question gets its mark. */
export function renderTokens(tokens: readonly TitleToken[], isQuestion: boolean): string {
  const last = tokens.length - 1;
  const words = tokens.map(({ text, mark }, at) =>
    at < last && /[,:]/.test(mark) ? `${text}${mark}` : text,
  );
  const text = sentenceCase(joinWords(words));
  return `${withCapital(text)}${isQuestion ? "?" : ""}`;
}
