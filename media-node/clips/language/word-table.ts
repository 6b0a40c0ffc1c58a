// What a table of a language's words has (see language-words).

export interface WordTable {
  /** Words that only join others and carry no content; by these a language is told. */
  readonly stop: string;
  /** Name things, but no subject: "day", "half", "people". */
  readonly general: string;
  /**
   * Words by which beginnings and ends are judged, under an English one that says the same there. What may end a clause
   * ("nicht", "an", "muito") stands under none after which a sentence goes on (sentence-pauses), or under none at all.
   * Two words that say it together stand as one: "así_que".
   */
  readonly signs: Readonly<Partial<Record<SignWord, string>>>;
  /** Sounds of who looks for words. */
  readonly hesitations: string;
  /** Right before a word these say that it names a thing. */
  readonly determiners: string;
  /** Those of them that are pronouns before a verb as well: "la casa", "la veo". */
  readonly pronounArticles: string;
  /** What a question mark stands behind that asks nothing, in what is said behind the last mark: "…, oder?", "… ¿no?". */
  readonly tags: RegExp;
  /** What a quotation can do without at its beginning, a comma or not, if it has the same sense without ("or" has not). */
  readonly joining: RegExp;
  /** What it can do without where a comma follows. */
  readonly leadIns: RegExp;
  /** Welcomes, goodbyes, requests to subscribe. */
  readonly housekeeping: RegExp;
}

export type SignWord =
  | ("and" | "but" | "or" | "so" | "because" | "cause" | "also")
  | ("yeah" | "no" | "right" | "exactly" | "okay" | "well")
  | ("he" | "this" | "that's" | "the" | "one" | "of" | "in" | "which" | "what" | "there");
