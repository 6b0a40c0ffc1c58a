// Model files that npm packages bring.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The path of a file in MediaPipe's package of face detectors. */
export function mediapipeFile(name: string): string {
  const manifest = createRequire(import.meta.url).resolve("@mediapipe/face_detection/package.json");
  return join(dirname(manifest), name);
}

export const BLAZEFACE_PATH = mediapipeFile("face_detection_full_range.tflite");
