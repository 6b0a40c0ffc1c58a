// Searches a photograph as the frames of a source are searched.
import sharp from "sharp";
import type { DetectedFace } from "../../../media-node/senses/faces/face-boxes.ts";
import type { FaceDetector } from "../../../media-node/senses/faces/face-detector.ts";

/** The faces of an image file, at the size that the detector wishes. */
export async function detectIn(detector: FaceDetector, photograph: string): Promise<DetectedFace[]> {
  const { width, height } = await sharp(photograph).metadata();
  const size = detector.frameSize({ width, height });
  const image = sharp(photograph).resize({ ...size, fit: "fill" });
  const rgb = await image.removeAlpha().raw().toBuffer();
  const bgr = Uint8Array.from(rgb, (_, index) => rgb[index - (index % 3) + 2 - (index % 3)] ?? 0);
  return detector.detect(bgr, size);
}
