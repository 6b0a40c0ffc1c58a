// A clip's words in rows, as the network that judges sentences reads them for a title, and where the tokens of each word
// stand. A sentence that is too long for one row goes on in the next: no word is left out, since any may stand in a title. What
// is said in a language that has a gloss is read in English.
import { isGlossed } from "../glosses/gloss-sources.ts";
import { glossWords } from "../glosses/gloss-words.ts";
import type { JudgedSentence, JudgedText } from "../sentences/sentence-judgements.ts";
import { SENTENCE_TOKENS, splitTokens } from "../sentences/sentence-tokens.ts";
import type { Sentence, SpokenText } from "../sentences/sentences.ts";

/** A word in the rows: its row, and its tokens there, the last one excluded; a word without tokens has the next one's place. */
export interface WordPlace {
  readonly row: number;
  readonly from: number;
  readonly to: number;
}

export interface TitleRows {
  readonly text: JudgedText;
  /** Of each word of the clip. */
  readonly places: readonly WordPlace[];
}

/** Whole words of a sentence, at most SENTENCE_TOKENS tokens. */
interface Row {
  readonly words: string[];
  tokens: number;
}

/** Appends the places of a sentence's words; returns its rows. */
function placeWords(
  text: SpokenText,
  { firstWord, endWord }: Sentence,
  firstRow: number,
  places: WordPlace[],
): Row[] {
  const rows: Row[] = [{ words: [], tokens: 0 }];
  const said = text.words.slice(firstWord, endWord).map((word) => word.text);
  const read = isGlossed(text.language) ? glossWords(said, text.language) : said;
  for (const word of read) {
    const count = Math.min(SENTENCE_TOKENS, splitTokens(word).length);
    if ((rows.at(-1)?.tokens ?? 0) + count > SENTENCE_TOKENS) rows.push({ words: [], tokens: 0 });
    const row = rows.at(-1) as Row;
    places.push({ row: firstRow + rows.length - 1, from: row.tokens, to: row.tokens + count });
    row.words.push(word);
    row.tokens += count;
  }
  return rows;
}

/** All words of a clip. */
export function titleRows(text: SpokenText): TitleRows {
  const places: WordPlace[] = [];
  const sentences: JudgedSentence[] = [];
  for (const sentence of text.sentences) {
    const rows = placeWords(text, sentence, sentences.length, places);
    const read = rows.map(({ words }, at) => ({
      text: words.filter((word) => word !== "").join(" "),
      startsTurn: at === 0 ? sentence.startsTurn : 0,
      gapBeforeS: 0,
      durationS: 0,
    }));
    sentences.push(...read);
  }
  const { isPunctuated, language } = text;
  return { text: { sentences, isPunctuated, isGlossed: isGlossed(language) }, places };
}
