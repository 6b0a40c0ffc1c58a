// Finds what is said in a source, in a thread of its own: ffmpeg decodes to 16 kHz, the channels become one, the
// samples go to a scratch file from which windows are recognized later, and what is kept in memory is 20 bytes per
// 32 ms. Then Silero VAD hears that file where its model is installed, else the detector that needs no model has heard
// it on the way.
import {
  type DecodeAudioCall,
  decodeCommand,
  readAudio,
  readMonoFrames,
  type StartAudio,
} from "../../ffmpeg/decode-audio.ts";
import { SampleFile, SampleFileWriter } from "../../ffmpeg/sample-file.ts";
import { AUDIO_SAMPLE_RATE_HZ, INT16_SCALE } from "../../signal/audio-analysis.ts";
import { type ThreadContext, threadTask } from "../../threads/thread-task.ts";
import { openSileroVad } from "./silero-vad.ts";
import { speechActivity } from "./speech-activity.ts";
import { SPEECH_FRAME_S, SPEECH_FRAME_SAMPLES } from "./speech-frame.ts";
import { SpeechFrameFeatures, type SpeechFrames } from "./speech-frame-features.ts";
import { speechSpans } from "./speech-spans.ts";
import { type SpeechWindow, speechWindows } from "./speech-windows.ts";

export interface DetectSpeechCall extends DecodeAudioCall {
  readonly ffmpeg: string;
  /** Of the stream; more than two are mixed to two by ffmpeg. */
  readonly channels: number;
  /** Where the samples are written, for `SampleFile`. */
  readonly samplesPath: string;
  /** The recognizer's longest window, seconds. */
  readonly maxWindowS: number;
  /** Silero VAD's model file; null for the detector that needs none. */
  readonly sileroPath: string | null;
}

export interface DetectedSpeech {
  /** Where the first sample of the file lies on the source's clock. */
  readonly startS: number;
  /** How much audio there is, seconds. */
  readonly durationS: number;
  /** Windows with speech, in seconds from the file's first sample. */
  readonly windows: readonly SpeechWindow[];
  /** How much of it is speech, seconds. */
  readonly speechS: number;
}

interface DecodedAudio {
  readonly durationS: number;
  readonly frames: SpeechFrames;
}

async function decode(
  call: DetectSpeechCall,
  writer: SampleFileWriter,
  start: StartAudio,
  { signal, reportProgress }: ThreadContext,
): Promise<DecodedAudio> {
  const features = new SpeechFrameFeatures(Math.ceil((call.endS - call.startS) / SPEECH_FRAME_S) + 1);
  const samples = new Float32Array(SPEECH_FRAME_SAMPLES);
  const onFrame = (frame: Int16Array): void => {
    writer.append(frame);
    for (let index = 0; index < SPEECH_FRAME_SAMPLES; index += 1) {
      samples[index] = (frame[index] ?? 0) / INT16_SCALE;
    }
    features.push(samples);
  };
  await readMonoFrames(start, call, { signal, onFrame, onProgress: reportProgress });
  return { durationS: writer.sampleCount / AUDIO_SAMPLE_RATE_HZ, frames: features.finish() };
}

/** The samples on disk and what is known of them. */
function decodeToFile(call: DetectSpeechCall, context: ThreadContext): Promise<DecodedAudio> {
  return readAudio(call.ffmpeg, decodeCommand(call), async (start) => {
    const writer = new SampleFileWriter(call.samplesPath);
    try {
      return await decode(call, writer, start, context);
    } finally {
      writer.close();
    }
  });
}

async function detectWithSilero(
  modelPath: string,
  samplesPath: string,
  { signal, reportProgress }: ThreadContext,
): Promise<Float32Array> {
  const silero = await openSileroVad(modelPath);
  try {
    const file = await SampleFile.open(samplesPath);
    try {
      return await silero.detect(file, { signal, onProgress: reportProgress });
    } finally {
      await file.close();
    }
  } finally {
    await silero.dispose();
  }
}

/** The same context, whose progress fills the part of the whole between two shares. */
function part(context: ThreadContext, from: number, to: number): ThreadContext {
  const reportProgress = (fraction: number): void => context.reportProgress(from + (to - from) * fraction);
  return { signal: context.signal, reportProgress };
}

export default threadTask<DetectSpeechCall, DetectedSpeech>(async (call, context) => {
  const decodedShare = call.sileroPath === null ? 1 : 0.5;
  const { durationS, frames } = await decodeToFile(call, part(context, 0, decodedShare));
  const probabilities =
    call.sileroPath === null
      ? speechActivity(frames)
      : await detectWithSilero(call.sileroPath, call.samplesPath, part(context, decodedShare, 1));
  const spans = speechSpans(probabilities)
    .filter(({ startS }) => startS < durationS)
    .map(({ startS, endS }) => ({ startS, endS: Math.min(endS, durationS) }));
  return {
    startS: call.startS,
    durationS,
    windows: speechWindows(spans, frames.levelsDb, { maxDurationS: call.maxWindowS, durationS }),
    speechS: spans.reduce((sum, { startS, endS }) => sum + endS - startS, 0),
  };
});
