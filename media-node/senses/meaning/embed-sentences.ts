// The meaning of sentences, where a sentence-embedding model is installed: "money" then finds "salary". What is said word
// for word still counts, because names and rare terms are what such models know least; a model that fails leaves only that.
import { EMBEDDING_LIMITS } from "../../../shared/limits/sensing.ts";
import type { OptionalModel } from "../../models/optional-model.ts";
import type { ExecutionProvider } from "../../onnx/execution-providers.ts";
import type { PassedOverProvider } from "../../onnx/onnx-session.ts";
import { defineTask } from "../../threads/define-task.ts";
import { runOptional } from "../../threads/run-optional.ts";
import type { ComparedSentences, EmbedSentencesCall } from "./embed-sentences.worker.ts";
import { relevanceOfCosines } from "./embedding-relevance.ts";
import type { MeaningComparer } from "./meaning-similarity.ts";

export const EMBED_SENTENCES = defineTask<EmbedSentencesCall, ComparedSentences>(
  new URL("./embed-sentences.worker.ts", import.meta.url),
  "model",
  { copies: 1 },
);

/** Where the model fails, the words themselves are compared. */
export interface EmbeddingInput extends OptionalModel {
  readonly providers: readonly ExecutionProvider[];
  /** Told what the model ran on. */
  readonly onProvider: (provider: ExecutionProvider, passedOver: readonly PassedOverProvider[]) => void;
}

async function compare(
  input: EmbeddingInput,
  query: string,
  sentences: readonly string[],
): Promise<Float32Array | null> {
  const { bundle, providers, threads } = input;
  // A text beyond the bound is compared by its words alone.
  if (sentences.length > EMBEDDING_LIMITS.sentences) return null;
  const call = { bundle, providers, threads, query, sentences };
  const compared = await runOptional(EMBED_SENTENCES, call, input);
  if (compared === null) return null;
  input.onProvider(compared.provider, compared.passedOver);
  return relevanceOfCosines(compared.cosines);
}

/** Compares by meaning with an encoder's model in a thread. Asking it throws NodeLack, and `signal.reason` on abort. */
export function meaningComparer(input: EmbeddingInput): MeaningComparer {
  return (query, sentences) => compare(input, query, sentences);
}
