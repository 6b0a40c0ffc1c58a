// What is told of what a prompt wants left out where clips say it all the same: as many come as are asked for, and where
// all that is said is about it, nothing else is there to be cut. That it is said is all that is claimed: a sentence must
// have all words of the subject.
import { wordKey } from "../../senses/meaning/text-lexicon.ts";
import type { Span } from "../../signal/span.ts";
import type { SpokenWord } from "../../signal/spoken-word.ts";
import { languageOfWords } from "../language/speech-language.ts";
import { splitSentences, textBetween } from "../sentences/sentences.ts";
import { asSaidIn } from "./said-subject.ts";
import { avoidedTopicsOf, stemsIn } from "./wish-relevance.ts";

/** Subjects that are named; of more the first ones. */
const MAX_NAMED = 3;

/** "3 of the 8 clips still mention “bees”, which was to be left out."; null where none does, or nothing was to be left out. */
export function avoidedNotice(
  clips: readonly Span[],
  words: readonly SpokenWord[],
  prompt: string | null,
): string | null {
  const topics = avoidedTopicsOf(prompt);
  if (topics.length === 0 || words.length === 0) return null;
  const language = languageOfWords(words);
  const keys = words.map(({ text }) => wordKey(text));
  const asSaid = asSaidIn(keys, language);
  const said = clips.map(({ startS, endS }) => {
    const text = splitSentences(words.filter((word) => word.startS < endS && word.endS > startS));
    return text.sentences.map(({ firstWord, endWord }) =>
      stemsIn(textBetween(text, firstWord, endWord), language),
    );
  });
  const saying = topics.map((topic) => {
    const stems = [...stemsIn(asSaid(topic), language)];
    return said.map((sentences) => sentences.some((each) => stems.every((stem) => each.has(stem))));
  });
  const count = clips.filter((_, clip) => saying.some((clipsSaying) => clipsSaying[clip])).length;
  if (count === 0) return null;
  const named = topics.filter((_, at) => saying[at]?.includes(true)).slice(0, MAX_NAMED);
  const those = clips.length === 1 ? "The clip" : `${count} of the ${clips.length} clips`;
  const mention = count === 1 ? "mentions" : "mention";
  const were = named.length === 1 ? "was" : "were";
  const quoted = named.map((topic) => `“${topic}”`).join(", ");
  return `${those} still ${mention} ${quoted}, which ${were} to be left out.`;
}
