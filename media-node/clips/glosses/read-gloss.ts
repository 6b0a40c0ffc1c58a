// A gloss: what words of a language are in English, by their forms and by their stems. Its table has rows such as
// "find:finden,fand,gefunden": English words, then forms of the other language, spaces within both written as "_". Regular
// forms are found by the stem.

/** Shorter words are looked up as they are. */
const MIN_STEMMED_LETTERS = 4;

export interface Gloss {
  /** English by a word, or by up to MAX_PHRASE_WORDS words with a space between them. */
  readonly byForm: ReadonlyMap<string, string>;
  readonly byStem: ReadonlyMap<string, string>;
  readonly stemOf: (key: string) => string;
}

export const MAX_PHRASE_WORDS = 4;

function mayBeStemmed(form: string): boolean {
  return form.length >= MIN_STEMMED_LETTERS && !form.includes(" ");
}

/** Of forms and stems that stand twice the first row counts: rows of frequent words stand first. */
export function readGloss(table: string, stemOf: (key: string) => string): Gloss {
  const byForm = new Map<string, string>();
  const byStem = new Map<string, string>();
  for (const row of table.trim().split(/\s+/)) {
    const [english = "", forms = ""] = row.replaceAll("_", " ").split(":");
    for (const form of forms.split(",")) {
      if (!byForm.has(form)) byForm.set(form, english);
      if (mayBeStemmed(form) && !byStem.has(stemOf(form))) byStem.set(stemOf(form), english);
    }
  }
  return { byForm, byStem, stemOf };
}

/** The English of a word by its key; undefined where the gloss lacks it. */
export function englishOf({ byForm, byStem, stemOf }: Gloss, key: string): string | undefined {
  return byForm.get(key) ?? (mayBeStemmed(key) ? byStem.get(stemOf(key)) : undefined);
}
