// Looks at the pictures of one clip, in a thread: where something happens, and where faces are.

import type { ThreadPool } from "../threads/thread-pool.ts";
import type { FramingAnalysis, FramingAnalysisInput } from "./analyze-framing.worker.ts";

export const ANALYZE_FRAMING_WORKER = new URL("./analyze-framing.worker.ts", import.meta.url);

export type FramingPool = ThreadPool<FramingAnalysisInput, FramingAnalysis>;

const TIMEOUT_FACTOR = 30;

/**
 * @throws AppError SOURCE_UNSUPPORTED when the pictures cannot be decoded, MODEL_UNAVAILABLE when the face detector
 * cannot be opened; `signal.reason` on abort
 */
export async function analyzeFraming(
  pool: FramingPool,
  input: Omit<FramingAnalysisInput, "timeoutMs">,
  signal: AbortSignal,
): Promise<FramingAnalysis> {
  const timeoutMs = (60 + input.durationS * TIMEOUT_FACTOR) * 1_000;
  return pool.run({ ...input, timeoutMs }, { signal });
}
