// Wires what encodes clips: says once at start which encoder it is and why not one before it, and counts the clips that
// it failed at.
import type { Logger } from "../shared/logger.ts";
import { SOFTWARE_ENCODER } from "./ffmpeg/video-encoder-settings.ts";
import type { EncoderChoice } from "./ffmpeg/video-encoders.ts";
import type { EncodingTools } from "./pipelines/run-context.ts";
import type { NodeMetrics } from "./worker/node-metrics.ts";

export interface EncodingToolsOptions {
  readonly metrics: Pick<NodeMetrics, "setVideoEncoder" | "countEncoderFallback">;
  readonly logger: Logger;
}

export function createEncodingTools(
  { encoder, passedOver }: EncoderChoice,
  { metrics, logger }: EncodingToolsOptions,
): EncodingTools {
  const { name } = encoder;
  metrics.setVideoEncoder(name);
  const missing = Object.fromEntries(passedOver.map((each) => [each.name, each.reason]));
  logger.info({ encoder: name, missing }, "clips are encoded with");
  return {
    encoder,
    onFallback: (reason) => {
      metrics.countEncoderFallback(name);
      logger.warn(
        { encoder: name, reason },
        `${name} failed at a clip: ${SOFTWARE_ENCODER.name} made it instead`,
      );
    },
  };
}
