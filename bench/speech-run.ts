// One source through the whole way of speech, alone in a process: `node --import tsx speech-run.ts FILE FOLDER` decodes,
// finds the speech, recognises it with the built-in model and lays out captions, and prints what that took as JSON. A
// process of its own, because what an earlier repeat left in memory would hide what this one needs.
import { createMediaTools } from "../media-node/media-tools.ts";
import { BUILT_IN_MODELS_DIR, findBundles } from "../media-node/models/find-bundles.ts";
import type { MediaTools, RunContext } from "../media-node/pipelines/run-context.ts";
import { transcribeSource } from "../media-node/pipelines/transcribe-source.ts";
import { probeSource } from "../media-node/source/probe-source.ts";
import { layOutTranscript } from "../media-node/speech/transcripts/lay-out-transcript.ts";
import { createLogger } from "../shared/logger.ts";
import { createFileStorage } from "../shared/storage/file-storage.ts";
import { readBenchConfig } from "./node-config.ts";

const LOGGER = createLogger("bench", "warn");
/** No folder of an operator's: the figures are those of the model that comes with the project. */
const NO_MODELS_DIR = "/nonexistent";

async function createTools(): Promise<{ tools: MediaTools; close: () => Promise<unknown> }> {
  // The node's own settings decide the binaries; nothing here needs a database.
  const config = await readBenchConfig();
  const found = await findBundles({
    modelsDir: NO_MODELS_DIR,
    builtInDir: BUILT_IN_MODELS_DIR,
    logger: LOGGER,
  });
  const models = { speechModel: undefined, executionProviders: ["cpu"] as const };
  return createMediaTools(
    { ...config, models },
    { bundles: () => found, metrics: { setModelProvider: () => undefined }, logger: LOGGER },
  );
}

/** The tools with a clock on the finding of speech; `detectMs` is what it took so far. */
function timed(tools: MediaTools): { tools: MediaTools; detectMs: () => number } {
  let detectMs = 0;
  const { detectPool } = tools.speech;
  const timedPool: typeof detectPool = {
    ...detectPool,
    run: async (call, options) => {
      const fromMs = performance.now();
      try {
        return await detectPool.run(call, options);
      } finally {
        detectMs += performance.now() - fromMs;
      }
    },
  };
  const speech = { ...tools.speech, detectPool: timedPool };
  return { tools: { ...tools, speech }, detectMs: () => detectMs };
}

async function main(sourcePath: string, folder: string): Promise<Record<string, number>> {
  const made = await createTools();
  const { tools, detectMs } = timed(made.tools);
  const { signal } = new AbortController();
  const context: RunContext = {
    transcripts: { find: async () => undefined, add: async () => undefined },
    ...{ taskId: "task_bench", scratchFolder: folder, storage: createFileStorage(folder), tools },
    ...{ policy: { allowNetworks: [] }, logger: LOGGER, signal, report: () => undefined },
  };
  try {
    const fromMs = performance.now();
    const source = await probeSource(tools, sourcePath, signal);
    const range = { startS: 0, endS: source.durationS };
    const input = { sourcePath, source, range, name: "speech", onProgress: () => undefined };
    const transcript = await transcribeSource(context, input);
    const transcribedMs = performance.now();
    const words = transcript.windows.flatMap((window) => window.words);
    const captions = layOutTranscript(words, range.endS);
    const doneMs = performance.now();
    return {
      timesRealTime: (source.durationS * 1_000) / (doneMs - fromMs),
      detectMs: detectMs(),
      recognizeMs: transcribedMs - fromMs - detectMs(),
      captionMs: doneMs - transcribedMs,
      words: words.length,
      captions: captions.length,
    };
  } finally {
    await made.close();
  }
}

const [sourcePath, folder] = process.argv.slice(2);
if (sourcePath === undefined || folder === undefined) throw new Error("Give a source and an empty folder.");
console.log(JSON.stringify(await main(sourcePath, folder)));
