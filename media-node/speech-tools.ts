// Wires what hears speech: the pools, and the choice of a model among those that the node has found.
import { join } from "node:path";
import { AppError } from "../shared/errors.ts";
import { chooseBundle, type FoundBundle } from "./models/find-bundles.ts";
import type { ExecutionProvider } from "./onnx/onnx-session.ts";
import type { SpeechDetector, SpeechModel, SpeechTools } from "./pipelines/run-context.ts";
import { type ProviderNewsOptions, providerNews } from "./provider-news.ts";
import { DETECT_SPEECH_WORKER } from "./speech/detection/detect-speech.ts";
import { RECOGNIZE_SPEECH_WORKER } from "./speech/recognize-speech.ts";
import { createThreadPool, type ThreadPool } from "./threads/thread-pool.ts";

export interface SpeechToolsOptions extends ProviderNewsOptions {
  /** What is installed now. */
  readonly bundles: () => readonly FoundBundle[];
  /** The name of the bundle to use; undefined for the best. */
  readonly preferredModel: string | undefined;
  readonly providers: readonly ExecutionProvider[];
  readonly cores: number;
  /** Calls that may wait for a thread. */
  readonly maxQueue: number;
}

/**
 * A model up to this size is loaded by a thread for each core, each on one core: its decoding, which is ours, then runs
 * in parallel too. A larger one is loaded once, because memory would be short before cores are, and gets all cores.
 */
const LOADED_PER_CORE_BYTES = 100_000_000;

/** The detector that needs no model. Its version rises with every change to what it finds. */
const BUILT_IN_DETECTOR = "built-in@1";

/** Starts no thread until something is to be heard. */
export function createSpeechTools(options: SpeechToolsOptions): {
  tools: SpeechTools;
  close: () => Promise<void>;
} {
  const { bundles, preferredModel, providers, cores, maxQueue } = options;
  const pool = <I, O>(workerFile: URL, threads: number, keepsModels: boolean): ThreadPool<I, O> =>
    createThreadPool<I, O>({ workerFile, threads, maxQueue, keepsModels });
  const detectPool: SpeechTools["detectPool"] = pool(DETECT_SPEECH_WORKER, cores, false);
  const perCore: SpeechModel["pool"] = pool(RECOGNIZE_SPEECH_WORKER, cores, true);
  const single: SpeechModel["pool"] = pool(RECOGNIZE_SPEECH_WORKER, 1, true);
  const recognition = (): SpeechModel => {
    const bundle = chooseBundle(bundles(), "speech-recognition", preferredModel);
    if (bundle === undefined) throw new AppError("MODEL_UNAVAILABLE", "This media node has no speech model.");
    const sizeBytes = bundle.manifest.files.reduce((sum, file) => sum + file.sizeBytes, 0);
    return sizeBytes <= LOADED_PER_CORE_BYTES
      ? { bundle, providers, pool: perCore, threads: 1, atOnce: cores }
      : { bundle, providers, pool: single, threads: cores, atOnce: 1 };
  };
  const detector = (): SpeechDetector => {
    const bundle = chooseBundle(bundles(), "voice-activity");
    if (bundle === undefined) return { name: BUILT_IN_DETECTOR, sileroPath: null };
    const { name, version, files } = bundle.manifest;
    return { name: `${name}@${version}`, sileroPath: join(bundle.folder, files[0]?.path ?? "") };
  };
  return {
    tools: { detectPool, recognition, detector, onProvider: providerNews(options) },
    close: async () => {
      await Promise.all([detectPool, perCore, single].map((each) => each.close()));
    },
  };
}
