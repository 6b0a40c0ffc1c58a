// What is said as an editor copies it down for a title: sentences that were parted only for their length joined again,
// without hesitations, repeated beginnings, filler ("you know", "I mean", "sort of") and sounds in brackets. Marks are
// kept apart from the words, so that a clause can be taken out without what surrounds it.

import {
  ASKS,
  COLONS,
  COMMAS,
  EXCLAMATION_MARKS,
  FULL_STOPS,
  QUESTION_MARKS,
} from "../../../shared/captions/sentence-marks.ts";
import { joinWords } from "../../../shared/captions/subtitle-lines.ts";
import { wordKey } from "../../senses/meaning/text-lexicon.ts";
import type { SpokenText } from "../sentences/sentences.ts";
import { sentenceCase, withCapital } from "./readable-text.ts";
import { type Mark, type MarkedWord, stronger, withoutFiller } from "./title-filler.ts";

export type TitleToken = Readonly<MarkedWord>;

/** What is said, as words are looked up, with spaces between. */
export function keysOf(tokens: readonly Pick<TitleToken, "key">[]): string {
  return tokens.map(({ key }) => key).join(" ");
}

export interface Utterance {
  readonly tokens: readonly TitleToken[];
  /** The sentences that it is made of, as indexes into the text's. */
  readonly firstSentence: number;
  readonly endSentence: number;
  /** False where its beginning or its end is missing. */
  readonly hasStart: boolean;
  readonly hasEnd: boolean;
  /** Whether it ends in an ellipsis: what it says by then may be whole. */
  readonly trailsOff: boolean;
}

/**
 * Sentences that only their length parted are joined up to so many words, a minute of fast talk: each place in what is
 * joined may begin a clause, of which the words around it are read.
 */
const MAX_JOINED_WORDS = 300;
/** Words that are seldom a name's, with a capital. */
const SEAMS =
  /^(?:So|But|Well|Because|That's|It's|There's|They're|We're|You're|Yeah|Okay|They|She|These|Those|They've|We've|You've)$/;
const MARKS = `[${COMMAS}${COLONS}${FULL_STOPS}${QUESTION_MARKS}${EXCLAMATION_MARKS}…–—-]*`;
const MARKED = new RegExp(`^(.*?)(${MARKS})(["”“»’)\\]」』）》]*)(${MARKS})$`, "su");
const EXCLAIMS = new RegExp(`[${EXCLAMATION_MARKS}]`, "u");
const STOPS = new RegExp(`[${FULL_STOPS}]`, "u");
const JOINS = new RegExp(`[${COLONS}]`, "u");
const ABBREVIATED = /^(?:\p{L}\.)+\p{L}?\.?$/u;

function markOf(marks: string): Mark {
  if (marks === "") return "";
  if (/…|\.\.|--|[–—-]/.test(marks)) return "break";
  if (EXCLAIMS.test(marks)) return "!";
  if (STOPS.test(marks)) return ".";
  return JOINS.test(marks) ? ":" : ",";
}

/** One written word; its key is empty for a mark that stands alone. */
function readWord(word: number, written: string, flags: number): MarkedWord {
  const plain = written.replaceAll(/[\\*_]/g, "");
  const key = wordKey(plain);
  if (ABBREVIATED.test(plain)) return { word, text: plain, key, flags, mark: "" };
  if (/^[–—-]$/.test(plain)) return { word, text: "", key: "", flags, mark: ":" };
  if (plain.endsWith("/")) return { word, text: plain.slice(0, -1), key, flags, mark: "break" };
  const [, core = "", first = "", closing = "", second = ""] = MARKED.exec(plain) ?? [];
  const mark = ASKS.test(core.normalize("NFC").slice(-1) + first + second) ? "?" : markOf(first + second);
  const marked = { word, text: `${core}${closing}`, key, flags, mark };
  return mark === ":" ? { ...marked, sign: first + second } : marked;
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
function isSeam({ isPunctuated }: SpokenText, { text }: MarkedWord): boolean {
  return isPunctuated && SEAMS.test(text);
}

/** "Dr. Bee": a stop in mid-sentence is its word's. */
function withOwnStop(word: MarkedWord, at: number, words: readonly MarkedWord[]): MarkedWord {
  const isInner = word.mark === "." && at < words.length - 1;
  return isInner ? { ...word, text: `${word.text}.`, mark: "" } : word;
}

/** Words from one index to another, without what stands in brackets, each with the mark that follows it. */
function readWords(text: SpokenText, from: number, to: number): MarkedWord[] {
  const drafts: MarkedWord[] = [];
  for (const index of outsideBrackets(text, from, to)) {
    const draft = readWord(index, text.words[index]?.text ?? "", text.flags[index] ?? 0);
    const last = drafts.at(-1);
    if (isSeam(text, draft) && last?.mark === "") last.mark = "break";
    if (draft.key !== "") drafts.push(draft);
    else if (last !== undefined) {
      last.mark = stronger(last.mark, draft.mark);
      if (draft.mark === ":") last.sign = ` ${text.words[index]?.text ?? ""}`;
    }
  }
  return drafts.map(withOwnStop);
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
  const said = readWords(text, from, endWord);
  // Filler is told by words of English: "er" and "um" are words of others.
  const tokens = text.language === "en" ? withoutFiller(said) : said;
  const endMark = tokens.at(-1)?.mark ?? "";
  const hasStart = !text.isPunctuated || !/^["“]?(?:\p{Ll}|\.\.|…)/u.test(text.words[from]?.text ?? "");
  const hasEnd = isWhole && endMark !== "break" && (!text.isPunctuated || /[.?!]/.test(endMark));
  const trailsOff = /(?:\.\.|…)["”]?$/u.test(text.words[endWord - 1]?.text ?? "");
  return { tokens, firstSentence, endSentence, hasStart, hasEnd, trailsOff };
}

/** The sentences of a clip as an editor reads them; those that only their length parted are one. */
export function readUtterances(text: SpokenText): Utterance[] {
  const utterances: Utterance[] = [];
  for (let first = 0; first < text.sentences.length; first = utterances.at(-1)?.endSentence ?? first + 1) {
    utterances.push(utteranceFrom(text, first));
  }
  return utterances.filter(({ tokens }) => tokens.length > 0);
}

/** What begins with one sentence and goes on until it ends, or for longer than anybody talks on. */
export function utteranceFrom(text: SpokenText, firstSentence: number): Utterance {
  const from = text.sentences[firstSentence]?.firstWord ?? 0;
  let last = firstSentence;
  while (goesOn(text, last) && (text.sentences[last]?.endWord ?? 0) - from < MAX_JOINED_WORDS) last += 1;
  return readUtterance(text, firstSentence, last + 1);
}

/** Words as a line of their own, with a capital and without a stop; a question gets its mark. */
export function renderTokens(tokens: readonly TitleToken[], isQuestion: boolean): string {
  const last = tokens.length - 1;
  const words = tokens.map(({ text, mark, sign = mark }, at) => ({
    text: at < last && /[,:]/.test(mark) ? `${text}${sign}` : text,
  }));
  const text = sentenceCase(joinWords(words));
  return `${withCapital(text)}${isQuestion ? "?" : ""}`;
}
