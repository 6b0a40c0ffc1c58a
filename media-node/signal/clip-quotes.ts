// What is quoted of a clip: its hook, the sentence with which it opens, and sentences that a reason names. A quotation is
// complete: a sentence that is too long is quoted by a whole clause of it, or not at all.
import { isRealQuestion } from "./questions.ts";
import { readableWords } from "./readable-text.ts";
import type { SpokenText } from "./sentences.ts";
import { findClauses } from "./title-clauses.ts";
import { readUtterances, renderTokens, type Utterance, utteranceFrom } from "./title-tokens.ts";

/** Fewer words are an interjection: the clip opens with what comes after them. */
const MIN_HOOK_WORDS = 4;
/** Among so many sentences at its beginning the hook is looked for: what comes later no longer opens the clip. */
const HOOK_SENTENCES = 2;

function readUtterance(text: SpokenText, { firstSentence, endSentence }: Utterance): string {
  const first = text.sentences[firstSentence];
  const last = text.sentences[endSentence - 1];
  return readableWords(text, first?.firstWord ?? 0, last?.endWord ?? 0, last?.isQuestion);
}

/** The opening sentence of a clip as a quotation, without an interjection before it; empty where nothing is said. */
export function findHook(text: SpokenText): string {
  const opening = readUtterances(text).slice(0, HOOK_SENTENCES);
  const isSentence = ({ tokens }: Utterance): boolean => tokens.length >= MIN_HOOK_WORDS;
  const hook = opening.find(isSentence) ?? opening[0];
  return hook === undefined ? "" : readUtterance(text, hook);
}

/** A sentence as it is quoted in at most so many characters; null where nothing whole of it is short enough. */
export function quoteSentence(text: SpokenText, sentence: number, maxLength: number): string | null {
  const utterance = utteranceFrom(text, sentence);
  const whole = readUtterance(text, utterance);
  if (whole.length <= maxLength && utterance.hasStart && utterance.hasEnd) return whole;
  const asks = isRealQuestion(text, utterance.endSentence - 1);
  const clauses = findClauses(utterance, asks)
    .filter(({ form }) => asks === (form === "question"))
    .map(({ tokens }) => renderTokens(tokens, asks))
    .filter((clause) => clause.length <= maxLength);
  return clauses.reduce<string | null>(
    (best, clause) => (clause.length > (best?.length ?? 0) ? clause : best),
    null,
  );
}
