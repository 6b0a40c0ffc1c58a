// Wires the programs and thread pools that pipelines work with.
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { MediaNodeConfig } from "./config.ts";
import type { MediaPrograms } from "./ffmpeg/choose-ffmpeg.ts";
import { SOFTWARE_ENCODER } from "./ffmpeg/video-encoder-settings.ts";
import { ANALYZE_FRAMING_WORKER } from "./framing/analyze-framing.ts";
import { ANALYZE_VIDEO_WORKER } from "./framing/shots/analyze-video.ts";
import { createHighlightTools } from "./highlight-tools.ts";
import { createImageTools } from "./image-tools.ts";
import { chooseBundle, type FoundBundle } from "./models/find-bundles.ts";
import type { ModelSettings } from "./models/model-settings.ts";
import type { EncodingTools, MediaTools } from "./pipelines/run-context.ts";
import { FIND_GAIN_WORKER } from "./render/find-gain.ts";
import { RENDER_CLIP_WORKER } from "./render/render-clip.ts";
import { ANALYZE_AUDIO_WORKER } from "./senses/audio/analyze-audio.ts";
import { createSensingTools } from "./sensing-tools.ts";
import { createSpeechTools, type SpeechToolsOptions } from "./speech-tools.ts";
import { createThreadPool } from "./threads/thread-pool.ts";
import { createViralityTools } from "./virality-tools.ts";

type ToolSettings = Pick<
  MediaNodeConfig,
  "ytdlp" | "renderThreads" | "encoderThreads" | "concurrency" | "highlightReelS" | "imageMemoryBytes"
> &
  MediaPrograms & { readonly models: Pick<ModelSettings, "speechModel" | "executionProviders"> };

/** Every run waits for at most all of its clips at one pool. */
const QUEUED_PER_RUN = 32;

/** The file of the face detector that is to be used; null where none is installed that an engine of ours reads. */
function faceModel(bundles: readonly FoundBundle[]): string | null {
  const readable = bundles.filter(({ manifest }) => manifest.family === "yunet");
  const bundle = chooseBundle(readable, "face-detection");
  return bundle === undefined ? null : join(bundle.folder, bundle.manifest.files[0]?.path ?? "");
}

interface MediaToolsOptions extends Pick<SpeechToolsOptions, "bundles" | "metrics" | "logger"> {
  /** libx264 unless told. */
  readonly encoding?: EncodingTools;
}

/** Starts no thread until there is work for it. */
export function createMediaTools(
  config: ToolSettings,
  { encoding, ...speechOptions }: MediaToolsOptions,
): { tools: MediaTools; close: () => Promise<void> } {
  const { ffmpeg, ffprobe, ytdlp, renderThreads, encoderThreads, concurrency, models } = config;
  const { bundles } = speechOptions;
  const maxQueue = concurrency * QUEUED_PER_RUN;
  const pool = <I, O>(workerFile: URL) =>
    createThreadPool<I, O>({ workerFile, threads: renderThreads, maxQueue });
  const pools = {
    audioPool: pool(ANALYZE_AUDIO_WORKER) as MediaTools["audioPool"],
    videoPool: pool(ANALYZE_VIDEO_WORKER) as MediaTools["videoPool"],
    framingPool: pool(ANALYZE_FRAMING_WORKER) as MediaTools["framingPool"],
    gainPool: pool(FIND_GAIN_WORKER) as MediaTools["gainPool"],
    renderPool: pool(RENDER_CLIP_WORKER) as MediaTools["renderPool"],
  };
  const speech = createSpeechTools({
    ...speechOptions,
    ...{ preferredModel: models.speechModel, providers: models.executionProviders },
    ...{ cores: availableParallelism(), maxQueue },
  });
  const virality = createViralityTools({
    ...{ bundles, maxQueue },
    ...{ providers: models.executionProviders, cores: availableParallelism() },
  });
  const sensing = createSensingTools({
    ...{ bundles, logger: speechOptions.logger, maxQueue },
    ...{ providers: models.executionProviders, cores: availableParallelism() },
  });
  const highlights = createHighlightTools({ bundles, reelS: config.highlightReelS, renderThreads, maxQueue });
  const { metrics, logger } = speechOptions;
  const images = createImageTools({
    ...{ bundles, metrics, logger, maxQueue, memoryBytes: config.imageMemoryBytes },
    ...{ providers: models.executionProviders, cores: availableParallelism() },
  });
  return {
    tools: {
      ...{ ffmpeg, ffprobe, ytdlp, renderThreads, encoderThreads, ...pools, speech: speech.tools },
      encoding: encoding ?? { encoder: SOFTWARE_ENCODER, onFallback: () => undefined },
      faceModel: () => faceModel(bundles()),
      virality: virality.tools,
      sensing: sensing.tools,
      highlights: highlights.tools,
      images: images.tools,
    },
    close: async () => {
      await Promise.all([
        ...Object.values(pools).map((each) => each.close()),
        speech.close(),
        virality.close(),
        sensing.close(),
        highlights.close(),
        images.close(),
      ]);
    },
  };
}
