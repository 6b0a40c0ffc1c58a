import { defineTask } from "../../threads/define-task.ts";
import type { DetectedSpeech, DetectSpeechCall } from "./detect-speech.worker.ts";

/**
 * Finds the windows of a source's audio in which somebody speaks, some hundred times faster than real time, and leaves
 * its samples in a scratch file for the recognizer to read them from: 115 MB for each hour. Sound without speech gives
 * no windows.
 * @throws AppError SOURCE_UNSUPPORTED when the audio cannot be decoded, MODEL_UNAVAILABLE when Silero's model cannot
 *   be opened
 */
export const DETECT_SPEECH = defineTask<DetectSpeechCall, DetectedSpeech>(
  new URL("./detect-speech.worker.ts", import.meta.url),
  "decode",
);
