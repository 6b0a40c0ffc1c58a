// Looks at the frames of one clip, in a thread: where something happens, and where faces are.

import { defineTask } from "../threads/define-task.ts";
import { runInThread } from "../threads/run-in-thread.ts";
import type { FramingAnalysis } from "./analyze-framing.worker.ts";
import type { FramingAnalysisInput } from "./framing-arguments.ts";

export const ANALYZE_FRAMING = defineTask<FramingAnalysisInput, FramingAnalysis>(
  new URL("./analyze-framing.worker.ts", import.meta.url),
  "decode",
);

const TIMEOUT_FACTOR = 30;

/**
 * @throws AppError SOURCE_UNSUPPORTED when the frames cannot be decoded, MODEL_UNAVAILABLE when the face detector
 * cannot be opened; `signal.reason` on abort
 */
export async function analyzeFraming(
  input: Omit<FramingAnalysisInput, "timeoutMs">,
  signal: AbortSignal,
): Promise<FramingAnalysis> {
  const timeoutMs = (60 + input.durationS * TIMEOUT_FACTOR) * 1_000;
  return runInThread(ANALYZE_FRAMING, { ...input, timeoutMs }, { signal });
}
