// Marks and capitals for English text that has none, as some speech models and automatic subtitles write it: captions are
// read more easily with them, and sentences, titles and moments are told by them. It only adds: without a model, where the
// text is not English or has marks, and where the model fails, the words stay as they are.
import { replaceWords, splitWords } from "../../../shared/captions/spread-words.ts";
import { MARKING_LIMITS } from "../../../shared/limits/sensing.ts";
import { wordsOfCue } from "../../captions/cue-words.ts";
import type { OptionalModel } from "../../models/optional-model.ts";
import type { Cue } from "../../signal/cues.ts";
import type { SpokenWord } from "../../signal/spoken-word.ts";
import { defineTask } from "../../threads/define-task.ts";
import { runOptional } from "../../threads/run-optional.ts";
import { isEnglish } from "../sentences/judge-sentences.ts";
import { hasStops } from "../sentences/sentences.ts";
import type { MarkWordsCall } from "./mark-words.worker.ts";

const MARK_WORDS = defineTask<MarkWordsCall, readonly string[]>(
  new URL("./mark-words.worker.ts", import.meta.url),
  "model",
  { copies: 1 },
);

/**
 * The words of a text, in their order, with the marks that it lacks.
 * @throws NodeLack; the signal's reason on abort
 */
export async function markWords<W extends SpokenWord>(
  input: OptionalModel | null,
  words: readonly W[],
): Promise<readonly W[]> {
  return input === null || !isEnglish(words) ? words : await markEnglish(input, words);
}

/** As `markWords`, where the language is known. */
async function markEnglish<W extends SpokenWord>(
  input: OptionalModel,
  words: readonly W[],
): Promise<readonly W[]> {
  if (words.length > MARKING_LIMITS.words || hasStops(words)) return words;
  const { bundle, threads } = input;
  const text = {
    texts: words.map((word) => word.text),
    startsS: Float64Array.from(words, ({ startS }) => startS),
    endsS: Float64Array.from(words, ({ endS }) => endS),
    turns: Uint8Array.from(words, ({ startsTurn }) => Number(startsTurn === true)),
  };
  const marked = await runOptional(MARK_WORDS, { bundle, threads, text }, input);
  if (marked === null) return words;
  return words.map((word, index) => {
    const written = marked[index] ?? word.text;
    return written === word.text ? word : { ...word, text: written };
  });
}

/**
 * A cue's text with other words; its own where they would be split into others than it has, as a mark can have it behind what
 * is glued to a word of a script without spaces: turns are told by the numbers of words.
 */
function withWords(text: string, words: readonly string[]): string {
  const written = replaceWords(text, words);
  return splitWords(written).length === words.length ? written : text;
}

/**
 * Subtitles with the marks that their text lacks.
 * @throws as `markWords`
 */
export async function markCues(input: OptionalModel | null, cues: readonly Cue[]): Promise<readonly Cue[]> {
  // A dictionary tells the words of some scripts, which takes seconds of long talks: not where none of them gets a mark.
  if (input === null || !isEnglish(cues)) return cues;
  const words = cues.flatMap(wordsOfCue);
  const marked = await markEnglish(input, words);
  if (marked === words) return cues;
  let next = 0;
  return cues.map((cue) => {
    const from = next;
    next += splitWords(cue.text).length;
    const texts = marked.slice(from, next).map(({ text }) => text);
    return { ...cue, text: withWords(cue.text, texts) };
  });
}
