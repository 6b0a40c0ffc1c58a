// The BlazeFace detector of full range (https://arxiv.org/abs/1907.05047, Apache-2.0), as MediaPipe's package
// `@mediapipe/face_detection` has it for TensorFlow Lite: an image of 192 × 192 in RGB from -1 to 1, and for each of
// 48 × 48 cells a score, a box and six points. Cells and decoding follow MediaPipe
// (modules/face_detection/face_detection_full_range.pbtxt, calculators/tflite/ssd_anchors_calculator.cc and
// calculators/tensor/tensors_to_detections_calculator.cc).
//
// The whole frame is too small at that size for faces of people who sit together, so that it is searched again in
// squares as high as it is, unless a face was found beside which smaller ones are people behind.
import { readFile } from "node:fs/promises";
import { AppError } from "../../../shared/errors.ts";
import { FRAMING_LIMITS } from "../../../shared/limits/clips.ts";
import type { FrameSize } from "../../ffmpeg/fit-frames.ts";
import { openOnnxSession } from "../../onnx/onnx-session.ts";
import { writeOnnxModel } from "../../onnx/onnx-writer.ts";
import { Tensor } from "../../onnx/tensor.ts";
import { readTflite } from "../../onnx/tflite/read-tflite.ts";
import { tfliteToOnnx } from "../../onnx/tflite/tflite-to-onnx.ts";
import { type DetectedFace, type FramePoint, suppressOverlaps } from "./face-boxes.ts";
import { defaultFrameSize, type FaceDetector } from "./face-detector.ts";
import { type FrameWindow, readWindow } from "./frame-window.ts";

const EDGE_PX = 192;
const CELLS = 48;
/** Of a cell: box (centre, size), then right eye, left eye, nose, mouth, right ear, left ear. */
const VALUES_PER_CELL = 16;
const [EYES_AT, MOUTH_AT] = [4, 10];
const CELL_COUNT = CELLS * CELLS;
/** Of its input and outputs. */
const SHAPES = `1,${EDGE_PX},${EDGE_PX},3 1,${CELL_COUNT},${VALUES_PER_CELL} 1,${CELL_COUNT},1`;
/** As in MediaPipe's graph. */
const MIN_SCORE = 0.6;
const MAX_OVERLAP = 0.3;
/** Beside a face of this height, as a share of the frame's, none is looked for that the whole frame did not show. */
const LARGE_FACE = 0.3;
/**
 * Its boxes are squares from the eyebrows to the chin. Framing was made for those of YuNet, from the hairline on and
 * narrower: of 17 faces in photographs, in shares of the square (2026-11).
 */
const FACE_IN_SQUARE = { width: 0.9, above: 0.2 } as const;

/** From pixels to boxes and scores of all cells. */
type Network = (input: Float32Array) => Promise<{ boxes: Float32Array; scores: Float32Array }>;

/** The faces in a window, in shares of the frame. */
function decodeWindow(
  { boxes, scores }: Awaited<ReturnType<Network>>,
  window: FrameWindow,
  size: FrameSize,
): DetectedFace[] {
  const faces: DetectedFace[] = [];
  const atX = (share: number): number => (window.x + share * window.edge) / size.width;
  const atY = (share: number): number => (window.y + share * window.edge) / size.height;
  scores.forEach((logit, cell) => {
    const score = 1 / (1 + Math.exp(-logit));
    if (!(score >= MIN_SCORE)) return;
    const values = boxes.subarray(VALUES_PER_CELL * cell, VALUES_PER_CELL * (cell + 1));
    const across = (index: number): number => (values[index] ?? 0) / EDGE_PX + ((cell % CELLS) + 0.5) / CELLS;
    const down = (index: number): number =>
      (values[index] ?? 0) / EDGE_PX + (Math.floor(cell / CELLS) + 0.5) / CELLS;
    const [square, height] = [(values[2] ?? 0) / EDGE_PX, (values[3] ?? 0) / EDGE_PX];
    const width = FACE_IN_SQUARE.width * square;
    const above = FACE_IN_SQUARE.above * height;
    const eyes: FramePoint = {
      x: atX((across(EYES_AT) + across(EYES_AT + 2)) / 2),
      y: atY((down(EYES_AT + 1) + down(EYES_AT + 3)) / 2),
    };
    faces.push({
      x: atX(across(0) - width / 2),
      y: atY(down(1) - height / 2 - above),
      width: (width * window.edge) / size.width,
      height: ((height + above) * window.edge) / size.height,
      score,
      eyes,
      mouth: { x: atX(across(MOUTH_AT)), y: atY(down(MOUTH_AT + 1)) },
    });
  });
  return faces;
}

/** The whole frame in the middle of a square. */
function wholeWindow({ width, height }: FrameSize): FrameWindow {
  const edge = Math.max(width, height);
  return { x: (width - edge) / 2, y: (height - edge) / 2, edge };
}

/**
 * Squares as large as the frame's shorter side, a fifth of them over each other at least: a larger face is found in the
 * whole frame.
 */
function tilesOf({ width, height }: FrameSize): FrameWindow[] {
  const edge = Math.min(width, height);
  const room = Math.max(width, height) - edge;
  const count = room === 0 ? 0 : 1 + Math.ceil(room / (0.8 * edge));
  return Array.from({ length: count }, (_, index) => {
    const at = (index * room) / (count - 1);
    return width > height ? { x: at, y: 0, edge } : { x: 0, y: at, edge };
  });
}

/** Whether a face lies whole within the part of the frame that a window shows. */
function isWithin(face: DetectedFace, window: FrameWindow, size: FrameSize): boolean {
  const [left, right] = [window.x / size.width, (window.x + window.edge) / size.width];
  const [top, bottom] = [window.y / size.height, (window.y + window.edge) / size.height];
  return (
    (left <= 0 || face.x > left) &&
    (right >= 1 || face.x + face.width < right) &&
    (top <= 0 || face.y > top) &&
    (bottom >= 1 || face.y + face.height < bottom)
  );
}

/** The file as an ONNX model. @throws Error where it is no BlazeFace of full range */
async function readNetwork(path: string): Promise<Uint8Array> {
  const model = readTflite(await readFile(path));
  const shapes = [...model.inputs, ...model.outputs].map((number) => model.tensors[number]?.shape.join());
  if (shapes.join(" ") !== SHAPES) throw new Error(`${path} takes and gives ${shapes.join(" ")}`);
  return writeOnnxModel(tfliteToOnnx(model));
}

async function openNetwork(path: string): Promise<{ run: Network; dispose: () => Promise<void> }> {
  const bytes = await readNetwork(path).catch((cause: unknown) => {
    throw new AppError("MODEL_UNAVAILABLE", undefined, { cause });
  });
  const session = await openOnnxSession({ path, bytes }, { providers: ["cpu"], threads: 1 });
  const run: Network = async (input) => {
    const tensor = new Tensor("float32", input, [1, EDGE_PX, EDGE_PX, 3]);
    const { output0, output1 } = await session.run({ input: tensor });
    return { boxes: output0?.data as Float32Array, scores: output1?.data as Float32Array };
  };
  return { run, dispose: () => session.dispose() };
}

/**
 * Opens the model on the CPU: a search of a whole frame takes it 9 ms on one core.
 * @throws AppError MODEL_UNAVAILABLE when it cannot be read or is no BlazeFace of full range
 */
export async function openBlazeFace(path: string): Promise<FaceDetector> {
  const { run, dispose } = await openNetwork(path);
  const search = async (bgr: Uint8Array, size: FrameSize, window: FrameWindow): Promise<DetectedFace[]> => {
    const input = readWindow(bgr, size, window, { edgePx: EDGE_PX, scale: 2 / 255, shift: -1 });
    return decodeWindow(await run(input), window, size).filter((face) => isWithin(face, window, size));
  };
  return {
    frameSize: defaultFrameSize,
    async detect(bgr, size) {
      const faces = await search(bgr, size, wholeWindow(size));
      if (!faces.some(({ height }) => height >= LARGE_FACE)) {
        for (const tile of tilesOf(size)) faces.push(...(await search(bgr, size, tile)));
      }
      return suppressOverlaps(faces, { maxOverlap: MAX_OVERLAP, maxFaces: FRAMING_LIMITS.facesPerFrame });
    },
    dispose,
  };
}
