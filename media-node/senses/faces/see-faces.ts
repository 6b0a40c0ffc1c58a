// Sees where in a source somebody's face is, by the face detector in a thread.
import type { Span } from "../../signal/span.ts";
import { defineTask } from "../../threads/define-task.ts";
import { runInThread } from "../../threads/run-in-thread.ts";
import type { FacePresence } from "./face-presence.ts";
import type { SeeFacesCall } from "./see-faces.worker.ts";

const SEE_FACES = defineTask<SeeFacesCall, FacePresence>(
  new URL("./see-faces.worker.ts", import.meta.url),
  "decode",
);

export interface SeeFacesInput {
  /** The binary. */
  readonly ffmpeg: string;
  /** A YuNet model's file. */
  readonly faceModelPath: string;
  readonly sourcePath: string;
  /** As the probe found it: as displayed. */
  readonly video: { readonly streamIndex: number; readonly width: number; readonly height: number };
  /** On the source's clock. */
  readonly range: Span;
  readonly signal: AbortSignal;
  readonly onProgress: (fraction: number) => void;
}

/**
 * Looks at no more than SENSING_LIMITS.facePictures of the range.
 * @throws AppError MODEL_UNAVAILABLE, SOURCE_UNSUPPORTED; `signal.reason` on abort
 */
export function seeFaces(input: SeeFacesInput): Promise<FacePresence> {
  const { faceModelPath, ffmpeg, sourcePath, video, range, signal, onProgress } = input;
  const sourceSize = { width: video.width, height: video.height };
  const call: SeeFacesCall = {
    ffmpeg,
    sourcePath,
    videoStreamIndex: video.streamIndex,
    sourceSize,
    faceModelPath,
    startS: range.startS,
    endS: range.endS,
  };
  return runInThread(SEE_FACES, call, { signal, onProgress });
}
