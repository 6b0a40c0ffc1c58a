// One run of a network that takes one image and gives one: whatever its input and output are called, and in single or
// half precision.
import { AppError } from "../../shared/errors.ts";
import { floatTensor, floatValues } from "../onnx/float-tensors.ts";
import type { OnnxSession } from "../onnx/onnx-session.ts";
import { unusableModel } from "../onnx/unusable-model.ts";
import { fromPlanes } from "./image-planes.ts";

/**
 * What a network of one input and one output makes of an image, single or half precision as its file says.
 * @param dims of `values`, [1, channels, height, width]
 * @throws AppError OUT_OF_MEMORY; MODEL_UNAVAILABLE where the network gives nothing
 */
export async function runImageNetwork(
  session: OnnxSession,
  values: Float32Array,
  dims: readonly number[],
): Promise<{ values: Float32Array; dims: readonly number[] }> {
  const [input] = session.inputs;
  const type = input?.isTensor === true && input.type === "float16" ? "float16" : "float32";
  const [outputName = ""] = session.outputNames;
  const feeds = { [session.inputNames[0] ?? ""]: floatTensor(type, values, dims) };
  const { [outputName]: output } = await session.run(feeds, [outputName]);
  if (output === undefined) throw new AppError("MODEL_UNAVAILABLE");
  return { values: floatValues(output), dims: output.dims };
}

/** Of a network whose output cannot be used. */
export function noNumbers(): AppError {
  return unusableModel("the network gave no numbers: its values do not fit half precision");
}

/**
 * What a network made, [3, height, width] of -1 to 1, as three bytes a pixel.
 * @throws AppError MODEL_UNAVAILABLE where half precision overflows
 */
export function pixelsOf(planes: Float32Array): Uint8Array {
  const pixels = fromPlanes(planes);
  if (pixels === null) throw noNumbers();
  return pixels;
}
