// Recognises windows of speech in a thread of its own, which keeps its model loaded for as long as it lives: loading
// takes longer than most sources. The samples come from the file that detect-speech wrote, window by window, so that
// none of them cross between threads.
import { readBundle } from "../engines/model-bundle.ts";
import type { ExecutionProvider, PassedOverProvider } from "../engines/onnx-session.ts";
import { openSpeechRecognizer } from "../engines/open-speech-recognizer.ts";
import { SampleFile } from "../engines/sample-file.ts";
import {
  type RecognizedWindow,
  recognizeInBatches,
  type SpeechRecognizer,
} from "../engines/speech-recognizer.ts";
import type { Span } from "../signal/cues.ts";
import { threadTask } from "./thread-task.ts";

export interface RecognizeSpeechCall {
  readonly bundleFolder: string;
  readonly providers: readonly ExecutionProvider[];
  /** Threads of one operator on the CPU. */
  readonly threads: number;
  /** A sample file. */
  readonly samplesPath: string;
  /** In seconds from the file's first sample. */
  readonly windows: readonly Span[];
}

export interface RecognizedSpeech {
  readonly provider: ExecutionProvider;
  readonly passedOver: readonly PassedOverProvider[];
  /** Word times are in seconds from the window's start. */
  readonly windows: readonly RecognizedWindow[];
}

interface LoadedModel {
  readonly key: string;
  readonly recognizer: Promise<SpeechRecognizer>;
}

let loaded: LoadedModel | undefined;

/** The model of the call, loaded once; another one than last time takes its place. */
async function recognizerFor(call: RecognizeSpeechCall): Promise<SpeechRecognizer> {
  const bundle = await readBundle(call.bundleFolder);
  const { name, version } = bundle.manifest;
  const key = JSON.stringify([call.bundleFolder, name, version, call.providers, call.threads]);
  if (loaded?.key === key) return loaded.recognizer;
  const previous = loaded;
  loaded = undefined;
  await previous?.recognizer.then((recognizer) => recognizer.dispose());
  const recognizer = openSpeechRecognizer(bundle, call);
  loaded = { key, recognizer };
  // A model that could not be opened is tried anew by the next call: what was missing may be there then.
  recognizer.catch(() => {
    loaded = undefined;
  });
  return recognizer;
}

export default threadTask<RecognizeSpeechCall, RecognizedSpeech>(async (call, { signal, reportProgress }) => {
  const recognizer = await recognizerFor(call);
  const file = await SampleFile.open(call.samplesPath);
  try {
    const recognized: RecognizedWindow[] = [];
    for (let first = 0; first < call.windows.length; first += recognizer.limits.batchSize) {
      signal.throwIfAborted();
      const batch = call.windows.slice(first, first + recognizer.limits.batchSize);
      const samples = await Promise.all(batch.map((window) => file.readSpan(window)));
      recognized.push(...(await recognizeInBatches(recognizer, samples, {})));
      reportProgress(recognized.length / call.windows.length);
    }
    const { provider, passedOver } = recognizer;
    return { provider, passedOver, windows: recognized };
  } finally {
    await file.close();
  }
});
