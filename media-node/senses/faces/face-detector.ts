// What a face detector does for those who look for faces, whichever network it is.
import type { FrameSize } from "../../ffmpeg/fit-frames.ts";
import type { DetectedFace } from "./face-boxes.ts";

export interface FaceDetector {
  /** The size to which a source's frames must be scaled before they come here; even numbers. */
  frameSize(source: FrameSize): FrameSize;
  /**
   * Finds the faces of one frame, the surest first.
   * @param bgr three bytes a pixel, of the size that `frameSize` gave
   */
  detect(bgr: Uint8Array, size: FrameSize): Promise<DetectedFace[]>;
  dispose(): Promise<void>;
}

/** Longer side of the frames for a model that takes any size: a face of 1/40 of it is still 12 pixels. */
const DEFAULT_LONG_SIDE_PX = 480;

/** As large as `outer` holds the source's frames, in even numbers. */
export function sizeWithin(source: FrameSize, outer: FrameSize): FrameSize {
  const scale = Math.min(outer.width / source.width, outer.height / source.height);
  const even = (value: number): number => Math.max(2, 2 * Math.round((value * scale) / 2));
  return {
    width: Math.min(outer.width, even(source.width)),
    height: Math.min(outer.height, even(source.height)),
  };
}

/** A size for frames of a source where the detector takes any, and where there is none. */
export function defaultFrameSize(source: FrameSize): FrameSize {
  return sizeWithin(source, { width: DEFAULT_LONG_SIDE_PX, height: DEFAULT_LONG_SIDE_PX });
}
