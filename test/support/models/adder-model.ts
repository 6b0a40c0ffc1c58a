// A model so small that what is measured or tested around it is all there is: it adds a number to each row of two. Weights
// that nothing depends on give it any size.
import { writeFile } from "node:fs/promises";
import { writeOnnxModel } from "../../../media-node/onnx/onnx-writer.ts";

/**
 * Writes a model from `x` to `y`, both [rows, 2].
 * @param sizeBytes at least so many
 */
export async function writeAdder(path: string, added: number, sizeBytes = 0): Promise<void> {
  const value = (name: string) => ({ name, type: "float32", shape: ["rows", 2] }) as const;
  const ballast = new Float32Array(Math.max(1, Math.ceil(sizeBytes / 4)));
  const model = writeOnnxModel({
    opset: 17,
    irVersion: 8,
    inputs: [value("x")],
    outputs: [value("y")],
    nodes: [
      { op: "Add", inputs: ["x", "added"], outputs: ["sum"], attributes: {} },
      { op: "Gather", inputs: ["ballast", "first"], outputs: ["zero"], attributes: {} },
      { op: "Add", inputs: ["sum", "zero"], outputs: ["y"], attributes: {} },
    ],
    initializers: [
      { name: "added", type: "float32", dims: [], data: Float32Array.of(added) },
      { name: "ballast", type: "float32", dims: [ballast.length], data: ballast },
      { name: "first", type: "int64", dims: [], data: BigInt64Array.of(0n) },
    ],
  });
  await writeFile(path, model);
}
