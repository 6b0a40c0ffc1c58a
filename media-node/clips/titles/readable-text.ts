// Words as people read them. Where the recognizer gives no capital letters and no marks, they get a first capital and
// "I"; where it gives them, its own stay. Quotation marks and brackets come in pairs, whatever was cut around them.
import { COMMAS, ENDS_SENTENCE, GREEK_QUESTION } from "../../../shared/captions/sentence-marks.ts";
import { joinWords } from "../../../shared/captions/subtitle-lines.ts";
import { cutText } from "../../../shared/cut-text.ts";
import { type SpeechLanguage, wordsOfLanguage } from "../language/speech-language.ts";
import { type SpokenText, textBetween } from "../sentences/sentences.ts";

export const MAX_TITLE_LENGTH = 70;

/** What a quotation can do without at its beginning. */
const LEADING =
  /^(?:(?:and|so|but|or|well|okay|ok|now(?! (?:is|was)\b)|then|because|also|yeah|yes|oh|um|uh|uhm|erm|hmm|plus|alright)\b[,.…]*\s+|(?:like|right|no|exactly|you know|i mean),\s+|(?:\.\.\.|…|--|[–—-])\s*)/i;
const HESITATION = /(?:^|\s),?(?:um|uh|erm|uhm)\b,?(?=\s|$)/gi;
/** The last mark of what breaks off, and what may stand before it. A semicolon of Greek asks. */
const BREAK = new RegExp(`(?:\\.\\.\\.?|…|(?!${GREEK_QUESTION})[,;:，、；：၊–—-])$`, "u");
const BEFORE_BREAK = /[\s,;:–—-]/u;
const PAIRS: readonly (readonly [string, string])[] = [
  ["“", "”"],
  ["«", "»"],
  ["「", "」"],
  ["(", ")"],
  ["[", "]"],
];

/** With a capital where the text begins with a letter; "2.0 came" keeps its own. The capital of "i" is "İ" in Turkish. */
export function withCapital(text: string, language: SpeechLanguage = "en"): string {
  return text.replace(/^[^\p{L}\p{N}]*\p{L}/u, (beginning) =>
    beginning.toLocaleUpperCase(localeOf(language)),
  );
}

/** "en" stands for all languages that have the usual capitals. */
function localeOf(language: SpeechLanguage): string {
  return language === "tr" ? "tr" : "en";
}

function hasNoCase(text: string): boolean {
  return text === text.toLowerCase();
}

/** Gives text without any capital letter a first one, and "I" in English. */
export function sentenceCase(text: string, language: SpeechLanguage = "en"): string {
  if (!hasNoCase(text)) return text;
  if (language !== "en") return withCapital(text, language);
  return withCapital(text.replaceAll(/\bi\b(?=$|\s|['’])/g, "I"));
}

function countOf(text: string, mark: string): number {
  return text.split(mark).length - 1;
}

/**
 * Where „ opens, “ closes, as in German, or ”, as in Polish, or a straight mark. What of these closes nothing opens a
 * quotation of another kind or is left out; what is left open gets the mark that the text closes with.
 */
function balanceLowMarks(text: string): string {
  let open: string | null = null;
  const balanced = text.replaceAll(/[„“”"]/g, (mark, at: number) => {
    if (mark === "„") {
      open = mark;
      return mark;
    }
    if (open !== null) {
      open = null;
      return mark;
    }
    const isOpening = mark !== "”" && /^[\p{L}\p{N}]/u.test(text.slice(at + 1));
    if (isOpening) open = mark;
    return isOpening ? mark : "";
  });
  if (open === null) return balanced;
  if (open === '"') return `${balanced}"`;
  return balanced + (open === "“" || text.includes("”") ? "”" : "“");
}

/** "“" behind a word closes as in German: what “ opened, or, where „ is not left, nothing. */
const CURLED = /(?<closing>(?<=\S)“(?![\p{L}\p{N}]))|[“”]/gu;

function closeCurled(text: string): string {
  let open = 0;
  return text.replaceAll(CURLED, (mark, closing: string | undefined) => {
    const closes = mark === "”" || closing !== undefined;
    const closesNothing = closing !== undefined && open === 0;
    open = Math.max(0, open + (closes ? -1 : 1));
    return closesNothing ? "" : closes ? "”" : mark;
  });
}

function balancePair(text: string, open: string, close: string): string {
  const missing = countOf(text, open) - countOf(text, close);
  // French has a space within its marks.
  const space = open === "«" ? (/«(\s)/u.exec(text)?.[1] ?? "") : "";
  if (missing > 0) return text + `${space}${close}`.repeat(missing);
  let balanced = text;
  for (let extra = missing; extra < 0; extra += 1)
    balanced = balanced.replace(close === "»" ? /\s?»/u : close, "");
  return balanced;
}

/** A straight mark before a word opens; one that nothing opened closes nothing. */
function balanceStraightMarks(text: string): string {
  const count = countOf(text, '"');
  if (count % 2 === 0) return text;
  const opening = text.match(/(?:^|[\s([])"(?=\S)/g)?.length ?? 0;
  const isLeftOpen = opening > count - opening;
  return isLeftOpen ? `${text}"` : text.replace(/"(?=[^"]*$)/, "");
}

/** Closes what is opened and left open, and leaves out what closes nothing. */
export function balanceMarks(text: string): string {
  const hasLowMarks = text.includes("„");
  let balanced = hasLowMarks ? balanceLowMarks(text) : closeCurled(text);
  for (const [open, close] of hasLowMarks ? PAIRS.slice(1) : PAIRS)
    balanced = balancePair(balanced, open, close);
  return hasLowMarks ? balanced : balanceStraightMarks(balanced);
}

/** Without marks of what breaks off. Step by step: one pattern for all of them tries each run of dashes in every division. */
function withoutBreak(text: string): string {
  const quote = /["”]$/u.exec(text)?.[0] ?? "";
  const body = text.slice(0, text.length - quote.length);
  const mark = BREAK.exec(body)?.[0];
  if (mark === undefined) return text;
  let end = body.length - mark.length;
  while (end > 0 && BEFORE_BREAK.test(body.charAt(end - 1))) end -= 1;
  return body.slice(0, end) + quote;
}

function plainEnglish(text: string): string {
  let plain = text.replaceAll(HESITATION, " ").replaceAll(/\s+/g, " ").trim();
  while (LEADING.test(plain)) plain = plain.replace(LEADING, "");
  return plain;
}

/** "¿", "«": what may stand before the first letter. */
const OPENING_MARKS = /^[¿¡«„“"「『(—–\s]*/u;
/** Less is no sentence any more. */
const MIN_LEFT_LETTERS = 8;

/** What stands behind a joining word: behind the letters of "E. Coli", "O'Connor" and "A-Dur" stands something else. */
const STANDS_APART = new RegExp(`^[\\s${COMMAS}…–—]`, "u");
/** Thai puts no space behind a joining word, and what goes on with its letters is another word by the table's own words. */
const JOINED_ON = /\p{Script=Thai}$/u;
/** Joining words as short as this are names before another one: "Y Combinator", "Ed Sheeran". */
const MAX_NAME_LETTERS = 2;
const BEFORE_CAPITAL = /^\s+\p{Lu}/u;

function withoutJoining(text: string, joining: RegExp): string {
  const word = joining.exec(text)?.[0] ?? "";
  const rest = text.slice(word.length);
  const isName = word.length <= MAX_NAME_LETTERS && BEFORE_CAPITAL.test(rest);
  return (STANDS_APART.test(rest) || JOINED_ON.test(word)) && !isName ? rest : text;
}

/** A text of another language without what leads up to it: "Und bereust du es?", "¿Y qué le dirías?". */
function withoutLead(text: string, language: SpeechLanguage): string {
  const known = wordsOfLanguage(language);
  if (known === null) return text;
  const { joining, leadIns } = known.table;
  let plain = text;
  for (;;) {
    const opening = OPENING_MARKS.exec(plain)?.[0] ?? "";
    const body = plain.slice(opening.length);
    const left = withoutJoining(body.replace(leadIns, ""), joining).replace(/^[\s,、，،.…—–-]+/u, "");
    if (left === body || left.length < MIN_LEFT_LETTERS) return plain;
    plain = opening + left;
  }
}

/** Words from one index to another without sounds of who looks for words; one with a mark that ends a sentence stays. */
function withoutHesitations(text: SpokenText, from: number, to: number): string {
  const { hesitations = new Set<string>() } = wordsOfLanguage(text.language) ?? {};
  const said = text.words.slice(from, to).filter(({ text: written }, index) => {
    return !hesitations.has(text.keys[from + index] ?? "") || ENDS_SENTENCE.test(written);
  });
  return joinWords(said);
}

/** Signs of words that join what follows: where it broke off they join nothing. */
const JOINING_SIGNS = new Set(["and", "but", "or", "so", "because", "cause", "which"]);
const BROKEN_OFF = /(?:\.\.|…|--|[–—])$/u;

/** Where words end without "et..." and "weil...". */
function endBeforeBreak({ words, signs }: SpokenText, from: number, to: number): number {
  if (!BROKEN_OFF.test(words[to - 1]?.text ?? "")) return to;
  let end = to;
  while (end > from + 1 && JOINING_SIGNS.has(signs[end - 1] ?? "")) end -= 1;
  return end;
}

/** Words from one index to another as they are quoted, without what leads up to them and marks of what breaks off. */
export function readableWords(text: SpokenText, from: number, to: number, isQuestion = false): string {
  const { language } = text;
  const plain =
    language === "en"
      ? plainEnglish(textBetween(text, from, to))
      : withoutLead(withoutHesitations(text, from, endBeforeBreak(text, from, to)).trim(), language);
  const cased = sentenceCase(balanceMarks(withoutBreak(plain)), language);
  const readable = withCapital(cased, language);
  // Where nothing is marked in another language it only seems to be a question.
  return isQuestion && !text.isPunctuated && language === "en" ? `${readable}?` : readable;
}

/** Sentences one after the other. Marks as wide as a character have their space within them. */
export function joinSentences(sentences: readonly string[]): string {
  return sentences.reduce((text, sentence) => {
    const separator = text === "" || /[\u3000-\u303f\uff01-\uff60]$/u.test(text) ? "" : " ";
    return text + separator + sentence;
  }, "");
}

/** The beginning of a text in at most so many characters, to its last word that fits, with an ellipsis where more follows. */
export function cutAtWord(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = cutText(text, maxLength - 1);
  return `${cut.slice(0, cut.lastIndexOf(" ") > 0 ? cut.lastIndexOf(" ") : cut.length)}…`;
}

/** A name at most so many characters long: to its last comma or colon that fits, else to its last word, with an ellipsis. */
export function shortenName(name: string, maxLength: number): string {
  if (name.length <= maxLength) return name;
  const atMark = /^(.{12,})[,:;|–—-]/u.exec(cutText(name, maxLength + 1))?.[1];
  if (atMark !== undefined) return atMark.trim();
  return cutAtWord(name, maxLength);
}
