// Thread: chooses moments, and asks its caller for what models say.
import { meaningSimilarity } from "../senses/meaning/meaning-similarity.ts";
import { lexicalSimilarity } from "../senses/meaning/text-similarity.ts";
import { threadTask } from "../threads/thread-task.ts";
import type { Moment } from "./explain-moments.ts";
import { type FindMomentsInput, findMoments } from "./find-moments.ts";
import { judgedText } from "./sentences/judged-text.ts";
import type { JudgedText, SentenceJudgements } from "./sentences/sentence-judgements.ts";
import type { ViralityScores } from "./virality/score-virality.ts";

export interface ChooseMomentsCall
  extends Omit<FindMomentsInput, "scoreFeatures" | "judgeText" | "similarity" | "signal"> {
  /** Whether the caller compares sentences by meaning, beside their words. */
  readonly comparesMeaning: boolean;
}

/** Answered with `ViralityScores`, with `SentenceJudgements` or null, and with relevances or null. */
export type MomentQuestion =
  | { readonly type: "score"; readonly features: Float32Array; readonly explain: boolean }
  | { readonly type: "judge"; readonly text: JudgedText }
  | { readonly type: "compare"; readonly query: string; readonly sentences: readonly string[] };

export default threadTask<ChooseMomentsCall, Moment[]>(
  ({ comparesMeaning, ...source }, { signal, askCaller }) => {
    const ask = <Answer>(question: MomentQuestion): Promise<Answer> => askCaller(question) as Promise<Answer>;
    const byMeaning = meaningSimilarity((query, sentences) => ask({ type: "compare", query, sentences }));
    return findMoments({
      ...source,
      signal,
      scoreFeatures: (features, { explain }) => ask<ViralityScores>({ type: "score", features, explain }),
      judgeText: (text) => ask<SentenceJudgements | null>({ type: "judge", text: judgedText(text) }),
      similarity: comparesMeaning ? byMeaning : lexicalSimilarity,
    });
  },
);
