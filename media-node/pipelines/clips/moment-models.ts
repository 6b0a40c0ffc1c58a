// The models by which moments are chosen, as this node has them.
import type { MomentModels } from "../../clips/choose-moments.ts";
import { judgeSentences } from "../../clips/sentences/judge-sentences.ts";
import { scorerOf } from "../../clips/virality/virality-scorer.ts";
import { meaningComparer } from "../../senses/meaning/embed-sentences.ts";
import type { MeaningComparer } from "../../senses/meaning/meaning-similarity.ts";
import type { RunContext } from "../run-context.ts";
import { textJudge } from "../text-models.ts";

/** By meaning where a sentence encoder is installed. */
function comparerOf({ tools, signal }: RunContext): MeaningComparer | null {
  const encoder = tools.models.sentenceEncoder();
  if (encoder === null) return null;
  const { name } = encoder.bundle.manifest;
  return meaningComparer({
    ...encoder,
    signal,
    onProvider: (provider, passedOver) => tools.modelObserver.onProvider(name, provider, passedOver),
    onFailure: (error) => tools.modelObserver.onFailure(name, error),
  });
}

/** @throws AppError MODEL_UNAVAILABLE without a virality model */
export function momentModels(context: RunContext): MomentModels {
  const judge = textJudge(context);
  return {
    scoreFeatures: scorerOf({ bundle: context.tools.models.virality(), signal: context.signal }),
    judgeText: (text) => judgeSentences(judge, text),
    compareMeaning: comparerOf(context),
  };
}
