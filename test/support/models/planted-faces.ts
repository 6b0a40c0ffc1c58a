// A detector in YuNet's layout that takes red squares for faces: tests know where those are.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { writeOnnxModel } from "../../../media-node/onnx/onnx-writer.ts";
import { GraphBuilder } from "./onnx-model.ts";

/** What is red enough to count, for ffmpeg's generators. */
export const FACE_COLOR = "0xf01010";
/** Edge of a planted face in the detector's image, whose longer side has 480 pixels. */
export const FACE_EDGE_PX = 40;
const STRIDES = [8, 16, 32] as const;

/** Means over squares of the face's size around the middle of each cell, so that the square itself scores highest. */
function rednessGrid(graph: GraphBuilder, red: string, stride: number): string {
  const pad = Math.floor((FACE_EDGE_PX - stride) / 2);
  const pooled = graph.op("AveragePool", [red], {
    kernel_shape: { ints: [FACE_EDGE_PX, FACE_EDGE_PX] },
    strides: { ints: [stride, stride] },
    pads: { ints: [pad, pad, FACE_EDGE_PX - stride - pad, FACE_EDGE_PX - stride - pad] },
    count_include_pad: { int: 1 },
  });
  return graph.op("Reshape", [pooled, graph.integers([1, -1, 1])]);
}

/** Writes the model into the folder; answers its path. Only the finest grid finds anything. */
export async function plantFaceDetector(folder: string): Promise<string> {
  const graph = new GraphBuilder(1);
  const channel = (index: number): string =>
    graph.op("Gather", ["input", graph.integers([index])], { axis: { int: 1 } });
  const difference = graph.op("Sub", [channel(2), graph.op("Max", [channel(0), channel(1)])]);
  const red = graph.op("Min", [
    graph.op("Max", [graph.op("Div", [difference, graph.scalar(190)]), graph.scalar(0)]),
    graph.scalar(1),
  ]);
  for (const stride of STRIDES) {
    const score = rednessGrid(graph, red, stride);
    const found = graph.op("Mul", [score, graph.scalar(stride === 8 ? 1 : 0)], {}, `cls_${stride}`);
    graph.op("Identity", [found], {}, `obj_${stride}`);
    const nothing = graph.op("Mul", [score, graph.scalar(0)]);
    const each = (values: readonly number[]): string =>
      graph.floats([1, 1, values.length], Float32Array.from(values));
    const size = Math.log(FACE_EDGE_PX / stride);
    const landmark = (dx: number, dy: number): number[] =>
      [dx, dy].map((share) => 0.5 + (share * FACE_EDGE_PX) / stride);
    const points = [
      [-0.2, -0.1],
      [0.2, -0.1],
      [0, 0.05],
      [-0.15, 0.25],
      [0.15, 0.25],
    ].flatMap(([dx = 0, dy = 0]) => landmark(dx, dy));
    graph.op("Add", [nothing, each([0.5, 0.5, size, size])], {}, `bbox_${stride}`);
    graph.op("Add", [nothing, each(points)], {}, `kps_${stride}`);
  }
  const outputs = STRIDES.flatMap((stride) =>
    (
      [
        ["cls", 1],
        ["obj", 1],
        ["bbox", 4],
        ["kps", 10],
      ] as const
    ).map(([name, width]) => ({
      name: `${name}_${stride}`,
      type: "float32" as const,
      shape: [1, "cells", width],
    })),
  );
  const path = join(folder, "planted-faces.onnx");
  await writeFile(
    path,
    writeOnnxModel({
      opset: 17,
      irVersion: 8,
      nodes: graph.nodes,
      initializers: graph.initializers,
      outputs,
      inputs: [{ name: "input", type: "float32", shape: [1, 3, "height", "width"] }],
    }),
  );
  return path;
}
