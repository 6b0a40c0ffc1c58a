// Marks at the end of sentences and of clauses, in all scripts that speech is recognized in. Thai and Lao have none: what
// looks like one there (ฯ, ຯ) abbreviates a word.

/** Quotation marks and brackets that may follow such a mark; “ closes in German what „ opens. */
const CLOSERS = `["'”“’‘»)\\]」』）》〉】]*`;
export const FULL_STOPS = ".۔。｡।॥။៕។";
export const QUESTION_MARKS = "?？؟";
/** Greek asks with a semicolon, which has a sign of its own as well; accents may be characters of their own. */
export const GREEK_QUESTION = "[;\u037E](?<=\\p{Script=Greek}\\p{M}*.)";
export const ASKS = new RegExp(`[${QUESTION_MARKS}]|${GREEK_QUESTION}`, "u");
export const EXCLAMATION_MARKS = "!！";
export const COMMAS = ",،、，၊";
export const COLONS = ";:；：؛";

export const ENDS_SENTENCE = new RegExp(
  `(?:[${FULL_STOPS}${QUESTION_MARKS}${EXCLAMATION_MARKS}…]|${GREEK_QUESTION})${CLOSERS}$`,
  "u",
);
export const ENDS_CLAUSE = new RegExp(`[${COMMAS}${COLONS}–—]${CLOSERS}$`, "u");
