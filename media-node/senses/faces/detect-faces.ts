import { defineTask } from "../../threads/define-task.ts";
import type { DetectFacesCall } from "./detect-faces.worker.ts";
import type { FacePresence } from "./face-presence.ts";

/**
 * Finds where in a source somebody's face is, in no more than SENSING_LIMITS.faceFrames frames of it.
 * @throws AppError MODEL_UNAVAILABLE, SOURCE_UNSUPPORTED
 */
export const DETECT_FACES = defineTask<DetectFacesCall, FacePresence>(
  new URL("./detect-faces.worker.ts", import.meta.url),
  "decode",
);
