// Looks for faces in frames of a whole source at even steps, in a thread of its own: from key frames, which decode ten
// times faster than everything. A frame that is the one before (key frames may be far apart) is looked at once.
import { SENSING_LIMITS } from "../../../shared/limits/sensing.ts";
import { readSpacedFrames, type SpacedFramesCall } from "../../ffmpeg/evenly-spaced-frames.ts";
import type { FrameSize } from "../../ffmpeg/fit-frames.ts";
import { type ThreadContext, threadTask } from "../../threads/thread-task.ts";
import type { FaceDetector } from "./face-detector.ts";
import type { FacePresence } from "./face-presence.ts";
import { openFaceDetector } from "./open-face-detector.ts";

export interface DetectFacesCall extends Omit<SpacedFramesCall, "stepS" | "size" | "skip"> {
  /** Of the frames as displayed. */
  readonly sourceSize: FrameSize;
  /** A face detector's file. */
  readonly faceModelPath: string;
}

const MIN_STEP_S = 2;
/** Smaller ones, as shares of the frame's height, are people in the background. */
const MIN_HEIGHT = 0.06;

/** ffmpeg gives red first, the detector wants blue first. */
function swapRedAndBlue(rgb: Uint8Array): Uint8Array {
  const bgr = rgb.slice();
  for (let index = 0; index < bgr.length; index += 3) {
    bgr[index] = rgb[index + 2] ?? 0;
    bgr[index + 2] = rgb[index] ?? 0;
  }
  return bgr;
}

async function look(
  detector: FaceDetector,
  call: DetectFacesCall,
  { signal, reportProgress }: ThreadContext,
): Promise<FacePresence> {
  const lengthS = call.endS - call.startS;
  const stepS = Math.max(MIN_STEP_S, lengthS / SENSING_LIMITS.faceFrames);
  const maxFrames = Math.ceil(lengthS / stepS) + 1;
  const size = detector.frameSize(call.sourceSize);
  const seen: number[] = [];
  let before: Buffer | undefined;
  await readSpacedFrames({ ...call, stepS, size, skip: "nokey" }, signal, async (rgb) => {
    signal.throwIfAborted();
    if (seen.length === maxFrames) return;
    const known = seen.at(-1);
    if (known !== undefined && before?.equals(rgb) === true) seen.push(known);
    else {
      const faces = await detector.detect(swapRedAndBlue(rgb), size);
      seen.push(Number(faces.some(({ height }) => height >= MIN_HEIGHT)));
    }
    before = Buffer.from(rgb.buffer);
    reportProgress(Math.min(1, seen.length / maxFrames));
  });
  return { startS: call.startS, stepS, seen: Uint8Array.from(seen) };
}

export default threadTask<DetectFacesCall, FacePresence>(async (call, context) => {
  const detector = await openFaceDetector(call.faceModelPath);
  try {
    return await look(detector, call, context);
  } finally {
    await detector.dispose();
  }
});
