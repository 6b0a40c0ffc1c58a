// Recognizes windows of speech in a thread of its own, which keeps its model loaded for as long as it lives: loading
// takes longer than most sources. The samples come from the file that detect-speech wrote, window by window, so that
// none of them cross between threads. Long windows come first: they tell which language is spoken, and short ones do not.

import { SampleFile } from "../ffmpeg/sample-file.ts";
import { keepModel, type ModelCall } from "../models/kept-model.ts";
import type { ExecutionProvider } from "../onnx/execution-providers.ts";
import type { PassedOverProvider } from "../onnx/onnx-session.ts";
import type { Span } from "../signal/span.ts";
import { threadTask } from "../threads/thread-task.ts";
import { openSpeechRecognizer } from "./open-speech-recognizer.ts";
import { type RecognizedWindow, recognizeInBatches } from "./speech-recognizer.ts";

export interface RecognizeSpeechCall extends ModelCall {
  /** A sample file. */
  readonly samplesPath: string;
  /** In seconds from the file's first sample. */
  readonly windows: readonly Span[];
}

export interface RecognizedSpeech {
  readonly provider: ExecutionProvider;
  readonly passedOver: readonly PassedOverProvider[];
  readonly remark?: string | undefined;
  /** Word times are in seconds from the window's start. */
  readonly windows: readonly RecognizedWindow[];
}

const recognizerFor = keepModel(openSpeechRecognizer);

export default threadTask<RecognizeSpeechCall, RecognizedSpeech>(async (call, { signal, reportProgress }) => {
  const recognizer = await recognizerFor(call);
  const file = await SampleFile.open(call.samplesPath);
  try {
    const recognized: RecognizedWindow[] = [];
    const heardS = new Map<string, number>();
    const longestFirst = call.windows
      .map((window, index) => ({ window, index, lengthS: window.endS - window.startS }))
      .sort((a, b) => b.lengthS - a.lengthS);
    for (let first = 0; first < longestFirst.length; first += recognizer.limits.batchSize) {
      signal.throwIfAborted();
      const batch = longestFirst.slice(first, first + recognizer.limits.batchSize);
      const samples = await Promise.all(batch.map(({ window }) => file.readSpan(window)));
      const heard = await recognizeInBatches(recognizer, samples, { heardS });
      for (const [row, { index, lengthS }] of batch.entries()) {
        const window = heard[row] as RecognizedWindow;
        recognized[index] = window;
        if (window.words.length === 0) continue;
        heardS.set(window.language, (heardS.get(window.language) ?? 0) + lengthS);
      }
      reportProgress(Math.min(longestFirst.length, first + batch.length) / longestFirst.length);
    }
    const { provider, passedOver, remark } = recognizer;
    return { provider, passedOver, remark, windows: recognized };
  } finally {
    await file.close();
  }
});
