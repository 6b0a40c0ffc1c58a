// Has moments chosen in a thread. Of twelve hours that is a minute of work on a busy machine, some of it in steps of
// seconds, and leases are renewed in the node's main thread: what only reads and computes has no business there. Words
// cross as they are: to hand over 313,000 takes the main thread 0.22 to 0.28 s, and as columns 0.15 to 0.29 (2026-11).
// Models stay where they are: each in a thread of its own that all runs share, and what it says is asked for by way of the
// main thread. A thread that opened them itself was rejected: each would be loaded twice, as titles ask the judge as well.
import type { MeaningComparer } from "../senses/meaning/meaning-similarity.ts";
import { defineTask } from "../threads/define-task.ts";
import { runInThread } from "../threads/run-in-thread.ts";
import type { ChooseMomentsCall, MomentQuestion } from "./choose-moments.worker.ts";
import type { Moment } from "./explain-moments.ts";
import type { JudgedText, SentenceJudgements } from "./sentences/sentence-judgements.ts";
import type { ScoreFeatures, ViralityScores } from "./virality/score-virality.ts";

export const CHOOSE_MOMENTS = defineTask<ChooseMomentsCall, Moment[]>(
  new URL("./choose-moments.worker.ts", import.meta.url),
  "text",
);

/** Whom the choice asks. */
export interface MomentModels {
  readonly scoreFeatures: ScoreFeatures;
  /** Null where there is no judge that reads this text. */
  readonly judgeText: (text: JudgedText) => Promise<SentenceJudgements | null>;
  /** Null where no sentence encoder is installed. */
  readonly compareMeaning: MeaningComparer | null;
}

/** Has a model answer a question of the thread. */
function answerBy(
  models: MomentModels,
  question: MomentQuestion,
): Promise<ViralityScores | SentenceJudgements | Float32Array | null> {
  switch (question.type) {
    case "score":
      return models.scoreFeatures(question.features, { explain: question.explain });
    case "judge":
      return models.judgeText(question.text);
    case "compare":
      return models.compareMeaning?.(question.query, question.sentences) ?? Promise.resolve(null);
  }
}

/**
 * The best moments, as `findMoments` gives them.
 * @throws AppError NO_MOMENTS_FOUND, MODEL_UNAVAILABLE; NodeLack; the signal's reason on abort
 */
export function chooseMoments(
  source: Omit<ChooseMomentsCall, "comparesMeaning">,
  models: MomentModels,
  signal: AbortSignal,
): Promise<Moment[]> {
  const comparesMeaning = models.compareMeaning !== null;
  const onQuestion = (question: unknown): Promise<unknown> => answerBy(models, question as MomentQuestion);
  return runInThread(CHOOSE_MOMENTS, { ...source, comparesMeaning }, { signal, onQuestion });
}
