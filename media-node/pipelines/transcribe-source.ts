// From a local source to its transcript: find the speech, cut it into windows, recognize them a few minutes at a time.
// Each of these stretches is a checkpoint, so that hours of speech are not lost with a node. It lies under a name made
// of its windows: a number in their order would name other speech once a run finds other windows.
import { createHash } from "node:crypto";
import { join } from "node:path";
import { AppError } from "../../shared/errors.ts";
import { SPEECH_LIMITS } from "../../shared/limits/speech.ts";
import { requireRoom } from "../../shared/node-lack.ts";
import { clockOf } from "../ffmpeg/ffmpeg.ts";
import { sampleFileBytes } from "../ffmpeg/sample-file.ts";
import { type ModelBundle, maxWindowS } from "../models/model-bundle.ts";
import type { Span } from "../signal/span.ts";
import type { AudioStream, SourceInfo } from "../source/probe-source.ts";
import { tracksOf } from "../source/sound-tracks.ts";
import { DETECT_SPEECH } from "../speech/detection/detect-speech.ts";
import type { DetectedSpeech } from "../speech/detection/detect-speech.worker.ts";
import type { SpeechWindow } from "../speech/detection/speech-windows.ts";
import { recognizeSpeech, stretchesAtOnce } from "../speech/recognize-speech.ts";
import { judgeWindows, type UnjudgedWindow } from "../speech/transcripts/judge-windows.ts";
import type { Transcript } from "../speech/transcripts/transcript.ts";
import { runInThread } from "../threads/run-in-thread.ts";
import { runStage } from "../threads/run-stage.ts";
import { checkpoint } from "./checkpoints.ts";
import { mapBounded } from "./map-bounded.ts";
import type { SpeechDetector } from "./node-models.ts";
import { overallProgress } from "./overall-progress.ts";
import type { RunContext } from "./run-context.ts";

/** The part of the work that finding speech takes. */
const DETECTED = 0.1;

export interface TranscribeInput {
  readonly sourcePath: string;
  readonly source: SourceInfo;
  /** On the source's clock. */
  readonly range: Span;
  readonly onProgress: (fraction: number) => void;
}

/** Consecutive windows with at most SPEECH_LIMITS.audioPerCallS of sound together, at least one each. */
function groupWindows(windows: readonly SpeechWindow[]): SpeechWindow[][] {
  const groups: SpeechWindow[][] = [];
  let audioS = Number.POSITIVE_INFINITY;
  for (const window of windows) {
    const lengthS = window.endS - window.startS;
    audioS += lengthS;
    if (audioS > SPEECH_LIMITS.audioPerCallS) {
      groups.push([]);
      audioS = lengthS;
    }
    groups.at(-1)?.push(window);
  }
  return groups;
}

function lengthOf(windows: readonly SpeechWindow[]): number {
  return windows.reduce((sum, { startS, endS }) => sum + endS - startS, 0);
}

function requireAudio({ audio }: SourceInfo): AudioStream {
  if (audio === null) throw new AppError("NO_AUDIO");
  return audio;
}

function nameOf({ manifest }: ModelBundle, detector: SpeechDetector): string {
  return `${manifest.name}@${manifest.version}+${detector.name}`;
}

/**
 * The recognizer, as transcripts name it: another model or version may find other words, and what another detector of
 * speech passes over is recognized by no model. Kept transcripts are found by this name, so that an operator who
 * installs a better detector has its words and not those of the one before.
 */
export function recognizerName({ tools }: RunContext): string {
  return nameOf(tools.models.speech().bundle, tools.models.speechDetector());
}

/** What is kept of a window; a stretch that a node of another version kept in another form is recognized again. */
const WINDOW_FORMAT = 2;

/** Names what a stretch's words depend on, beside the source: the recognizer, and each of its windows. */
function stretchName(recognizer: readonly unknown[], windows: readonly SpeechWindow[]): string {
  const plan = windows.map(({ startS, endS, speechShare }) => [startS, endS, speechShare]);
  const digest = createHash("sha256")
    .update(JSON.stringify([WINDOW_FORMAT, recognizer, plan]))
    .digest("hex");
  return `speech-${digest.slice(0, 32)}`;
}

/** What a model recognized, before it is judged. */
export interface RecognizedSource {
  readonly bundle: ModelBundle;
  /** As transcripts name it, with the detector. */
  readonly model: string;
  readonly windows: readonly UnjudgedWindow[];
}

/** The file of samples in which a run recognizes speech. */
function samplesPathIn({ scratchFolder }: RunContext): string {
  return join(scratchFolder, "speech.s16");
}

/** Decodes a range's sound into the run's file of samples, and finds the windows in it in which somebody speaks. */
async function detectSpeech(
  context: RunContext,
  { source, range, sourcePath, onProgress }: TranscribeInput,
  { bundle, detector }: { readonly bundle: ModelBundle; readonly detector: SpeechDetector },
): Promise<DetectedSpeech> {
  const { signal, scratchFolder, tools } = context;
  await requireRoom(scratchFolder, sampleFileBytes(range));
  const audio = requireAudio(source);
  const call = {
    ffmpeg: tools.ffmpeg,
    sourcePath,
    audioSpecifier: audio.specifier,
    channels: audio.channels,
    ...clockOf(audio),
    ...range,
    samplesPath: samplesPathIn(context),
    sileroPath: detector.sileroPath,
    maxWindowS: maxWindowS(bundle.manifest),
  };
  return await runStage("detect-speech", range.endS - range.startS, () =>
    runInThread(DETECT_SPEECH, call, { signal, onProgress: (done) => onProgress(DETECTED * done) }),
  );
}

/**
 * Recognizes what is said in a range.
 * @throws AppError NO_AUDIO, SOURCE_UNSUPPORTED, OUT_OF_MEMORY, MODEL_UNAVAILABLE; NodeLack; `signal.reason` on abort
 */
export async function recognizeSource(
  context: RunContext,
  input: TranscribeInput,
): Promise<RecognizedSource> {
  const { models, modelObserver } = context.tools;
  const { onProgress } = input;
  const { bundle, ...way } = models.speech();
  const atOnce = stretchesAtOnce(way.place);
  const detector = models.speechDetector();
  const detected = await detectSpeech(context, input, { bundle, detector });
  const recognizer = [bundle.manifest, detector.name, detected.startS];
  const groups = groupWindows(detected.windows);
  const progress = overallProgress(groups.length, (done) => onProgress(DETECTED + (1 - DETECTED) * done));
  const recognized = await mapBounded(groups, atOnce, (windows, index) =>
    checkpoint<UnjudgedWindow[]>(context, stretchName(recognizer, windows), () =>
      runStage("recognize-speech", lengthOf(windows), () =>
        recognizeSpeech({
          ...way,
          bundle,
          samplesPath: samplesPathIn(context),
          samplesStartS: detected.startS,
          windows,
          signal: context.signal,
          onProgress: (done) => progress(index, done),
          onProvider: (provider, passedOver, remark) =>
            modelObserver.onProvider(bundle.manifest.name, provider, passedOver, remark),
        }),
      ),
    ).finally(() => progress(index, 1)),
  );
  return { bundle, model: nameOf(bundle, detector), windows: recognized.flat() };
}

/**
 * Transcribes a range.
 * @throws AppError NO_AUDIO, SOURCE_UNSUPPORTED, OUT_OF_MEMORY, MODEL_UNAVAILABLE; NodeLack; `signal.reason` on abort
 */
export async function transcribeSource(context: RunContext, input: TranscribeInput): Promise<Transcript> {
  const { bundle, model, windows } = await recognizeSource(context, input);
  const judged = judgeWindows(windows, bundle.manifest.speech ?? {});
  const { durationS, audio } = input.source;
  const tracks = audio === null ? {} : tracksOf(audio);
  return { model, range: input.range, sourceS: durationS, ...tracks, windows: judged };
}
