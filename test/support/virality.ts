// The built-in virality model for tests, run in the test's own thread.
import { fileURLToPath } from "node:url";
import { readBundle } from "../../media-node/engines/model-bundle.ts";
import { openSentenceJudge } from "../../media-node/engines/sentence-judge.ts";
import { openViralityModel } from "../../media-node/engines/virality-model.ts";
import { readViralityWeights } from "../../media-node/models/virality-bundle.ts";
import type { AdditiveModel } from "../../media-node/signal/additive-model.ts";
import { judgedSentences } from "../../media-node/signal/judged-sentences.ts";
import type { SentenceJudgements } from "../../media-node/signal/sentence-judgements.ts";
import type { SpokenText } from "../../media-node/signal/sentences.ts";
import type { ScoreFeatures } from "../../media-node/stages/score-virality.ts";

export const VIRALITY_FOLDER = fileURLToPath(
  new URL("../../media-node/models/virality-en/", import.meta.url),
);

const JUDGE_FOLDER = fileURLToPath(new URL("../../media-node/models/moments-en/", import.meta.url));

/** Scores with the built-in model; it lives as long as the process. */
export async function builtInScorer(): Promise<ScoreFeatures> {
  const model = await openViralityModel(await readBundle(VIRALITY_FOLDER));
  return (features, options) => model.score(features, options);
}

/** Judges sentences with the built-in model; it lives as long as the process. */
export async function builtInJudge(): Promise<(text: SpokenText) => Promise<SentenceJudgements>> {
  const judge = await openSentenceJudge(await readBundle(JUDGE_FOLDER), { providers: ["cpu"], threads: 1 });
  const { signal } = new AbortController();
  return (text) => judge.judge({ sentences: judgedSentences(text), isPunctuated: text.isPunctuated }, signal);
}

export function builtInWeights(): Promise<AdditiveModel> {
  return readViralityWeights(VIRALITY_FOLDER);
}
