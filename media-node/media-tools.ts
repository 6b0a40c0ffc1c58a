// What all runs of a node share: its programs, its encoder and its models.
import { availableParallelism } from "node:os";
import type { MediaNodeConfig } from "./config.ts";
import type { MediaPrograms } from "./ffmpeg/choose-ffmpeg.ts";
import { SOFTWARE_ENCODER } from "./ffmpeg/video-encoder-settings.ts";
import type { FoundBundle } from "./models/find-bundles.ts";
import type { ModelSettings } from "./models/model-settings.ts";
import type { ExecutionProvider } from "./onnx/execution-providers.ts";
import { createNodeModels } from "./pipelines/node-models.ts";
import type { EncodingTools, MediaTools, ModelObserver, RangedRead } from "./pipelines/run-context.ts";

type ToolSettings = Pick<
  MediaNodeConfig,
  "ytdlp" | "encoderThreads" | "bounds" | "diskFloorBytes" | "transcriptsKept" | "imageMemoryBytes"
> &
  MediaPrograms & {
    readonly models: Pick<ModelSettings, "speechModel"> & {
      /** Tried in this order. */
      readonly executionProviders: readonly ExecutionProvider[];
    };
  };

interface MediaToolsOptions {
  /** What is installed now. */
  readonly bundles: () => readonly FoundBundle[];
  readonly modelObserver: ModelObserver;
  /** libx264 unless told. */
  readonly encoding?: EncodingTools;
  readonly onRangedRead?: (read: RangedRead) => void;
}

/** Starts and loads nothing. */
export function createMediaTools(
  settings: ToolSettings,
  { bundles, modelObserver, encoding, onRangedRead }: MediaToolsOptions,
): MediaTools {
  const { ffmpeg, ffprobe, ytdlp, encoderThreads, bounds, diskFloorBytes } = settings;
  const { transcriptsKept, imageMemoryBytes, models } = settings;
  const cores = availableParallelism();
  const { executionProviders: providers, speechModel: preferredSpeechModel } = models;
  return {
    ffmpeg,
    ffprobe,
    ytdlp,
    encoderThreads,
    bounds,
    diskFloorBytes,
    transcriptsKept,
    encoding: encoding ?? { encoder: SOFTWARE_ENCODER, onFallback: () => undefined },
    models: createNodeModels({ bundles, preferredSpeechModel, providers, cores }),
    images: {
      providers,
      threads: cores,
      memoryBytes: imageMemoryBytes,
      onProvider: modelObserver.onProvider,
    },
    modelObserver,
    onRangedRead: onRangedRead ?? (() => undefined),
  };
}
