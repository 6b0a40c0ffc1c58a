// What a small model of text says of every sentence of a source: how likely an editor is to post it, and where a thought
// begins and ends; and of a clip's words for its title. It only adds to what is measured otherwise: without it, where the
// text is neither English nor told in English by a gloss, and where it fails, moments are chosen all the same.
import { unspacedWords } from "../../../shared/captions/unspaced-words.ts";
import { JUDGING_LIMITS } from "../../../shared/limits/sensing.ts";
import type { OptionalModel } from "../../models/optional-model.ts";
import { defineTask, type TaskDefinition } from "../../threads/define-task.ts";
import { runOptional } from "../../threads/run-optional.ts";
import type { JudgeSentencesCall } from "./judge-sentences.worker.ts";
import type { JudgedText, SentenceJudgements } from "./sentence-judgements.ts";

const WORKER = new URL("./judge-sentences.worker.ts", import.meta.url);
export const JUDGE_SENTENCES = defineTask<JudgeSentencesCall, SentenceJudgements>(WORKER, "model", {
  copies: 1,
});
/** In the same thread, by the same model. */
export const RATE_TITLES = defineTask<JudgeSentencesCall, Float32Array | null>(WORKER, "model", {
  copies: 1,
});

/**
 * Words that are common in English and in no other language that is written with these letters: "is", "of", "have" and
 * "was" are Dutch or German too, "to" is Polish, "are" Romanian.
 */
const ENGLISH_ONLY = new Set("the and that you this with they what from".split(" "));
/** In 259 conversations in English, 12 to 18 % of the words are such words (2026-11). */
const MIN_SHARE = 0.05;

/** Stretches of a long text, evenly from its beginning to its end: subtitles may have two languages in turns. */
function sampleOf<T>(sentences: readonly T[]): readonly T[] {
  const { languageSentences, languageStretches } = JUDGING_LIMITS;
  if (sentences.length <= languageSentences) return sentences;
  const length = languageSentences / languageStretches;
  const step = (sentences.length - length) / (languageStretches - 1);
  const starts = Array.from({ length: languageStretches }, (_, index) => Math.round(index * step));
  return starts.flatMap((from) => sentences.slice(from, from + length));
}

/**
 * Whether sentences are English, told by their words: what files and recognizers say of languages is often missing or
 * wrong. False of none at all. Of a long text some are read, since the node's main thread waits meanwhile.
 */
export function isEnglish(sentences: readonly { readonly text: string }[]): boolean {
  const parts = sampleOf(sentences).flatMap(({ text }) => text.toLowerCase().match(/\p{L}+/gu) ?? []);
  const english = parts
    .filter((part) => /[a-z]/.test(part))
    .flatMap(unspacedWords)
    .filter((word) => ENGLISH_ONLY.has(word)).length;
  const isEnoughOf = (count: number): boolean => english > 0 && english >= MIN_SHARE * count;
  // A dictionary tells words of scripts without spaces, which takes seconds of long talks: only where it can matter.
  return isEnoughOf(parts.length) && isEnoughOf(parts.flatMap(unspacedWords).length);
}

/** What the model says of a text that it can read; null where there is no model, where it fails, and of other texts. */
async function ask<Answer>(
  task: TaskDefinition<JudgeSentencesCall, Answer>,
  wants: JudgeSentencesCall["wants"],
  input: OptionalModel | null,
  text: JudgedText,
): Promise<Answer | null> {
  const isRead = text.isGlossed || isEnglish(text.sentences);
  if (input === null || text.sentences.length > JUDGING_LIMITS.sentences || !isRead) return null;
  const { bundle, threads } = input;
  return runOptional(task, { bundle, threads, wants, ...text }, input);
}

/**
 * Judges all sentences of a source, in order; null where there is no model, where it fails, and where the text is neither
 * English nor told in it, or is beyond JUDGING_LIMITS.
 * @throws NodeLack; the signal's reason on abort
 */
export function judgeSentences(
  input: OptionalModel | null,
  text: JudgedText,
): Promise<SentenceJudgements | null> {
  return ask(JUDGE_SENTENCES, "judgements", input, text);
}

/**
 * What the words of a clip are worth in its title, by its rows (see title-ratings); null as for `judgeSentences`, and where
 * the model does not rate titles.
 * @throws NodeLack; the signal's reason on abort
 */
export function rateTitles(input: OptionalModel | null, rows: JudgedText): Promise<Float32Array | null> {
  return ask(RATE_TITLES, "titles", input, rows);
}
