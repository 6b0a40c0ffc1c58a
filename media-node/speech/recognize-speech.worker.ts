// Recognises windows of speech in a thread of its own, which keeps its model loaded for as long as it lives: loading
// takes longer than most sources. The samples come from the file that detect-speech wrote, window by window, so that
// none of them cross between threads.

import { SampleFile } from "../ffmpeg/sample-file.ts";
import { keepModel, type ModelCall } from "../models/kept-model.ts";
import type { ExecutionProvider } from "../onnx/local-session.ts";
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
    for (let first = 0; first < call.windows.length; first += recognizer.limits.batchSize) {
      signal.throwIfAborted();
      const batch = call.windows.slice(first, first + recognizer.limits.batchSize);
      const samples = await Promise.all(batch.map((window) => file.readSpan(window)));
      recognized.push(...(await recognizeInBatches(recognizer, samples, {})));
      reportProgress(recognized.length / call.windows.length);
    }
    const { provider, passedOver, remark } = recognizer;
    return { provider, passedOver, remark, windows: recognized };
  } finally {
    await file.close();
  }
});
