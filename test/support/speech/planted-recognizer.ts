// A speech model whose words a test plants, behind the real decoding and the real detector of speech.
import type { FoundBundle } from "../../../media-node/models/find-bundles.ts";
import type { NodeModels } from "../../../media-node/pipelines/node-models.ts";
import type { MediaTools } from "../../../media-node/pipelines/run-context.ts";
import { RECOGNIZE_LOADED_ONCE } from "../../../media-node/speech/recognize-speech.ts";
import { observeTask } from "../../../media-node/threads/observe-task.ts";

export interface PlantedRecognizer {
  readonly tools: MediaTools;
  /** Starts of the windows that were recognized, in seconds from the first sample, in order of the calls. */
  readonly heard: number[];
  /** The words that were planted so far. */
  wordCount: number;
  /** Called before each call is answered. */
  onCall: () => void;
}

const WORD_STEP_S = 0.4;

let plantedCount = 0;

/** In each window `words` are said over and over, with this score. */
export function plantRecognizer(
  real: MediaTools,
  words: readonly string[],
  { score = 0.95, confidentScore = 0.6 } = {},
): PlantedRecognizer {
  const heard: number[] = [];
  plantedCount += 1;
  const bundle: FoundBundle = {
    folder: `/nonexistent/planted-${plantedCount}`,
    isBuiltIn: false,
    manifest: {
      name: "planted",
      kind: "speech-recognition",
      family: "nemo-ctc",
      version: "1",
      title: "Planted words",
      license: "MIT",
      languages: ["en"],
      files: [],
      speech: { confidentScore },
    },
  };
  observeTask(RECOGNIZE_LOADED_ONCE, async (call, run) => {
    if (call.bundle.folder !== bundle.folder) return run(call);
    planted.onCall();
    heard.push(...call.windows.map((window) => window.startS));
    const windows = call.windows.map(({ startS, endS }) => {
      const count = Math.floor((endS - startS) / WORD_STEP_S);
      planted.wordCount += count;
      const spread = Array.from({ length: count }, (_, index) => ({
        text: words[index % words.length] ?? "",
        score,
        startS: index * WORD_STEP_S,
        endS: (index + 0.8) * WORD_STEP_S,
      }));
      return { language: "en", words: spread };
    });
    return { provider: "cpu" as const, passedOver: [], windows };
  });
  const models: NodeModels = {
    ...real.models,
    speech: () => ({ bundle, providers: ["cpu"], threads: 1, place: "one-thread" }),
  };
  const planted: PlantedRecognizer = {
    tools: { ...real, models },
    heard,
    wordCount: 0,
    onCall: () => undefined,
  };
  return planted;
}
