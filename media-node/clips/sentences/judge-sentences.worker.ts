// Judges the sentences of a source in a thread of its own, which keeps its model for as long as it lives.

import { keepModel } from "../../models/kept-model.ts";
import type { ModelBundle } from "../../models/model-bundle.ts";
import { threadTask } from "../../threads/thread-task.ts";
import { openSentenceJudge } from "./sentence-judge.ts";
import type { JudgedText, SentenceJudgements } from "./sentence-judgements.ts";

export interface JudgeSentencesCall extends JudgedText {
  readonly bundle: ModelBundle;
  /** Threads of one operator. */
  readonly threads: number;
}

const modelFor = keepModel(openSentenceJudge);

export default threadTask<JudgeSentencesCall, SentenceJudgements>(
  async ({ bundle, threads, ...text }, { signal }) => {
    const model = await modelFor({ bundle, threads, providers: ["cpu"] });
    return model.judge(text, signal);
  },
);
