// What a small model of text says of every sentence of a source: how gladly an editor would post it, and where a thought
// begins and ends. It only adds to what is measured otherwise: without it, where the text is not English, and where it
// fails, moments are chosen all the same.
import { unspacedWords } from "../../../shared/captions/unspaced-words.ts";
import { JUDGING_LIMITS } from "../../../shared/limits/sensing.ts";
import { throwNodeLack } from "../../../shared/node-lack.ts";
import type { ModelBundle } from "../../models/model-bundle.ts";
import { defineTask } from "../../threads/define-task.ts";
import { runInThread } from "../../threads/run-in-thread.ts";
import type { JudgeSentencesCall } from "./judge-sentences.worker.ts";
import type { JudgedSentence, SentenceJudgements } from "./sentence-judgements.ts";

export const JUDGE_SENTENCES = defineTask<JudgeSentencesCall, SentenceJudgements>(
  new URL("./judge-sentences.worker.ts", import.meta.url),
  "model",
  { copies: 1 },
);

export interface JudgingInput {
  /** Of a model that reads English. */
  readonly bundle: ModelBundle;
  /** Threads of one operator on the CPU. */
  readonly threads: number;
  readonly signal: AbortSignal;
  /** Told why it failed; the sentences stay without judgements then. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Words that are common in English and in no other language that is written with these letters: "is", "of", "have" and
 * "was" are Dutch or German too, "to" is Polish, "are" Romanian.
 */
const ENGLISH_ONLY = new Set("the and that you this with they what from".split(" "));
/** In 259 conversations in English, 12 to 18 % of the words are such words (2026-11). */
const MIN_SHARE = 0.05;

/**
 * Whether sentences are English, told by their words: what files and recognisers say of languages is often missing or
 * wrong. False of none at all.
 */
export function isEnglish(sentences: readonly { readonly text: string }[]): boolean {
  const words = sentences.flatMap(({ text }) =>
    (text.toLowerCase().match(/\p{L}+/gu) ?? []).flatMap(unspacedWords),
  );
  const english = words.filter((word) => ENGLISH_ONLY.has(word)).length;
  return english > 0 && english >= MIN_SHARE * words.length;
}

/**
 * Judges all sentences of a source, in order; null where there is no model, where it fails, and where the text is not
 * English or is beyond JUDGING_LIMITS.
 * @throws NodeLack; the signal's reason on abort
 */
export async function judgeSentences(
  input: JudgingInput | null,
  sentences: readonly JudgedSentence[],
  isPunctuated: boolean,
): Promise<SentenceJudgements | null> {
  if (input === null || sentences.length > JUDGING_LIMITS.sentences || !isEnglish(sentences)) return null;
  const { bundle, threads, signal, onFailure } = input;
  try {
    const call = { bundle, threads, sentences, isPunctuated };
    return await runInThread(JUDGE_SENTENCES, call, { signal });
  } catch (error) {
    signal.throwIfAborted();
    // What this machine lacks is no failure of the model: another try, or another node, has it.
    throwNodeLack(error);
    onFailure(error);
    return null;
  }
}
