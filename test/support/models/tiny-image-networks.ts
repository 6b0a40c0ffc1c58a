// Networks that change images, small enough to write in a test: one that makes them larger, one that finds a subject.
import type { ModelBundle } from "../../../media-node/models/model-bundle.ts";
import { type OnnxValue, writeOnnxModel } from "../../../media-node/onnx/onnx-writer.ts";
import { writeHubBundle } from "./hub-bundle.ts";
import { GraphBuilder } from "./onnx-model.ts";

function float(name: string, shape: OnnxValue["shape"]): OnnxValue {
  return { name, type: "float32", shape };
}

/** Of Real-ESRGAN's layout: each pixel becomes `scale` × `scale`, and a smoothing as wide as the tile's overlap shows. */
export async function writeTinyUpscaler(
  folder: string,
  { scale = 2, edge = "edge" as number | string, reach = 2 } = {},
): Promise<ModelBundle> {
  const graph = new GraphBuilder(1);
  const large = graph.op("Resize", ["input", "", graph.floats([4], Float32Array.of(1, 1, scale, scale))], {
    mode: { string: "nearest" },
    coordinate_transformation_mode: { string: "asymmetric" },
    nearest_mode: { string: "floor" },
  });
  const size = 2 * reach + 1;
  const padded = graph.op("Pad", [large, graph.integers([0, 0, reach, reach, 0, 0, reach, reach])], {
    mode: { string: "edge" },
  });
  const weights = new Float32Array(3 * size * size).fill(1 / (size * size));
  graph.op("Conv", [padded, graph.floats([3, 1, size, size], weights)], { group: { int: 3 } }, "output");
  const network = writeOnnxModel({
    opset: 17,
    irVersion: 8,
    nodes: graph.nodes,
    initializers: graph.initializers,
    inputs: [float("input", [1, 3, edge, edge])],
    outputs: [float("output", [1, 3, "rows", "columns"])],
  });
  return writeHubBundle(
    folder,
    { "model.onnx": Buffer.from(network) },
    { kind: "image-upscaling", family: "esrgan" },
  );
}

/** Of U²-Net's layout: the redder a pixel, the more it is subject. */
export async function writeTinyMatte(
  folder: string,
  settings: NonNullable<ModelBundle["manifest"]["matte"]> = {},
): Promise<ModelBundle> {
  const graph = new GraphBuilder(1);
  const weights = graph.floats([1, 3, 1, 1], Float32Array.of(0.2, -0.1, -0.1));
  graph.op("Conv", ["input.1", weights], {}, "mask");
  const edge = settings.edgePx ?? 320;
  const network = writeOnnxModel({
    opset: 17,
    irVersion: 8,
    nodes: graph.nodes,
    initializers: graph.initializers,
    inputs: [float("input.1", [1, 3, edge, edge])],
    outputs: [float("mask", [1, 1, edge, edge])],
  });
  const bundle = await writeHubBundle(
    folder,
    { "model.onnx": Buffer.from(network) },
    { kind: "background-removal", family: "matte" },
  );
  return { ...bundle, manifest: { ...bundle.manifest, matte: settings } };
}
