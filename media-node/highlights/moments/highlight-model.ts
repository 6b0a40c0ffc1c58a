// Runs a highlight model (see highlight-network for the built-in one's graph; an operator's own needs only the same
// inputs and outputs). An hour of curves is some ten million multiplications, so it runs on one core of the CPU.

import { join } from "node:path";
import { AppError } from "../../../shared/errors.ts";
import type { ModelBundle } from "../../models/model-bundle.ts";
import { openOnnxSession } from "../../onnx/onnx-session.ts";
import { Tensor } from "../../onnx/tensor.ts";
import { MATCH_CURVES, MATCH_CURVES_VERSION } from "../match-curves.ts";
import type { MatchExcitement } from "./match-excitement.ts";

/** What a category that a model does not know is scored as. */
const FALLBACK_CATEGORY = "OTHER";

export interface HighlightModel {
  /**
   * `curves` [MATCH_CURVES.length, ticks], curve by curve, NaN where not known.
   * @throws AppError MODEL_UNAVAILABLE where the model knows neither the category nor OTHER
   */
  score(curves: Float32Array, category: string): Promise<MatchExcitement>;
  dispose(): Promise<void>;
}

/** The model is so small that a core of the CPU is the fastest place for it. */
export const ON_ONE_CORE = { providers: ["cpu"], threads: 1 } as const;

/**
 * Opens the bundle's network.
 * @throws AppError MODEL_UNAVAILABLE where it cannot be opened or was made for other curves
 */
export async function openHighlightModel({ folder, manifest }: ModelBundle): Promise<HighlightModel> {
  const { name, highlights } = manifest;
  if (highlights?.curvesVersion !== MATCH_CURVES_VERSION) {
    throw new AppError("MODEL_UNAVAILABLE", `The highlight model ${name} reads other curves.`);
  }
  const file = manifest.files.find(({ path }) => path.endsWith(".onnx"));
  const session = await openOnnxSession(join(folder, file?.path ?? "model.onnx"), ON_ONE_CORE);
  const input = session.inputs.find((each) => each.name === "curves");
  if (input?.isTensor !== true || input.shape[1] !== MATCH_CURVES.length) {
    await session.dispose();
    throw new AppError("MODEL_UNAVAILABLE", `The highlight model ${name} reads other curves.`);
  }
  const indexOf = (category: string): bigint => {
    const own = highlights.categories.indexOf(category);
    const index = own >= 0 ? own : highlights.categories.indexOf(FALLBACK_CATEGORY);
    if (index >= 0) return BigInt(index);
    throw new AppError("MODEL_UNAVAILABLE", `The highlight model ${name} knows no ${category}.`);
  };
  return {
    async score(curves, category) {
      const outputs = await session.run({
        curves: new Tensor("float32", curves, [1, MATCH_CURVES.length, curves.length / MATCH_CURVES.length]),
        category: new Tensor("int64", [indexOf(category)], [1]),
      });
      return {
        excitement: outputs.excitement?.data as Float32Array,
        contributions: outputs.contributions?.data as Float32Array,
      };
    },
    dispose: () => session.dispose(),
  };
}
