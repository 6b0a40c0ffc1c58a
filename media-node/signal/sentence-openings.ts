// How well a sentence serves as the first or the last one of a clip, from its words: whether it leans on something that
// was said before ("and so he", "because of that"), and whether something must follow it.
import { isUnfinished, type Sentence, type SpokenText } from "./sentences.ts";
import { WORD } from "./text-lexicon.ts";

/** Lines of a weight and the words that have it. */
function weighed(lines: Readonly<Record<string, string>>): ReadonlyMap<string, number> {
  return new Map(
    Object.entries(lines).flatMap(([weight, words]) =>
      words.split(" ").map((word) => [word, Number(weight)]),
    ),
  );
}

/** How much an opening word leans on what came before, 0 to 1. */
const CONNECTIVES = weighed({
  "0.9": "therefore thus hence which otherwise likewise consequently exactly",
  "0.8": "or besides furthermore moreover yes yeah",
  "0.7": "because also instead though absolutely",
  "0.6": "and plus however right",
  "0.5": "then but meanwhile anyway no not that's",
  "0.4": "still",
  "0.3": "so",
  "0.2": "who",
});
/** Pronouns that need someone or something named before. */
const REFERRING = weighed({
  "0.6": "he she him them his he's she's",
  "0.5": "they her their they're they've",
  "0.4": "these those",
  "0.35": "it that",
  "0.25": "it's",
  "0.2": "this",
});
const BACKWARD =
  /^(?:and |but |so )?(?:because of (?:that|this|it)|as i (?:said|mentioned)|like i said|after that|before that|that is why|that's why|in that case|for that reason|the same (?:thing|goes)|on the other hand|the other one|the second one)\b/;
const PRONOUN_REACH = 6;
/** After this much silence something new begins, whatever its first word. */
const NEW_TOPIC_GAP_S = 2;

function leansOn(text: SpokenText, sentence: Sentence): number {
  const { keys, flags } = text;
  const { firstWord, endWord } = sentence;
  const opening = keys.slice(firstWord, Math.min(endWord, firstWord + 7)).join(" ");
  if (BACKWARD.test(opening)) return 1;
  let leans = CONNECTIVES.get(keys[firstWord] ?? "") ?? 0;
  // "But what if", "and why does": a question may begin like that.
  if (leans > 0 && sentence.isQuestion) leans *= 0.5;
  for (let index = firstWord; index < Math.min(endWord, firstWord + PRONOUN_REACH); index += 1) {
    const refers = REFERRING.get(keys[index] ?? "");
    if (refers !== undefined) return Math.min(1, leans + refers);
    // Something is named before any pronoun comes.
    if (((flags[index] ?? 0) & WORD.stop) === 0) break;
  }
  return leans;
}

/** How well a clip can begin with this sentence, 0 to 1. */
export function openingQuality(text: SpokenText, index: number): number {
  const sentence = text.sentences[index];
  if (sentence === undefined) return 0.4;
  const before = text.sentences[index - 1];
  const isFresh = sentence.gapBeforeS >= NEW_TOPIC_GAP_S;
  const isAnswer = before?.isQuestion === true && !isFresh;
  const isCutOff = before?.endsAs === "length" && !isFresh;
  if (isCutOff) return 0.1;
  const leans = leansOn(text, sentence) * (isFresh ? 0.6 : 1);
  return Math.max(0, 1 - leans - (isAnswer ? 0.45 : 0));
}

/** How well a clip can end with this sentence, 0 to 1. */
export function closingQuality(text: SpokenText, index: number): number {
  const sentence = text.sentences[index];
  if (sentence === undefined) return 0.4;
  const next = text.sentences[index + 1];
  if (!sentence.isWhole || isUnfinished(text.keys[sentence.endWord - 1] ?? "")) return 0.1;
  if (sentence.isQuestion && next !== undefined && next.gapBeforeS < NEW_TOPIC_GAP_S) return 0.15;
  // Without marks, a sentence is known by its pause alone, and a short one proves little.
  return text.isPunctuated ? 1 : Math.min(1, 0.7 + 0.5 * (next?.gapBeforeS ?? 1));
}

/** Whether the answer to this question follows at once: then the two belong into one clip. */
export function isAnsweredNext(text: SpokenText, index: number): boolean {
  const next = text.sentences[index + 1];
  return (
    text.sentences[index]?.isQuestion === true && next !== undefined && next.gapBeforeS < NEW_TOPIC_GAP_S
  );
}
