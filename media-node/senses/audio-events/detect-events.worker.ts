// Detects what an audience does, in a thread of its own: ffmpeg decodes the range to a scratch file, and the model
// classifies windows of it. Where it cannot take all of them in bounded time, it takes those where reactions are likely.
// Memory does not follow length: one window is held at a time, and a few bytes of each are kept.
import { rm } from "node:fs/promises";
import { SENSING_LIMITS } from "../../../shared/limits/sensing.ts";
import { type DecodeAudioCall, decodeCommand, readAudio, readMonoFrames } from "../../ffmpeg/decode-audio.ts";
import { SampleFile, SampleFileWriter } from "../../ffmpeg/sample-file.ts";
import { keepModel, type ModelCall } from "../../models/kept-model.ts";
import type { ExecutionProvider } from "../../onnx/execution-providers.ts";
import type { PassedOverProvider } from "../../onnx/onnx-session.ts";
import { unusableModel } from "../../onnx/unusable-model.ts";
import { AUDIO_SAMPLE_RATE_HZ } from "../../signal/audio-analysis.ts";
import { type ThreadContext, threadTask } from "../../threads/thread-task.ts";
import { type AudioEventClassifier, openAudioEventClassifier } from "./audio-event-classifier.ts";
import { type AudioEvents, chooseWindows, reactionClasses, reactionStrength } from "./audio-events.ts";

export interface DetectEventsCall extends ModelCall, DecodeAudioCall {
  readonly ffmpeg: string;
  /** The scratch file, which is gone afterwards; 115 MB for each hour of the range. */
  readonly samplesPath: string;
  /** How likely a reaction is in each second of the range, in no unit. */
  readonly interest: Float32Array;
}

export interface DetectedEvents {
  readonly provider: ExecutionProvider;
  readonly passedOver: readonly PassedOverProvider[];
  readonly events: AudioEvents;
}

const modelFor = keepModel(openAudioEventClassifier);

function decode(call: DetectEventsCall, signal: AbortSignal): Promise<void> {
  return readAudio(call.ffmpeg, decodeCommand(call), async (start) => {
    const writer = new SampleFileWriter(call.samplesPath);
    try {
      await readMonoFrames(start, call, { signal, onFrame: (frame) => writer.append(frame) });
    } finally {
      writer.close();
    }
  });
}

async function detect(
  model: AudioEventClassifier,
  { samplesPath, interest, startS }: DetectEventsCall,
  { signal, reportProgress }: ThreadContext,
): Promise<AudioEvents> {
  const classes = reactionClasses(model.labels);
  if (classes.laughter.length === 0 && classes.applause.length === 0) {
    throw unusableModel("It knows no class of a reaction.");
  }
  const { eventWindows } = SENSING_LIMITS;
  const hopSamples = Math.floor(model.windowSamples / 2);
  const hopS = hopSamples / AUDIO_SAMPLE_RATE_HZ;
  const chosen = chooseWindows(interest, hopS, eventWindows[model.provider === "cpu" ? "cpu" : "gpu"]);
  const count = (chosen.at(-1) ?? 0) + 1;
  const laughter = new Float32Array(count).fill(Number.NaN);
  const applause = new Float32Array(count).fill(Number.NaN);
  const file = await SampleFile.open(samplesPath);
  try {
    for (const [done, window] of chosen.entries()) {
      signal.throwIfAborted();
      const from = window * hopSamples;
      // What is missing at the end is filled up as the model learnt it, which is not silence.
      const present = Math.max(0, Math.min(model.windowSamples, file.sampleCount - from));
      const logits = await model.classify(await file.read(from, present));
      laughter[window] = reactionStrength(logits, classes.laughter);
      applause[window] = reactionStrength(logits, classes.applause);
      reportProgress((done + 1) / chosen.length);
    }
  } finally {
    await file.close();
  }
  return { startS, hopS, laughter, applause };
}

export default threadTask<DetectEventsCall, DetectedEvents>(async (call, context) => {
  const model = await modelFor(call);
  try {
    await decode(call, context.signal);
    const { provider, passedOver } = model;
    return { provider, passedOver, events: await detect(model, call, context) };
  } finally {
    await rm(call.samplesPath, { force: true });
  }
});
