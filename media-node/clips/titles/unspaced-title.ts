// A title in a language that writes no spaces between words: a whole sentence, else whole clauses of a longer one, as they
// are written. Only the end of a sentence is sure to end a clause: Japanese and Burmese have the verb last, so that what
// stands before a comma leans on what follows. In Chinese a comma ends a clause too. In Thai pauses tell sentences.

import { COLONS, COMMAS, FULL_STOPS } from "../../../shared/captions/sentence-marks.ts";
import { isUnspaced, subtitleWidth } from "../../../shared/captions/subtitle-lines.ts";
import { endsPhrase } from "../../../shared/captions/written-spaces.ts";
import type { SpokenText } from "../sentences/sentences.ts";
import { understoodAlone } from "./languages/understood-alone.ts";
import { MAX_TITLE_LENGTH, readableWords } from "./readable-text.ts";

/** A shorter sentence is an interjection, or answers what is not in the title. */
const MIN_WORDS = 4;
/** The mark between things that are counted up is none. */
const CLAUSE_END = new RegExp(`[${COMMAS.replace("、", "")}${COLONS}]$`, "u");
const ANY_COMMA = new RegExp(`[${COMMAS}${COLONS}]$`, "u");
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HAN = /\p{Script=Han}/u;
const LAST_MARKS = new RegExp(`[${FULL_STOPS}${COMMAS}${COLONS}!！…]+$`, "u");
/** A quotation is cut, or a thought breaks off. */
const UNREADABLE = /["“”„«»「」『』…]|——|--/u;

/** Words from one index up to but not including another. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Whether most words are of scripts without spaces. */
export function isMostlyUnspaced({ words }: SpokenText): boolean {
  return 2 * words.filter(({ text }) => isUnspaced(text)).length > words.length;
}

/** Sentences of which neither beginning nor end is missing. */
function wholeSentences({ sentences, isPunctuated }: SpokenText): Stretch[] {
  return sentences
    .filter(({ endsAs }, index) => {
      const isEnded = endsAs === "mark" || (endsAs === "pause" && !isPunctuated);
      return isEnded && sentences[index - 1]?.endsAs !== "length";
    })
    .map(({ firstWord, endWord }) => ({ from: firstWord, to: endWord }));
}

/** Runs of clauses of a sentence, each of them whole. */
function clausesOf({ words }: SpokenText, { from, to }: Stretch): Stretch[] {
  const said = words.slice(from, to).map(({ text }) => text);
  const isChinese = said.some((text) => HAN.test(text)) && !said.some((text) => KANA.test(text));
  const boundary = isChinese ? CLAUSE_END : ANY_COMMA;
  const parts = said.flatMap((text, at) => {
    const next = from + at + 1;
    return boundary.test(text) || (next < to && endsPhrase(text, words[next])) ? [next] : [];
  });
  const ends = isChinese ? [...parts, to] : [to];
  return [from, ...parts].flatMap((first) =>
    ends.filter((end) => end > first).map((end) => ({ from: first, to: end })),
  );
}

/** Those stretches that are long and short enough for a title, as one. */
function titlesOf(text: SpokenText, stretches: readonly Stretch[]): string[] {
  return stretches
    .filter(({ from, to }) => to - from >= MIN_WORDS)
    .map(({ from, to }) => readableWords(text, from, to).replace(LAST_MARKS, ""))
    .filter((title) => subtitleWidth(title) <= MAX_TITLE_LENGTH && !UNREADABLE.test(title));
}

function longest(titles: readonly string[]): string | undefined {
  return titles.reduce<string | undefined>(
    (best, title) => (subtitleWidth(title) > subtitleWidth(best ?? "") ? title : best),
    undefined,
  );
}

/**
 * The longest whole sentence that is short enough, rather one that is understood by itself, else of the others the longest
 * clauses; undefined where there are none.
 */
export function findUnspacedTitle(text: SpokenText): string | undefined {
  const sentences = wholeSentences(text);
  const titles = titlesOf(text, sentences);
  const alone = titles.filter((title) => understoodAlone(title, text.language) === 1);
  const title = longest(alone) ?? longest(titles);
  if (title !== undefined) return title;
  const clauses = sentences.flatMap((sentence) => clausesOf(text, sentence));
  return longest(titlesOf(text, clauses));
}
