// The speech model that comes with the project: the whole way from a file to captions, in a process of its own for each
// repeat, and the front end's part of recognizing. The sound is the sample's, whose speech is of the kind that the
// model was made for; long sources repeat it without encoding again.
import { execFile } from "node:child_process";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import ffmpeg from "@ffmpeg-installer/ffmpeg";
import { BUILT_IN_MODELS_DIR } from "../../media-node/models/find-bundles.ts";
import { readBundle } from "../../media-node/models/model-bundle.ts";
import { AUDIO_SAMPLE_RATE_HZ, INT16_SCALE } from "../../media-node/signal/audio-analysis.ts";
import { NemoFrontEnd } from "../../media-node/speech/nemo/nemo-features.ts";
import { openSpeechRecognizer } from "../../media-node/speech/open-speech-recognizer.ts";
import type { SpeechRecognizer } from "../../media-node/speech/speech-recognizer.ts";
import type { BenchCase, Measures } from "../measuring/harness.ts";
import { measureProcess } from "../measuring/measured-process.ts";

const run = promisify(execFile);
const RUN_FILE = fileURLToPath(new URL("speech-run.ts", import.meta.url));
const SAMPLE = fileURLToPath(new URL("../../deploy/sample/sample.mp4", import.meta.url));
const BUNDLE = join(BUILT_IN_MODELS_DIR, "speech-en-small");
const MEL_BINS = 80;
const WINDOW_S = 20;
const MAX_OUTPUT_BYTES = 64 * 1_024 * 1_024;

/** Writes a source of some minutes: the sample again and again, video included. */
export async function writeSource(path: string, minutes: number, signal: AbortSignal): Promise<void> {
  const input = ["-stream_loop", "-1", "-i", SAMPLE, "-t", String(60 * minutes)];
  const streams = ["-map", "0:v", "-map", "0:a", "-c", "copy"];
  await run(ffmpeg.path, ["-nostdin", "-v", "error", "-y", ...input, ...streams, path], { signal });
}

/** Windows of 20 s of the sample, without its rest. */
export async function sampleWindows(signal: AbortSignal): Promise<Float32Array[]> {
  const output = ["-f", "s16le", "-ac", "1", "-ar", String(AUDIO_SAMPLE_RATE_HZ), "-"];
  const { stdout } = await run(ffmpeg.path, ["-nostdin", "-v", "error", "-i", SAMPLE, ...output], {
    signal,
    encoding: "buffer",
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  const samples = Float32Array.from(
    { length: stdout.length >> 1 },
    (_, index) => stdout.readInt16LE(2 * index) / INT16_SCALE,
  );
  const length = WINDOW_S * AUDIO_SAMPLE_RATE_HZ;
  return Array.from({ length: Math.floor(samples.length / length) }, (_, index) =>
    samples.subarray(index * length, (index + 1) * length),
  );
}

/** A source from file to captions. `root` gets a scratch folder for the time of each repeat. */
export function wholeWay(name: string, sourcePath: string, root: string): BenchCase {
  const folder = join(root, "scratch");
  return {
    name,
    prepare: async () => {
      await mkdir(folder);
    },
    run: (signal) => measureProcess(RUN_FILE, [sourcePath, folder], signal),
    cleanUp: () => rm(folder, { recursive: true, force: true }),
  };
}

function speed(windows: number, fromMs: number): Measures {
  return { timesRealTime: (windows * WINDOW_S * 1_000) / (performance.now() - fromMs) };
}

/** Recognizing alone, on one core, with the model loaded. */
export function builtInRecognizer(windows: readonly Float32Array[]): BenchCase {
  let recognizer: SpeechRecognizer | undefined;
  return {
    name: "built-in model, 1 thread",
    prepare: async () => {
      recognizer = await openSpeechRecognizer(await readBundle(BUNDLE), { providers: ["cpu"], threads: 1 });
    },
    run: async () => {
      const fromMs = performance.now();
      await recognizer?.recognize(windows, {});
      return speed(windows.length, fromMs);
    },
    cleanUp: async () => {
      await recognizer?.dispose();
    },
  };
}

/** Only the features of the same windows. */
export function builtInFrontEnd(windows: readonly Float32Array[]): BenchCase {
  const frontEnd = new NemoFrontEnd(MEL_BINS);
  return {
    name: "its front end alone",
    run: async () => {
      const fromMs = performance.now();
      for (const window of windows) frontEnd.compute(window);
      return speed(windows.length, fromMs);
    },
  };
}
