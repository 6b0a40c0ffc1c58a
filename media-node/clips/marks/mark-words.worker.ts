// Reads words for their marks in a thread of its own, which keeps its model for as long as it lives.
import { keepModel } from "../../models/kept-model.ts";
import type { ModelBundle } from "../../models/model-bundle.ts";
import { threadTask } from "../../threads/thread-task.ts";
import { openMarkNetwork } from "./mark-network.ts";

export interface MarkWordsCall {
  readonly bundle: ModelBundle;
  /** Threads of one operator. */
  readonly threads: number;
  readonly texts: readonly string[];
}

const networkFor = keepModel(openMarkNetwork);

export default threadTask<MarkWordsCall, Float32Array>(async ({ bundle, threads, texts }, { signal }) => {
  const network = await networkFor({ bundle, threads, providers: ["cpu"] });
  return network.read(texts, signal);
});
