// A gloss: what words of a language are in English, by their forms and by their stems. Its table has rows such as
// "find:finden,fand,gefunden": English words, then forms of the other language, spaces within both written as "_". Regular
// forms are found by the stem. What says nothing stands behind "-".

/** Shorter words are looked up as they are, in letters. */
const MIN_STEMMED_LETTERS = 4;

export interface Gloss {
  /** English by a word, or by up to MAX_PHRASE_WORDS words with a space between them. */
  readonly byForm: ReadonlyMap<string, string>;
  readonly byStem: ReadonlyMap<string, string>;
  readonly stemOf: (key: string) => string;
  readonly minStemmedLetters: number;
  /** Of the longest form. */
  readonly maxLetters: number;
}

export const MAX_PHRASE_WORDS = 4;

const NOTHING = "-";

function mayBeStemmed(form: string, minLetters: number): boolean {
  return form.length >= minLetters && !form.includes(" ");
}

/** Of forms and stems that stand twice the first row counts: rows of frequent words stand first. */
export function readGloss(
  table: string,
  stemOf: (key: string) => string,
  minStemmedLetters = MIN_STEMMED_LETTERS,
): Gloss {
  const byForm = new Map<string, string>();
  const byStem = new Map<string, string>();
  for (const row of table.trim().split(/\s+/)) {
    const [words = "", forms = ""] = row.replaceAll("_", " ").split(":");
    const english = words === NOTHING ? "" : words;
    for (const form of forms.split(",")) {
      if (!byForm.has(form)) byForm.set(form, english);
      if (mayBeStemmed(form, minStemmedLetters) && !byStem.has(stemOf(form)))
        byStem.set(stemOf(form), english);
    }
  }
  const maxLetters = [...byForm.keys()].reduce((most, { length }) => Math.max(most, length), 0);
  return { byForm, byStem, stemOf, minStemmedLetters, maxLetters };
}

/** The English of a word by its key; undefined where the gloss lacks it. */
export function englishOf(gloss: Gloss, key: string): string | undefined {
  const { byForm, byStem, stemOf, minStemmedLetters } = gloss;
  return byForm.get(key) ?? (mayBeStemmed(key, minStemmedLetters) ? byStem.get(stemOf(key)) : undefined);
}

/**
 * The English of the longest word that the gloss has from a place in a text on, of so many letters at least, and how long it
 * is; undefined where it has none.
 */
export function longestKnown(
  { byForm, maxLetters }: Gloss,
  text: string,
  from: number,
  minLetters = 1,
): { readonly english: string; readonly length: number } | undefined {
  for (let length = Math.min(maxLetters, text.length - from); length >= minLetters; length -= 1) {
    const english = byForm.get(text.slice(from, from + length));
    if (english !== undefined) return { english, length };
  }
  return undefined;
}
