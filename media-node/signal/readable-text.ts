// Words as people read them: a sentence for a quotation, and one shortened to a title. Where the recogniser gives no
// capital letters and no marks, they get a first capital and "I"; where it gives them, its own stay. A title is never
// cut inside a word, and where it can be, it ends where a clause does.
import { isUnfinished, type Sentence, type SpokenText, textBetween } from "./sentences.ts";

export const LONGEST_TITLE = 70;
const SHORTEST_CLAUSE = 24;
const LEAST_CLAUSE_WORDS = 5;

/** What a title can do without at its beginning. */
const LEADING = /^(?:and|so|but|well|okay|ok|now|then|because|also|yeah|yes|oh|um|uh|erm|like)\b[,.…]*\s+/i;
const HESITATION = /(?:^|\s),?(?:um|uh|erm|uhm)\b,?(?=\s|$)/gi;
/** Words with which a new clause begins. */
const CLAUSE_STARTERS = /^(?:and|but|because|which|while|although|though|so|or)$/i;
/** A beginning with one of these is only half a thought when its comma comes. */
const SUBORDINATE =
  /^(?:when|if|after|before|while|although|though|since|because|as|once|until|in|with|at|on|for|by|from|during|to)\b/i;

function capitalized(text: string): string {
  return text.replace(/\p{L}/u, (letter) => letter.toUpperCase());
}

function hasNoCase(text: string): boolean {
  return text === text.toLowerCase();
}

/** Gives text without any capital letter a first one, and "I". */
export function sentenceCase(text: string): string {
  if (!hasNoCase(text)) return text;
  return capitalized(text.replaceAll(/\bi\b(?=$|\s|['’])/g, "I"));
}

/** A sentence as it is quoted; one without marks gets the question mark that it lacks. */
export function readableSentence(text: SpokenText, { firstWord, endWord, isQuestion }: Sentence): string {
  const plain = sentenceCase(textBetween(text, firstWord, endWord));
  return isQuestion && !text.isPunctuated ? `${plain}?` : plain;
}

interface Cut {
  readonly text: string;
  readonly isWhole: boolean;
}

/** The longest beginning that ends with a clause, if there is one worth reading. */
function atClause(words: readonly string[]): string | undefined {
  if (SUBORDINATE.test(words[0] ?? "")) return undefined;
  let best: string | undefined;
  for (let count = LEAST_CLAUSE_WORDS; count < words.length; count += 1) {
    const text = words.slice(0, count).join(" ");
    if (text.length > LONGEST_TITLE) break;
    const last = words[count - 1] ?? "";
    const endsClause = /[,;:–—]$/.test(last) || CLAUSE_STARTERS.test(words[count] ?? "");
    const isHanging = isUnfinished(last.toLowerCase().replaceAll(/[^\p{L}']/gu, ""));
    if (endsClause && !isHanging && text.length >= SHORTEST_CLAUSE) best = text;
  }
  return best;
}

/** As many whole words as fit, not ending with one that asks for another. */
function atWord(words: readonly string[]): string {
  let count = words.length;
  const fits = (): boolean => words.slice(0, count).join(" ").length < LONGEST_TITLE;
  while (count > 1 && !fits()) count -= 1;
  while (count > LEAST_CLAUSE_WORDS && isUnfinished((words[count - 1] ?? "").toLowerCase())) count -= 1;
  const text = words.slice(0, count).join(" ");
  // One word alone may be too long; then, and only then, it is cut.
  return text.length < LONGEST_TITLE ? text : [...text].slice(0, LONGEST_TITLE - 1).join("");
}

function shorten(text: string): Cut {
  if (text.length <= LONGEST_TITLE) return { text, isWhole: true };
  const words = text.split(/\s+/);
  const clause = atClause(words);
  return clause === undefined ? { text: atWord(words), isWhole: false } : { text: clause, isWhole: true };
}

/** Without a full stop or comma at its end; questions and exclamations keep theirs. */
function withoutStop(text: string): string {
  return text.replace(/[\s,;:–—-]+$/u, "").replace(/(?<=[^.])[.…]$/u, "");
}

/** A sentence as a title of at most 70 characters. */
export function titleOf(sentence: string): string {
  let text = sentence.replaceAll(HESITATION, " ").replaceAll(/\s+/g, " ").trim();
  while (LEADING.test(text)) text = text.replace(LEADING, "");
  const { text: short, isWhole } = shorten(withoutStop(text));
  const title = sentenceCase(capitalized(withoutStop(short)));
  return isWhole ? title : `${title}…`;
}
