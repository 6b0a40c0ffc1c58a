// Runs a virality model (see virality-network for its graph). It is a few thousand multiplications per candidate, so it
// runs on the CPU, where the way to a GPU and back would take longer.

import { join } from "node:path";
import { AppError } from "../../../shared/errors.ts";
import type { ModelBundle } from "../../models/model-bundle.ts";
import { openOnnxSession } from "../../onnx/onnx-session.ts";
import { Tensor } from "../../onnx/tensor.ts";
import { HEADS } from "./additive-model.ts";
import type { ViralityScores } from "./score-virality.ts";
import { FEATURE_COUNT } from "./virality-feature-list.ts";

export interface ViralityModel {
  /** `features` [n, F], row by row, NaN where not known. */
  score(features: Float32Array, options: { readonly explain: boolean }): Promise<ViralityScores>;
  dispose(): Promise<void>;
}

/** The model is so small that a core of the CPU is the fastest place for it. */
export const ON_ONE_CORE = { providers: ["cpu"], threads: 1 } as const;

/** Candidates that one run of the network takes. */
const BATCH = 2_048;

/**
 * Opens the bundle's network.
 * @throws AppError MODEL_UNAVAILABLE where it cannot be opened or was made for other features
 */
export async function openViralityModel({ folder, manifest }: ModelBundle): Promise<ViralityModel> {
  const file = manifest.files.find(({ path }) => path.endsWith(".onnx"));
  const session = await openOnnxSession(join(folder, file?.path ?? "model.onnx"), ON_ONE_CORE);
  const [input] = session.inputs;
  if (input?.isTensor !== true || input.shape.at(-1) !== FEATURE_COUNT) {
    await session.dispose();
    throw new AppError("MODEL_UNAVAILABLE", `The virality model ${manifest.name} reads other features.`);
  }
  return {
    async score(features, { explain }) {
      const count = features.length / FEATURE_COUNT;
      const scores = new Float32Array(count * HEADS.length);
      const contributions = new Float32Array(explain ? features.length * HEADS.length : 0);
      for (let first = 0; first < count; first += BATCH) {
        const rows = features.subarray(first * FEATURE_COUNT, (first + BATCH) * FEATURE_COUNT);
        const tensor = new Tensor("float32", rows, [rows.length / FEATURE_COUNT, FEATURE_COUNT]);
        const outputs = await session.run(
          { features: tensor },
          explain ? ["scores", "contributions"] : ["scores"],
        );
        scores.set(outputs.scores?.data as Float32Array, first * HEADS.length);
        if (!explain) continue;
        contributions.set(outputs.contributions?.data as Float32Array, first * FEATURE_COUNT * HEADS.length);
      }
      return { scores, contributions };
    },
    dispose: () => session.dispose(),
  };
}
