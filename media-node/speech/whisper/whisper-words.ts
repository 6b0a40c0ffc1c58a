// Groups Whisper's tokens into words (split_to_word_tokens of whisper/tokenizer.py, merge_punctuations of
// whisper/timing.py): a word begins at a space, in languages that write none at every character, and punctuation
// first stands alone, so that a pause after a full stop is nobody's, and then joins its word without changing its time.

/** Text of tokens; bytes that are no whole character come out as U+FFFD. */
export type DecodeTokens = (tokens: readonly number[]) => string;

export interface TokenWord {
  /** With the space before it, as the tokens have it. */
  readonly text: string;
  readonly tokenCount: number;
}

const REPLACEMENT = "\uFFFD";
const LANGUAGES_WITHOUT_SPACES = new Set(["zh", "ja", "th", "lo", "my", "yue"]);
const PREPENDED = "\"'“¿([{-";
const APPENDED = "\"'.。,，!！?？:：”)]}、";
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

/** Words and lone punctuation, in order; every token belongs to one. @param language as in Whisper's language tokens */
export function splitIntoWords(
  tokens: readonly number[],
  decode: DecodeTokens,
  language: string,
): TokenWord[] {
  const runs = splitIntoCharacters(tokens, decode);
  return LANGUAGES_WITHOUT_SPACES.has(language) ? runs : joinUntilSpaces(runs);
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
    const opens = word.text.startsWith(" ") && PREPENDED.includes(word.text.trim());
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
  return text.length === 1 && ".。!！?？".includes(text);
}
