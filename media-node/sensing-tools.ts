// Wires the optional models that hear and see a whole source: none of them is needed, and none keeps a job from ending
// well. Looked up anew by each job, since operators add some while a node runs.
import type { Logger } from "../shared/logger.ts";
import { chooseBundle, type FoundBundle } from "./models/find-bundles.ts";
import type { BundleManifest } from "./models/model-bundle.ts";
import type { ExecutionProvider } from "./onnx/onnx-session.ts";
import type { SensingModel, SensingTools } from "./pipelines/run-context.ts";
import { HEAR_EVENTS_WORKER, type HearEventsPool } from "./senses/audio-events/hear-events.ts";
import { SEE_FACES_WORKER, type SeeFacesPool } from "./senses/faces/see-faces.ts";
import { MATCH_PICTURES_WORKER, type MatchPicturesPool } from "./senses/image-text/match-pictures.ts";
import { createThreadPool, type ThreadPool } from "./threads/thread-pool.ts";

export interface SensingToolsOptions {
  /** What is installed now. */
  readonly bundles: () => readonly FoundBundle[];
  readonly providers: readonly ExecutionProvider[];
  readonly cores: number;
  /** Calls that may wait for the thread. */
  readonly maxQueue: number;
  readonly logger: Logger;
}

/** The families of a kind that an engine of ours reads. */
const FAMILIES: Readonly<Partial<Record<BundleManifest["kind"], readonly string[]>>> = {
  "audio-events": ["ast"],
  "image-text": ["clip", "siglip"],
};

/** Says once for each model and reason that jobs go on without it. */
function failureNews(logger: Logger): SensingTools["onFailure"] {
  const said = new Set<string>();
  return (model, error) => {
    const news = `${model} ${String(error)}`;
    if (said.has(news)) return;
    said.add(news);
    logger.warn({ model, err: error }, "an optional model failed: jobs go on without it");
  };
}

/** Starts no thread until something is to be heard or seen; each model is loaded once and gets all cores. */
export function createSensingTools(options: SensingToolsOptions): {
  tools: SensingTools;
  close: () => Promise<void>;
} {
  const { bundles, providers, cores, maxQueue, logger } = options;
  const pool = <I, O>(workerFile: URL): ThreadPool<I, O> =>
    createThreadPool<I, O>({ ...{ workerFile, threads: 1, maxQueue }, keepsModels: true });
  const hearPool: HearEventsPool = pool(HEAR_EVENTS_WORKER);
  const matchPool: MatchPicturesPool = pool(MATCH_PICTURES_WORKER);
  // Its model comes with each call, and is opened within milliseconds.
  const facesPool: SeeFacesPool = createThreadPool({ workerFile: SEE_FACES_WORKER, threads: 1, maxQueue });
  const modelOf = <P>(kind: BundleManifest["kind"], eachPool: P): SensingModel<P> | null => {
    const readable = bundles().filter(({ manifest }) => FAMILIES[kind]?.includes(manifest.family) === true);
    const bundle = chooseBundle(readable, kind);
    return bundle === undefined ? null : { bundle, pool: eachPool, providers, threads: cores };
  };
  return {
    tools: {
      audioEvents: () => modelOf("audio-events", hearPool),
      imageText: () => modelOf("image-text", matchPool),
      facesPool,
      onFailure: failureNews(logger),
    },
    close: async () => {
      await Promise.all([hearPool.close(), matchPool.close(), facesPool.close()]);
    },
  };
}
