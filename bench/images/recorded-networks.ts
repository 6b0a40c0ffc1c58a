// Runs an image model while writing down what each of its networks was asked, so that the very same questions can be
// asked again without anything around them: what is left between the two is the engine's own work.
import type { ImageModel, ImageWork } from "../../media-node/images/image-model.ts";
import { openImageModel } from "../../media-node/images/open-image-model.ts";
import type { ModelBundle } from "../../media-node/models/model-bundle.ts";
import type { Tensors } from "../../media-node/onnx/local-session.ts";
import { type OnnxSession, openOnnxSession } from "../../media-node/onnx/onnx-session.ts";
import { createSessionCache } from "../../media-node/onnx/session-cache.ts";

const BUDGET_BYTES = 8 * 1_024 ** 3;
export const QUIET = { onProgress: () => undefined, signal: new AbortController().signal };

interface Question {
  readonly session: OnnxSession;
  readonly feeds: Tensors;
  readonly fetches: readonly string[] | undefined;
}

export interface RecordedModel {
  readonly model: ImageModel;
  /** Asks again what the work of the recording asked, one question after the other. */
  askAgain(): Promise<void>;
  /** What the networks have taken in works of the model, summed up since the last call. */
  takeNetworkMs(): number;
  close(): Promise<void>;
}

/** Opens a bundle with all its networks loaded, and records the questions of this work. */
export async function recordModel(
  bundle: ModelBundle,
  work: ImageWork,
  threads: number,
): Promise<RecordedModel> {
  const questions: Question[] = [];
  let isRecording = true;
  let networkMs = 0;
  const open: typeof openOnnxSession = async (path, options) => {
    const session = await openOnnxSession(path, options);
    return {
      ...session,
      run: async (feeds, fetches) => {
        if (isRecording) questions.push({ session, feeds, fetches });
        const startedAt = performance.now();
        const outputs = await session.run(feeds, fetches);
        networkMs += performance.now() - startedAt;
        return outputs;
      },
    };
  };
  const cache = createSessionCache(BUDGET_BYTES, open);
  const model = await openImageModel(bundle, cache, { providers: ["cpu"], threads });
  await model.run(work, QUIET);
  isRecording = false;
  return {
    model,
    askAgain: async () => {
      for (const { session, feeds, fetches } of questions) await session.run(feeds, fetches);
    },
    takeNetworkMs: () => {
      const taken = networkMs;
      networkMs = 0;
      return taken;
    },
    close: () => cache.clear(),
  };
}
