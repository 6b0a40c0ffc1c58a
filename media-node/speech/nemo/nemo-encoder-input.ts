// Windows of audio as the inputs of one run of a NeMo network: features of all windows, padded with zeros (the mean) to
// the longest, and their lengths.

import type { Tensors } from "../../onnx/local-session.ts";
import type { OnnxSession } from "../../onnx/onnx-session.ts";
import { Tensor } from "../../onnx/tensor.ts";
import type { NemoFrontEnd } from "./nemo-features.ts";

export interface EncoderInput {
  readonly feeds: Tensors;
  /** Feature frames of each window. */
  readonly frames: readonly number[];
}

/** Some convolutions fail on inputs that are shorter than their kernels. */
const MIN_FRAMES = 32;

/**
 * The feeds of one run: `audio_signal` [windows, melBins, frames] and, where the export has that input,
 * `length` [windows] in frames.
 * @param windows 16 kHz mono, -1 to 1; of one that is shorter than a hop the network is given one frame of
 * zeros
 */
export function encoderInput(
  frontEnd: NemoFrontEnd,
  session: Pick<OnnxSession, "inputNames">,
  windows: readonly Float32Array[],
): EncoderInput {
  const { melBins } = frontEnd;
  const features = windows.map((window) => frontEnd.compute(window));
  const frames = features.map((each) => each.frames);
  const maxFrames = Math.max(MIN_FRAMES, ...frames);
  const padded = new Float32Array(windows.length * melBins * maxFrames);
  features.forEach(({ values, frames: count }, window) => {
    for (let mel = 0; mel < melBins; mel += 1) {
      const row = values.subarray(mel * count, (mel + 1) * count);
      padded.set(row, (window * melBins + mel) * maxFrames);
    }
  });
  const signal = new Tensor("float32", padded, [windows.length, melBins, maxFrames]);
  if (!session.inputNames.includes("length")) return { feeds: { audio_signal: signal }, frames };
  const lengths = BigInt64Array.from(frames, (count) => BigInt(Math.max(1, count)));
  const length = new Tensor("int64", lengths, [windows.length]);
  return { feeds: { audio_signal: signal, length }, frames };
}
