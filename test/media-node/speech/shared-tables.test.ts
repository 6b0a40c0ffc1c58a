// Threads that recognize speech share lexicon and language model: what they hear is what one alone hears.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import ffmpeg from "@ffmpeg-installer/ffmpeg";
import { SampleFile } from "../../../media-node/ffmpeg/sample-file.ts";
import { BUILT_IN_MODELS_DIR } from "../../../media-node/models/find-bundles.ts";
import { readBundle } from "../../../media-node/models/model-bundle.ts";
import { openSpeechRecognizer } from "../../../media-node/speech/open-speech-recognizer.ts";
import { RECOGNIZE_PER_CORE } from "../../../media-node/speech/recognize-speech.ts";
import { closeThreads, openThreads, runInThread } from "../../../media-node/threads/run-in-thread.ts";
import { evenLanes } from "../../support/media-node/even-lanes.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const SAMPLE = fileURLToPath(new URL("../../../deploy/sample/sample.mp4", import.meta.url));
const BUNDLE_FOLDER = join(BUILT_IN_MODELS_DIR, "speech-en-small");
const SPANS = [
  { startS: 0, endS: 4 },
  { startS: 4, endS: 9 },
];
const ON_CPU = { providers: ["cpu"], threads: 1 } as const;
const THREADS = 2;

test("two threads hear to the last bit what a recognizer with tables of its own hears", {
  timeout: 120_000,
}, async (t) => {
  const samplesPath = join(await temporaryFolder(t), "samples");
  const output = ["-t", "10", "-f", "s16le", "-ac", "1", "-ar", "16000", samplesPath];
  await promisify(execFile)(ffmpeg.path, ["-nostdin", "-v", "error", "-i", SAMPLE, ...output]);
  openThreads(evenLanes(THREADS, THREADS));
  t.after(closeThreads);
  const bundle = await readBundle(BUNDLE_FOLDER);
  const call = { bundle, ...ON_CPU, samplesPath, windows: SPANS };
  const { signal } = new AbortController();
  const inThreads = await Promise.all(
    Array.from({ length: THREADS }, () => runInThread(RECOGNIZE_PER_CORE, call, { signal })),
  );

  const alone = await openSpeechRecognizer(bundle, ON_CPU);
  t.after(() => alone.dispose());
  const file = await SampleFile.open(samplesPath);
  t.after(() => file.close());
  const samples = await Promise.all(SPANS.map((span) => file.readSpan(span)));
  const heard = await alone.recognize(samples, {});
  assert.ok(heard.every(({ words }) => words.length > 3));
  for (const { windows } of inThreads) assert.deepEqual(windows, heard);
});
