// One source through the whole way of speech, alone in a process: `node --import tsx speech-run.ts FILE FOLDER` decodes,
// finds the speech, recognizes it with the built-in model and lays out captions, and prints what that took as JSON. A
// process of its own, because what an earlier repeat left in memory would hide what this one needs.

import { markSentenceEnds } from "../../media-node/clips/sentences/sentences.ts";
import type { RunContext } from "../../media-node/pipelines/run-context.ts";
import { transcribeSource } from "../../media-node/pipelines/transcribe-source.ts";
import { probeSource } from "../../media-node/source/probe-source.ts";
import { DETECT_SPEECH } from "../../media-node/speech/detection/detect-speech.ts";
import { observeTask } from "../../media-node/threads/observe-task.ts";
import { closeThreads } from "../../media-node/threads/run-in-thread.ts";
import { layOutTranscript } from "../../shared/captions/lay-out-transcript.ts";
import { createLogger } from "../../shared/logger.ts";
import { createFileStorage } from "../../shared/storage/file-storage.ts";
import { openBenchTools } from "../measuring/bench-node.ts";

const LOGGER = createLogger("bench", "warn");

/** Puts a clock on the finding of speech; the result says what it took so far. */
function timeDetection(): () => number {
  let detectMs = 0;
  observeTask(DETECT_SPEECH, async (call, run) => {
    const fromMs = performance.now();
    try {
      return await run(call);
    } finally {
      detectMs += performance.now() - fromMs;
    }
  });
  return () => detectMs;
}

async function main(sourcePath: string, folder: string): Promise<Record<string, number>> {
  const tools = await openBenchTools();
  const detectMs = timeDetection();
  const { signal } = new AbortController();
  const context: RunContext = {
    transcripts: { find: async () => undefined, add: async () => true },
    taskId: "task_bench",
    scratchFolder: folder,
    storage: createFileStorage(folder),
    tools,
    policy: { allowNetworks: [] },
    logger: LOGGER,
    signal,
    report: () => undefined,
  };
  try {
    const fromMs = performance.now();
    const source = await probeSource(tools, sourcePath, signal);
    const range = { startS: 0, endS: source.durationS };
    const input = { sourcePath, source, range, onProgress: () => undefined };
    const transcript = await transcribeSource(context, input);
    const transcribedMs = performance.now();
    const words = transcript.windows.flatMap((window) => window.words);
    const captions = layOutTranscript(markSentenceEnds(words), range.endS);
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
    await closeThreads();
  }
}

const [sourcePath, folder] = process.argv.slice(2);
if (sourcePath === undefined || folder === undefined) throw new Error("Give a source and an empty folder.");
console.log(JSON.stringify(await main(sourcePath, folder)));
