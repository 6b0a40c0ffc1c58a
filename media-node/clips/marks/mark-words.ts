// Marks and capitals for English text that has none, as some speech models and automatic subtitles write it: captions are
// read more easily with them, and sentences, titles and moments are told by them. It only adds: without a model, where the
// text is not English or has marks, and where the model fails, the words stay as they are.
import { replaceWords, splitWords } from "../../../shared/captions/spread-words.ts";
import { MARKING_LIMITS } from "../../../shared/limits/sensing.ts";
import { wordsOfCue } from "../../captions/cue-words.ts";
import type { ModelBundle } from "../../models/model-bundle.ts";
import type { Cue } from "../../signal/cues.ts";
import type { SpokenWord } from "../../signal/spoken-word.ts";
import { defineTask } from "../../threads/define-task.ts";
import { type OptionalRun, runOptional } from "../../threads/run-optional.ts";
import { isEnglish } from "../sentences/judge-sentences.ts";
import { hasStops } from "../sentences/sentences.ts";
import type { MarkWordsCall } from "./mark-words.worker.ts";
import { areSpoken } from "./spoken-words.ts";
import { writeMarks } from "./write-marks.ts";

export const MARK_WORDS = defineTask<MarkWordsCall, Float32Array>(
  new URL("./mark-words.worker.ts", import.meta.url),
  "model",
  { copies: 1 },
);

/** A network of marks that reads English; where it fails, the words stay as they are. */
export interface MarkingInput extends OptionalRun {
  readonly bundle: ModelBundle;
  /** Threads of one operator on the CPU. */
  readonly threads: number;
}

/** The words that are said. Who begins with a note has the turn in what is said behind it. */
function spokenOf<W extends SpokenWord>(words: readonly W[], isSpoken: readonly boolean[]): W[] {
  let isTurn = false;
  return words.flatMap((word, index) => {
    isTurn ||= word.startsTurn === true;
    if (isSpoken[index] !== true) return [];
    const spoken = isTurn ? { ...word, startsTurn: true } : word;
    isTurn = false;
    return [spoken];
  });
}

/**
 * The words of a text, in their order, with the marks that it lacks.
 * @throws NodeLack; the signal's reason on abort
 */
export async function markWords<W extends SpokenWord>(
  input: MarkingInput | null,
  words: readonly W[],
): Promise<readonly W[]> {
  if (input === null || words.length > MARKING_LIMITS.words) return words;
  if (hasStops(words) || !isEnglish(words)) return words;
  const { bundle, threads } = input;
  const isSpoken = areSpoken(words.map(({ text }) => text));
  const spoken = spokenOf(words, isSpoken);
  const texts = spoken.map(({ text }) => text);
  const said = await runOptional(MARK_WORDS, { bundle, threads, texts }, input);
  if (said === null) return words;
  const marked = writeMarks(spoken, said).values();
  return words.map((word, index) => {
    const text = isSpoken[index] === true ? marked.next().value?.text : undefined;
    return text === undefined || text === word.text ? word : { ...word, text };
  });
}

/**
 * Subtitles with the marks that their text lacks.
 * @throws as `markWords`
 */
export async function markCues(input: MarkingInput | null, cues: readonly Cue[]): Promise<readonly Cue[]> {
  const words = cues.flatMap(wordsOfCue);
  const marked = await markWords(input, words);
  if (marked === words) return cues;
  let next = 0;
  return cues.map((cue) => {
    const from = next;
    next += splitWords(cue.text).length;
    return {
      ...cue,
      text: replaceWords(
        cue.text,
        marked.slice(from, next).map(({ text }) => text),
      ),
    };
  });
}
