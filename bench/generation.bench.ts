// Images from prompts with the built-in model: what the engine adds to the bare sum of what its networks take, within
// one and the same work (`overNetworks`) and against asking them again with nothing around, and how many images a
// minute come out, alone and in a batch.
import { availableParallelism } from "node:os";
import type { DiffusionWork } from "../media-node/images/image-model.ts";
import { BUILT_IN_MODELS_DIR, chooseBundle, scanBundles } from "../media-node/models/find-bundles.ts";
import type { ModelBundle } from "../media-node/models/model-bundle.ts";
import { QUIET, type RecordedModel, recordModel } from "./images/recorded-networks.ts";
import type { BenchCase, BenchDefinition } from "./measuring/harness.ts";

const NO_MODELS_DIR = "/nonexistent";
const MINUTE_MS = 60_000;

const WORK: DiffusionWork = {
  kind: "diffusion",
  prompt: "a calm blue ocean at sunset",
  negativePrompt: "",
  width: 512,
  height: 512,
  steps: 12,
  guidanceScale: 4,
  scheduler: null,
  seeds: [1],
  initial: null,
  strength: 1,
  mask: null,
};

async function builtInBundle(): Promise<ModelBundle> {
  const { bundles } = await scanBundles({ modelsDir: NO_MODELS_DIR, builtInDir: BUILT_IN_MODELS_DIR });
  const bundle = chooseBundle(bundles, "image-generation");
  if (bundle === undefined) throw new Error("No image model comes with this version.");
  return bundle;
}

/** One work by the engine. */
function wholeCase(name: string, recorded: RecordedModel, work: DiffusionWork): BenchCase {
  return {
    name,
    run: async () => {
      recorded.takeNetworkMs();
      const startedAt = performance.now();
      const images = await recorded.model.run(work, QUIET);
      const timeMs = performance.now() - startedAt;
      const networkMs = recorded.takeNetworkMs();
      const imagesPerMinute = (images.length * MINUTE_MS) / timeMs;
      return { timeMs, networkMs, overNetworks: timeMs / networkMs, imagesPerMinute };
    },
  };
}

const definition: BenchDefinition = {
  name: "generation",
  description: "images from prompts with the built-in model, against its networks alone",
  quick: {},
  run: async ({ compare }) => {
    const bundle = await builtInBundle();
    const threads = availableParallelism();
    for (const count of [1, 4]) {
      const work = { ...WORK, seeds: Array.from({ length: count }, (_, index) => index) };
      const recorded = await recordModel(bundle, work, threads);
      try {
        await compare({
          name: `${count === 1 ? "One image" : `${count} images in a batch`} of 512×512 in ${WORK.steps} steps`,
          reference: {
            name: "the networks alone",
            run: async () => {
              await recorded.askAgain();
              return undefined;
            },
          },
          candidates: [wholeCase("prompt to pixels", recorded, work)],
        });
      } finally {
        await recorded.close();
      }
    }
  },
};

export default definition;
