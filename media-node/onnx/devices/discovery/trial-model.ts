// A network of two layers with known answers, by which a device is tried: a convolution (cuDNN on NVIDIA's cards) and a
// matrix product (cuBLAS). All numbers are small integers, so that every arithmetic that devices use (TF32 too, with its
// 10 bits) must give exactly these results.
import { writeOnnxModel } from "../../onnx-writer.ts";

/** Of the image that it is given, which has one channel. */
export const TRIAL_SIDE = 8;
const KERNEL_SIDE = 3;
const INNER = (TRIAL_SIDE - KERNEL_SIDE + 1) ** 2;
const OUTPUTS = 4;

/** Input x (1, 1, 8, 8), output y (1, 4). */
export function trialModel(): Uint8Array {
  return writeOnnxModel({
    opset: 17,
    irVersion: 8,
    inputs: [{ name: "x", type: "float32", shape: [1, 1, TRIAL_SIDE, TRIAL_SIDE] }],
    outputs: [{ name: "y", type: "float32", shape: [1, OUTPUTS] }],
    nodes: [
      { op: "Conv", inputs: ["x", "kernel"], outputs: ["convolved"] },
      { op: "Flatten", inputs: ["convolved"], outputs: ["flat"] },
      { op: "MatMul", inputs: ["flat", "weights"], outputs: ["y"] },
    ],
    initializers: [
      {
        name: "kernel",
        type: "float32",
        dims: [1, 1, KERNEL_SIDE, KERNEL_SIDE],
        data: new Float32Array(KERNEL_SIDE ** 2).fill(1),
      },
      {
        name: "weights",
        type: "float32",
        dims: [INNER, OUTPUTS],
        data: Float32Array.from({ length: INNER * OUTPUTS }, (_, index) => index % OUTPUTS),
      },
    ],
  });
}

/**
 * An image of ones [1, 1, 8, 8]: each convolved value is then 9, and output number i is their sum times i.
 */
export function trialInput(): Float32Array {
  return new Float32Array(TRIAL_SIDE ** 2).fill(1);
}

/** What the network must give for `trialInput`, exactly: [1, 4]. */
export function trialAnswer(): number[] {
  return Array.from({ length: OUTPUTS }, (_, index) => INNER * KERNEL_SIDE ** 2 * index);
}
