// The built-in virality model for tests, run in the test's own thread.
import { fileURLToPath } from "node:url";
import { judgedText } from "../../../media-node/clips/sentences/judged-text.ts";
import { openSentenceJudge } from "../../../media-node/clips/sentences/sentence-judge.ts";
import type { SentenceJudgements } from "../../../media-node/clips/sentences/sentence-judgements.ts";
import type { SpokenText } from "../../../media-node/clips/sentences/sentences.ts";
import type { ScoreFeatures } from "../../../media-node/clips/virality/score-virality.ts";
import { openViralityModel } from "../../../media-node/clips/virality/virality-model.ts";
import { readBundle } from "../../../media-node/models/model-bundle.ts";

export const VIRALITY_FOLDER = fileURLToPath(
  new URL("../../../media-node/models/built-in/virality-en/", import.meta.url),
);

const JUDGE_FOLDER = fileURLToPath(
  new URL("../../../media-node/models/built-in/moments-en/", import.meta.url),
);

/** Scores with the built-in model; it lives as long as the process. */
export async function builtInScorer(): Promise<ScoreFeatures> {
  const model = await openViralityModel(await readBundle(VIRALITY_FOLDER));
  return (features, options) => model.score(features, options);
}

/** Judges sentences with the built-in model; it lives as long as the process. */
export async function builtInJudge(): Promise<(text: SpokenText) => Promise<SentenceJudgements>> {
  const judge = await openSentenceJudge(await readBundle(JUDGE_FOLDER), { providers: ["cpu"], threads: 1 });
  const { signal } = new AbortController();
  return (text) => judge.judge(judgedText(text), signal);
}
