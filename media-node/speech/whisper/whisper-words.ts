// Groups Whisper's tokens into words (split_to_word_tokens of whisper/tokenizer.py, merge_punctuations of
// whisper/timing.py): a word begins at a space, in languages that write none where a dictionary says so, and punctuation
// first stands alone, so that a pause after a full stop is nobody's, and then joins its word without changing its time.
// Rejected: a word per run of characters in languages without spaces, as in tokenizer.py. In Thai such a run is one
// letter or a bare vowel sign, which no measure of words a second, of a sentence or of a caption can count.
import { leansBack } from "../../../shared/captions/unspaced-words.ts";

/** Text of tokens; bytes that are no whole character come out as U+FFFD. */
export type DecodeTokens = (tokens: readonly number[]) => string;

export interface TokenWord {
  /** With the space before it, as the tokens have it. */
  readonly text: string;
  readonly tokenCount: number;
}

const REPLACEMENT = "\uFFFD";
/** Khmer is not among them in tokenizer.py, but has spaces only between phrases too. */
const LANGUAGES_WITHOUT_SPACES = new Set(["zh", "ja", "th", "lo", "my", "yue", "km"]);
const PREPENDED = "\"'“¿([{-";
/** These open whatever stands before them: where there are no spaces, none can say so. */
const ALWAYS_OPENING = /^[“‘「『《〈（【〔［｛]$/;
const APPENDED = "\"'.。,，!！?？:：”)]}、’」』》〉）】〕］｝；…။၊។៕";
const SENTENCE_ENDS = ".。!！?？။។៕";
const ASCII_PUNCTUATION = /^[!-/:-@[-`{-~]*$/;

/** The shortest runs of tokens that decode to whole characters. */
function splitIntoCharacters(tokens: readonly number[], decode: DecodeTokens): TokenWord[] {
  const whole = decode(tokens);
  const runs: TokenWord[] = [];
  let offset = 0;
  let first = 0;
  for (let end = 1; end <= tokens.length; end += 1) {
    const text = decode(tokens.slice(first, end));
    const broken = text.indexOf(REPLACEMENT);
    const isWhole = broken === -1 || whole[offset + broken] === REPLACEMENT || end === tokens.length;
    if (!isWhole) continue;
    runs.push({ text, tokenCount: end - first });
    offset += text.length;
    first = end;
  }
  return runs;
}

/** Tokens without those at the end that are no whole character, as where there was no room for its other bytes. */
export function withoutBrokenEnd(tokens: readonly number[], decode: DecodeTokens): readonly number[] {
  let count = tokens.length;
  while (decode(tokens.slice(0, count)).endsWith(REPLACEMENT)) count -= 1;
  return tokens.slice(0, count);
}

/**
 * Runs to words. Unlike in whisper/tokenizer.py, a run that follows punctuation without a space takes the word before
 * that punctuation along: "3,000" and "U.S." are one word each, not " 3" and ",000".
 */
function joinUntilSpaces(runs: readonly TokenWord[]): TokenWord[] {
  const words: TokenWord[] = [];
  for (const run of runs) {
    if (run.text.startsWith(" ") || ASCII_PUNCTUATION.test(run.text.trim()) || words.length === 0) {
      words.push(run);
      continue;
    }
    const glued = [run];
    // Back over punctuation to the word that it stands behind.
    for (let isWhole = false; !isWhole && words.length > 0; ) {
      const previous = words.pop() as TokenWord;
      glued.unshift(previous);
      isWhole = previous.text.startsWith(" ") || !ASCII_PUNCTUATION.test(previous.text);
    }
    words.push({
      text: glued.map(({ text }) => text).join(""),
      tokenCount: glued.reduce((sum, { tokenCount }) => sum + tokenCount, 0),
    });
  }
  return words;
}

/**
 * Runs to the words of a dictionary, each with the space before it. A run that reaches into the next word keeps the two
 * together: its tokens have one time, and a boundary inside them would be invented.
 */
function joinByDictionary(runs: readonly TokenWord[], language: string): TokenWord[] {
  const segmenter = new Intl.Segmenter(language, { granularity: "word" });
  const starts = new Set<number>();
  for (const { segment, index } of segmenter.segment(runs.map(({ text }) => text).join(""))) {
    if (!leansBack(segment)) starts.add(index);
  }
  const words: TokenWord[] = [];
  let offset = 0;
  for (const run of runs) {
    const last = words.at(-1);
    if (last === undefined || (starts.has(offset) && last.text.trim() !== "")) words.push(run);
    else {
      const tokenCount = last.tokenCount + run.tokenCount;
      words[words.length - 1] = { text: last.text + run.text, tokenCount };
    }
    offset += run.text.length;
  }
  return words;
}

/** Runs by the segments that they end in. */
function partBySegments(runs: readonly TokenWord[], segmentLengths: readonly number[]): TokenWord[][] {
  const waiting = [...runs];
  // Tokens of the segment that have been taken: a run that ends in it may begin before it.
  let taken = 0;
  return segmentLengths.map((length) => {
    let count = 0;
    for (; count < waiting.length && taken < length; count += 1) taken += waiting[count]?.tokenCount ?? 0;
    taken -= length;
    return waiting.splice(0, count);
  });
}

/**
 * Words and lone punctuation, in order; every token belongs to one.
 * @param language as in Whisper's language tokens
 * @param segmentLengths tokens of each segment: where nothing is written between words, none reaches from one into the next
 */
export function splitIntoWords(
  tokens: readonly number[],
  decode: DecodeTokens,
  language: string,
  segmentLengths: readonly number[] = [tokens.length],
): TokenWord[] {
  const runs = splitIntoCharacters(tokens, decode);
  if (!LANGUAGES_WITHOUT_SPACES.has(language)) return joinUntilSpaces(runs);
  return partBySegments(runs, segmentLengths).flatMap((part) => joinByDictionary(part, language));
}

/** Joins opening punctuation to the word after it and closing punctuation to the word before it. */
export function mergePunctuation<Word extends TokenWord>(words: readonly Word[]): Word[] {
  const join = (kept: Word, text: string, other: Word): Word => ({
    ...kept,
    text,
    tokenCount: kept.tokenCount + other.tokenCount,
  });
  const opened: Word[] = [];
  for (const word of words.toReversed()) {
    const next = opened[0];
    const mark = word.text.trim();
    const opens = (word.text.startsWith(" ") && PREPENDED.includes(mark)) || ALWAYS_OPENING.test(mark);
    if (opens && next !== undefined) opened[0] = join(next, word.text + next.text, word);
    else opened.unshift(word);
  }
  const merged: Word[] = [];
  for (const word of opened) {
    const previous = merged.at(-1);
    const closes = previous !== undefined && !previous.text.endsWith(" ") && APPENDED.includes(word.text);
    if (closes) merged[merged.length - 1] = join(previous, previous.text + word.text, word);
    else merged.push(word);
  }
  return merged;
}

/** Whether this is one mark that ends a sentence. */
export function isSentenceEnd(text: string): boolean {
  return text.length === 1 && SENTENCE_ENDS.includes(text);
}
