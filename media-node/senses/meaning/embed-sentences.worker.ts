// Compares a query with sentences in a thread of its own, which keeps its model for as long as it lives. Only cosines go
// back: the vectors of a long transcript would be megabytes.

import { keepModel, type ModelCall } from "../../models/kept-model.ts";
import type { ExecutionProvider } from "../../onnx/execution-providers.ts";
import type { PassedOverProvider } from "../../onnx/onnx-session.ts";
import { threadTask } from "../../threads/thread-task.ts";
import { openSentenceEncoder } from "./sentence-encoder.ts";

export interface EmbedSentencesCall extends ModelCall {
  readonly query: string;
  readonly sentences: readonly string[];
}

export interface ComparedSentences {
  readonly provider: ExecutionProvider;
  readonly passedOver: readonly PassedOverProvider[];
  /** Of each sentence, -1 to 1. */
  readonly cosines: Float32Array;
}

/** Sentences between two looks at whether the call is still wanted. */
const PIECE = 128;

const modelFor = keepModel(openSentenceEncoder);

function product(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}

export default threadTask<EmbedSentencesCall, ComparedSentences>(async (call, { signal }) => {
  const model = await modelFor(call);
  const [query = new Float32Array()] = await model.encode([call.query], "query");
  const cosines = new Float32Array(call.sentences.length);
  for (let first = 0; first < call.sentences.length; first += PIECE) {
    signal.throwIfAborted();
    const vectors = await model.encode(call.sentences.slice(first, first + PIECE), "passage");
    cosines.set(
      vectors.map((vector) => product(query, vector)),
      first,
    );
  }
  const { provider, passedOver } = model;
  return { provider, passedOver, cosines };
});
