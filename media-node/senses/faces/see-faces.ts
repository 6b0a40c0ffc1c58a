import { defineTask } from "../../threads/define-task.ts";
import type { FacePresence } from "./face-presence.ts";
import type { SeeFacesCall } from "./see-faces.worker.ts";

/**
 * Finds where in a source somebody's face is, in no more than SENSING_LIMITS.facePictures frames of it.
 * @throws AppError MODEL_UNAVAILABLE, SOURCE_UNSUPPORTED
 */
export const SEE_FACES = defineTask<SeeFacesCall, FacePresence>(
  new URL("./see-faces.worker.ts", import.meta.url),
  "decode",
);
