// Faces as boxes in shares of the frame, so that nothing that follows depends on the size at which they were found.

/** `x` and `y` of the upper left corner and the size, all as shares of the frame's width and height. */
export interface FaceBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A place in the frame, as shares of its width and height. */
export interface FramePoint {
  readonly x: number;
  readonly y: number;
}

export interface DetectedFace extends FaceBox {
  /** How sure the detector is, 0 to 1. */
  readonly score: number;
  /** Between the eyes. */
  readonly eyes: FramePoint;
  /** Between the corners of the mouth. */
  readonly mouth: FramePoint;
}

/** Shared area of two boxes over the area that they cover together (intersection over union), 0 to 1. */
export function overlapOf(one: FaceBox, other: FaceBox): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  if (width <= 0 || height <= 0) return 0;
  const shared = width * height;
  return shared / (one.width * one.height + other.width * other.height - shared);
}

/**
 * Non-maximum suppression: of faces that overlap by more than `maxOverlap`, only the one with the best score is kept.
 * @param maxFaces at most so many are kept, the best
 */
export function suppressOverlaps(
  faces: readonly DetectedFace[],
  { maxOverlap, maxFaces }: { readonly maxOverlap: number; readonly maxFaces: number },
): DetectedFace[] {
  const kept: DetectedFace[] = [];
  for (const face of faces.toSorted((a, b) => b.score - a.score)) {
    if (kept.length === maxFaces) break;
    if (kept.every((better) => overlapOf(better, face) <= maxOverlap)) kept.push(face);
  }
  return kept;
}
