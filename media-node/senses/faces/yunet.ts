// The YuNet face detector (https://github.com/ShiqiYu/libfacedetection.train, BSD), as its ONNX exports have it: frames
// as BGR from 0 to 255, and for each of the strides 8, 16 and 32 a grid of cells with class score, object score, box and
// five landmarks. Decoding follows OpenCV's FaceDetectorYN (modules/objdetect/src/face_detect.cpp). Exports with a fixed
// size get the frame in their upper left corner and black around it.

import { FRAMING_LIMITS } from "../../../shared/limits/clips.ts";
import type { FrameSize } from "../../ffmpeg/fit-frames.ts";
import type { Tensors } from "../../onnx/local-session.ts";
import { type OnnxSession, openOnnxSession } from "../../onnx/onnx-session.ts";
import { Tensor } from "../../onnx/tensor.ts";
import { unusableModel } from "../../onnx/unusable-model.ts";
import { clamp } from "../../signal/clamp.ts";
import { type DetectedFace, type FramePoint, suppressOverlaps } from "./face-boxes.ts";
import { defaultFrameSize, type FaceDetector, sizeWithin } from "./face-detector.ts";

const STRIDES = [8, 16, 32] as const;
const OUTPUTS = STRIDES.flatMap((stride) => ["cls", "obj", "bbox", "kps"].map((name) => `${name}_${stride}`));
/** Faces are kept from this score on; OpenCV's sample uses 0.9, which loses faces of 20 pixels (photographs, 2026-11). */
const MIN_SCORE = 0.7;
const MAX_OVERLAP = 0.3;
/** Height and width of an export with a fixed size. */
function fixedSize(session: OnnxSession): FrameSize | undefined {
  const input = session.inputs[0];
  const [, , height, width] = input?.isTensor === true ? input.shape : [];
  return typeof height === "number" && typeof width === "number" && height > 0 && width > 0
    ? { width, height }
    : undefined;
}

function toInput(bgr: Uint8Array, { width, height }: FrameSize, outer: FrameSize): Tensor {
  const plane = outer.width * outer.height;
  const values = new Float32Array(3 * plane);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const from = 3 * (row * width + column);
      const to = row * outer.width + column;
      values[to] = bgr[from] ?? 0;
      values[plane + to] = bgr[from + 1] ?? 0;
      values[2 * plane + to] = bgr[from + 2] ?? 0;
    }
  }
  return new Tensor("float32", values, [1, 3, outer.height, outer.width]);
}

/** The faces of one stride's grid, in shares of `size`; `columns` cells lie in a row. */
function decodeGrid(outputs: Tensors, stride: number, columns: number, size: FrameSize): DetectedFace[] {
  const values = (name: string): Float32Array => outputs[`${name}_${stride}`]?.data as Float32Array;
  const [classes, objects, boxes, points] = ["cls", "obj", "bbox", "kps"].map(values) as [
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  const clamped = (value: number | undefined): number => clamp(value ?? 0);
  const faces: DetectedFace[] = [];
  for (let cell = 0; cell < classes.length; cell += 1) {
    const score = Math.sqrt(clamped(classes[cell]) * clamped(objects[cell]));
    if (!(score >= MIN_SCORE)) continue;
    const [column, row] = [cell % columns, Math.floor(cell / columns)];
    const atX = (value: number | undefined): number => ((column + (value ?? 0)) * stride) / size.width;
    const atY = (value: number | undefined): number => ((row + (value ?? 0)) * stride) / size.height;
    const [dx, dy, logWidth = 0, logHeight = 0] = boxes.subarray(4 * cell, 4 * cell + 4);
    const width = (Math.exp(logWidth) * stride) / size.width;
    const height = (Math.exp(logHeight) * stride) / size.height;
    const between = (first: number): FramePoint => {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = points.subarray(10 * cell + first, 10 * cell + first + 4);
      return { x: atX((x1 + x2) / 2), y: atY((y1 + y2) / 2) };
    };
    // Landmarks: right eye, left eye, nose, right and left corner of the mouth.
    const box = { x: atX(dx) - width / 2, y: atY(dy) - height / 2, width, height };
    faces.push({ ...box, score, eyes: between(0), mouth: between(6) });
  }
  return faces;
}

/**
 * Opens the model on the CPU: a frame takes it 5 ms on one core.
 * @throws AppError MODEL_UNAVAILABLE when it cannot be opened or is no YuNet
 */
export async function openYunet(path: string): Promise<FaceDetector> {
  const session = await openOnnxSession(path, { providers: ["cpu"], threads: 1 });
  const missing = OUTPUTS.filter((name) => !session.outputNames.includes(name));
  if (missing.length > 0) {
    await session.dispose();
    throw unusableModel(`${path} has no ${missing.join(", ")}`);
  }
  const fixed = fixedSize(session);
  const padded = (value: number): number => 32 * Math.ceil(value / 32);
  return {
    frameSize: (source) => (fixed === undefined ? defaultFrameSize(source) : sizeWithin(source, fixed)),
    async detect(bgr, size) {
      const outer = fixed ?? { width: padded(size.width), height: padded(size.height) };
      const outputs = await session.run({ [session.inputNames[0] ?? "input"]: toInput(bgr, size, outer) });
      const faces = STRIDES.flatMap((stride) =>
        decodeGrid(outputs, stride, Math.ceil(outer.width / stride), size),
      );
      return suppressOverlaps(faces, { maxOverlap: MAX_OVERLAP, maxFaces: FRAMING_LIMITS.facesPerFrame });
    },
    dispose: () => session.dispose(),
  };
}
