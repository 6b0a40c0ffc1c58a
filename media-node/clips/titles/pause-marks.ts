// Where text without marks has no other title, a pause within a sentence may end a clause, or begin one. Most such pauses
// part what belongs together, so of what they part off only plain clauses are taken.
import type { SpokenText } from "../sentences/sentences.ts";
import { isPronoun, isSingularVerb } from "./clause-words.ts";
import type { Clause } from "./title-clauses.ts";
import type { Utterance } from "./title-tokens.ts";

const MIN_PAUSE_S = 0.2;
/** Shorter clauses are mostly the rest of another. */
const MIN_WORDS = 5;

/** An utterance with a stop at each pause that has no mark. */
export function addPauseMarks({ words }: SpokenText, utterance: Utterance): Utterance {
  const tokens = utterance.tokens.map((token, at) => {
    const next = words[utterance.tokens[at + 1]?.word ?? -1];
    const pauseS = (next?.startS ?? 0) - (words[token.word]?.endS ?? 0);
    return token.mark === "" && pauseS >= MIN_PAUSE_S ? { ...token, mark: "." as const } : token;
  });
  return { ...utterance, tokens };
}

/** Whether a clause is long enough to be one, begins with its subject and has no second one. */
export function isPlainClause({ tokens }: Clause): boolean {
  const [first, ...others] = tokens;
  const hasSecond = others.some(
    ({ key }) => isPronoun(key) && !/^(?:it|you|there|people|\p{L}+(?:one|body|thing))$/u.test(key),
  );
  return tokens.length >= MIN_WORDS && !isSingularVerb(first?.key ?? "") && !hasSecond;
}
