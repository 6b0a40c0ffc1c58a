// Measures where something happens in the pictures of one clip, in a thread.
import type { ColumnSaliency } from "../signal/column-saliency.ts";
import type { FramingAnalysisInput } from "../threads/analyze-framing.worker.ts";
import type { ThreadPool } from "../threads/thread-pool.ts";

export const ANALYZE_FRAMING_WORKER = new URL("../threads/analyze-framing.worker.ts", import.meta.url);

export type FramingPool = ThreadPool<FramingAnalysisInput, ColumnSaliency>;

const TIMEOUT_FACTOR = 30;

/** @throws AppError SOURCE_UNSUPPORTED when the pictures cannot be decoded; `signal.reason` on abort */
export async function analyzeFraming(
  pool: FramingPool,
  input: Omit<FramingAnalysisInput, "timeoutMs">,
  signal: AbortSignal,
): Promise<ColumnSaliency> {
  const timeoutMs = (60 + input.durationS * TIMEOUT_FACTOR) * 1_000;
  return pool.run({ ...input, timeoutMs }, { signal });
}
