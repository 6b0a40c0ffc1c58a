// Says once at start which ffmpeg works here and how children are fenced in, in the log and in the metrics.
import type { Logger } from "../shared/logger.ts";
import { type ChildFence, FENCE_PARTS } from "./ffmpeg/child-fence.ts";
import { type ChosenPrograms, isOlderThanAdvised } from "./ffmpeg/choose-ffmpeg.ts";
import type { NodeMetrics } from "./worker/node-metrics.ts";

export interface ProgramReport {
  readonly metrics: Pick<NodeMetrics, "setFfmpeg" | "setChildFence">;
  readonly logger: Logger;
}

export function reportPrograms(
  { ffmpeg, ffprobe, version, source, passedOver }: ChosenPrograms,
  { parts }: ChildFence,
  { metrics, logger }: ProgramReport,
): void {
  metrics.setFfmpeg(version, source);
  for (const part of FENCE_PARTS) metrics.setChildFence(part, parts.includes(part));
  const missing = FENCE_PARTS.filter((part) => !parts.includes(part));
  logger.info(
    { ffmpeg, ffprobe, version, source, passedOver, fence: parts, unfenced: missing },
    "media is read with",
  );
  if (isOlderThanAdvised(version)) {
    logger.warn(
      { version, source },
      "this ffmpeg lacks the security fixes of years: install your system's, or name a current one with CLIPMILL_FFMPEG",
    );
  }
}
