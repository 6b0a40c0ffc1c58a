// What threads that recognize speech take together, alone in a process: `node --import tsx speech-threads-run.ts FILE
// FOLDER THREADS` has so many threads recognize the start of FILE at once with the built-in model, and prints what they
// left in memory as JSON. One thread's share is what all added to the process over their number.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import ffmpeg from "@ffmpeg-installer/ffmpeg";
import { BUILT_IN_MODELS_DIR } from "../../media-node/models/find-bundles.ts";
import { readBundle } from "../../media-node/models/model-bundle.ts";
import { AUDIO_SAMPLE_RATE_HZ } from "../../media-node/signal/audio-analysis.ts";
import { RECOGNIZE_PER_CORE } from "../../media-node/speech/recognize-speech.ts";
import { closeThreads, openThreads, runInThread } from "../../media-node/threads/run-in-thread.ts";
import { evenLanes } from "../../test/support/media-node/even-lanes.ts";
import { readTreeRss } from "../measuring/memory.ts";

const run = promisify(execFile);
const AUDIO_S = 20;
/** Long enough for threads to collect what they read their model from. */
const SETTLE_MS = 3_000;

async function main(sourcePath: string, folder: string, threads: number): Promise<Record<string, number>> {
  const samplesPath = join(folder, "samples");
  const output = ["-t", String(AUDIO_S), "-f", "s16le", "-ac", "1", "-ar", String(AUDIO_SAMPLE_RATE_HZ)];
  await run(ffmpeg.path, ["-nostdin", "-v", "error", "-y", "-i", sourcePath, ...output, samplesPath]);
  openThreads(evenLanes(threads, threads));
  const call = {
    bundle: await readBundle(join(BUILT_IN_MODELS_DIR, "speech-en-small")),
    providers: ["cpu"] as const,
    threads: 1,
    samplesPath,
    windows: [{ startS: 0, endS: AUDIO_S }],
  };
  const { signal } = new AbortController();
  const beforeBytes = await readTreeRss();
  const fromMs = performance.now();
  try {
    await Promise.all(
      Array.from({ length: threads }, () => runInThread(RECOGNIZE_PER_CORE, call, { signal })),
    );
    const recognizeMs = performance.now() - fromMs;
    await pause(SETTLE_MS);
    const addedBytes = (await readTreeRss()) - beforeBytes;
    return {
      addedBytes,
      addedPerThreadBytes: addedBytes / threads,
      recognizeMs,
    };
  } finally {
    await closeThreads();
  }
}

const [sourcePath, folder, threads] = process.argv.slice(2);
if (sourcePath === undefined || folder === undefined || threads === undefined)
  throw new Error("Give a source, an empty folder, and how many threads.");
console.log(JSON.stringify(await main(sourcePath, folder, Number(threads))));
