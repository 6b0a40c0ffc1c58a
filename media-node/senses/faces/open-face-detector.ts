// Which network looks for faces: told by the format of its file.
import { openBlazeFace } from "./blazeface.ts";
import type { FaceDetector } from "./face-detector.ts";
import { openYunet } from "./yunet.ts";

/**
 * Opens a detector on the CPU: a file of TensorFlow Lite as BlazeFace, one of ONNX as YuNet.
 * @throws AppError MODEL_UNAVAILABLE when it cannot be opened or is another network
 */
export function openFaceDetector(path: string): Promise<FaceDetector> {
  return path.endsWith(".tflite") ? openBlazeFace(path) : openYunet(path);
}
