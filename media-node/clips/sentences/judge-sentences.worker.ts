// Judges the sentences of a source, and rates the words of clips for their titles, in a thread of its own, which keeps its
// model for as long as it lives.

import { keepModel } from "../../models/kept-model.ts";
import type { ModelBundle } from "../../models/model-bundle.ts";
import { threadTask } from "../../threads/thread-task.ts";
import { openSentenceJudge } from "./sentence-judge.ts";
import type { JudgedText, SentenceJudgements } from "./sentence-judgements.ts";

export interface JudgeSentencesCall extends JudgedText {
  readonly bundle: ModelBundle;
  /** Threads of one operator. */
  readonly threads: number;
  readonly wants: "judgements" | "titles";
}

const modelFor = keepModel(openSentenceJudge);

export default threadTask<JudgeSentencesCall, SentenceJudgements | Float32Array | null>(
  async ({ bundle, threads, wants, ...text }, { signal }) => {
    const model = await modelFor({ bundle, threads, providers: ["cpu"] });
    return wants === "titles" ? model.rateTitles(text) : model.judge(text, signal);
  },
);
