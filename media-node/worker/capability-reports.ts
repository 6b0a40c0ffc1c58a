// Reports a node's programs and models to the operator: each fact once in the log, and all of them in the metrics. At start
// which ffmpeg and which encoder work here, and how child processes are fenced in; later what each model runs on, which
// optional model failed, and where libx264 had to make a clip.
import { AppError } from "../../shared/errors.ts";
import { MODEL_OFFER_LIMITS } from "../../shared/limits/nodes.ts";
import type { Logger } from "../../shared/logger.ts";
import { SettingError } from "../../shared/process/environment.ts";
import type { CardFailure } from "../ffmpeg/cards/card-sessions.ts";
import type { DecoderChoice } from "../ffmpeg/cards/video-decoders.ts";
import { type ChildFence, FENCE_PARTS } from "../ffmpeg/child-fence.ts";
import { type ChosenPrograms, isOlderThanAdvised } from "../ffmpeg/choose-ffmpeg.ts";
import { SOFTWARE_ENCODER } from "../ffmpeg/video-encoder-settings.ts";
import type { EncoderChoice } from "../ffmpeg/video-encoders.ts";
import type { WatchedBundles } from "../models/watch-bundles.ts";
import type { NodeModels } from "../pipelines/node-models.ts";
import type { EncodingTools, ModelObserver } from "../pipelines/run-context.ts";
import type { NodeMetrics } from "./metrics/node-metrics.ts";
import type { NodeCompute } from "./node-devices.ts";

export interface ReportOptions<Metric extends keyof NodeMetrics> {
  readonly metrics: Pick<NodeMetrics, Metric>;
  readonly logger: Logger;
}

/** Reports the programs that read media. */
export function reportPrograms(
  { ffmpeg, ffprobe, version, source, passedOver }: ChosenPrograms,
  { parts }: ChildFence,
  { metrics, logger }: ReportOptions<"setFfmpeg" | "setChildFence">,
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

/** Reports the chosen encoder and why those before it were passed over; the result counts the clips that it fails at. */
export function reportedEncoder(
  { encoder, cards, passedOver }: EncoderChoice,
  { metrics, logger }: ReportOptions<"setVideoEncoder" | "countEncoderFallback">,
): EncodingTools {
  const { name } = encoder;
  metrics.setVideoEncoder(name);
  const missing = Object.fromEntries(passedOver.map((each) => [each.name, each.reason]));
  logger.info({ encoder: name, cards, missing }, "clips are encoded with");
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

/** Reports what decodes video, and why no card does where none does. */
export function reportDecoder({ cards, missing }: DecoderChoice, logger: Logger): void {
  const decoder = cards.length > 0 ? "cuda" : "software";
  logger.info({ decoder, cards, missing }, "video is decoded with");
}

/** Reports a decode that a card failed at. */
export function reportCardFailure({ card, reason }: CardFailure, logger: Logger): void {
  logger.warn({ card, reason }, "a card failed at a decode: the processor made it instead");
}

/** A node that was told to use a model that is not there must not start and fail job by job. @throws SettingError */
function nameOfSpeechModel({ speech }: NodeModels): string {
  try {
    return speech().bundle.manifest.name;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new SettingError("CLIPMILL_SPEECH_MODEL", `must name an installed model. ${error.message}`);
  }
}

/**
 * Reports what finds speech, voices and faces, now and whenever models come or go.
 * @throws SettingError where the speech model that was asked for is not there
 */
export function reportDetectors(
  models: NodeModels,
  { onChange }: WatchedBundles,
  { metrics, logger }: ReportOptions<"setDetectors">,
): void {
  const speechModel = nameOfSpeechModel(models);
  logger.info({ speechModel, ...models.detectors() }, "speech, voices and faces are found with");
  const report = (): void => metrics.setDetectors(models.detectors());
  report();
  onChange(report);
}

/** Reports what each model runs on and which optional model failed, once for each model and provider or reason. */
export function createModelObserver({
  metrics,
  logger,
  modelProviders,
}: ReportOptions<"setModelProvider"> & Pick<NodeCompute, "modelProviders">): ModelObserver {
  const said = new Set<string>();
  const isNew = (fact: string): boolean => {
    if (said.has(fact)) return false;
    // A reason may name what is each time another, such as a run's file.
    if (said.size >= MODEL_OFFER_LIMITS.toldModels) said.clear();
    said.add(fact);
    return true;
  };
  return {
    onProvider: (model, provider, passedOver, remark) => {
      metrics.setModelProvider(model, provider);
      modelProviders.set(model, provider);
      if (!isNew(`${model} ${provider} ${remark}`)) return;
      logger.info({ model, provider, remark }, "model loaded");
      for (const { provider: missing, reason } of passedOver) {
        logger.warn(
          { model, provider, missing, reason },
          `${missing} could not be had: the model runs on ${provider}`,
        );
      }
    },
    onFailure: (model, error) => {
      if (!isNew(`${model} ${String(error)}`)) return;
      logger.warn({ model, err: error }, "an optional model failed: jobs go on without it");
    },
  };
}
