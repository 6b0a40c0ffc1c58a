// From a local source to its transcript: find the speech, cut it into windows, recognise them a few minutes at a time.
// Each of these stretches is a checkpoint, so that hours of speech are not lost with a node.
import { join } from "node:path";
import { AppError } from "../../shared/errors.ts";
import { SPEECH_LIMITS } from "../../shared/limits.ts";
import { longestWindowS } from "../engines/model-bundle.ts";
import type { Span } from "../signal/cues.ts";
import type { SpeechWindow } from "../signal/speech-windows.ts";
import type { Transcript, TranscriptWindow } from "../signal/transcript.ts";
import { detectSpeech } from "../stages/detect-speech.ts";
import type { AudioStream, SourceInfo } from "../stages/probe-source.ts";
import { recognizeSpeech } from "../stages/recognize-speech.ts";
import { mapBounded } from "./map-bounded.ts";
import { overallProgress } from "./overall-progress.ts";
import type { RunContext } from "./run-context.ts";
import { checkpoint } from "./task-files.ts";

/** The part of the work that finding speech takes. */
const DETECTED = 0.1;

export interface TranscribeInput {
  readonly sourcePath: string;
  readonly source: SourceInfo;
  /** On the source's clock. */
  readonly range: Span;
  /** Names what the run has kept of this transcript. */
  readonly name: string;
  readonly onProgress: (fraction: number) => void;
}

/** Consecutive windows with at most SPEECH_LIMITS.soundPerCallS of sound together, at least one each. */
function groupWindows(windows: readonly SpeechWindow[]): SpeechWindow[][] {
  const groups: SpeechWindow[][] = [];
  let soundS = Number.POSITIVE_INFINITY;
  for (const window of windows) {
    const lengthS = window.endS - window.startS;
    soundS += lengthS;
    if (soundS > SPEECH_LIMITS.soundPerCallS) {
      groups.push([]);
      soundS = lengthS;
    }
    groups.at(-1)?.push(window);
  }
  return groups;
}

function requireAudio({ audio }: SourceInfo): AudioStream {
  if (audio === null) throw new AppError("NO_AUDIO");
  return audio;
}

/** How a model is named in transcripts: another version of it may hear something else. */
export function modelName(context: RunContext): string {
  const { name, version } = context.tools.speech.recognition().bundle.manifest;
  return `${name}@${version}`;
}

/**
 * Transcribes a range.
 * @throws AppError NO_AUDIO, SOURCE_UNSUPPORTED, OUT_OF_MEMORY, MODEL_UNAVAILABLE; `signal.reason` on abort
 */
export async function transcribeSource(context: RunContext, input: TranscribeInput): Promise<Transcript> {
  const { signal, scratchFolder } = context;
  const { speech, ffmpeg } = context.tools;
  const { source, range, onProgress } = input;
  const { bundle, atOnce, ...way } = speech.recognition();
  const model = modelName(context);
  const samplesPath = join(scratchFolder, "speech.s16");
  const detected = await detectSpeech({
    ffmpeg,
    pool: speech.detectPool,
    sourcePath: input.sourcePath,
    audio: requireAudio(source),
    range,
    samplesPath,
    sileroPath: speech.voiceActivityModel(),
    longestWindowS: longestWindowS(bundle.manifest),
    signal,
    onProgress: (done) => onProgress(DETECTED * done),
  });
  const groups = groupWindows(detected.windows);
  const progress = overallProgress(groups.length, (done) => onProgress(DETECTED + (1 - DETECTED) * done));
  const recognized = await mapBounded(groups, atOnce, (windows, index) =>
    checkpoint<TranscriptWindow[]>(context, `${input.name}-${model.replace("@", "_")}-${index}`, () =>
      recognizeSpeech({
        ...way,
        bundle,
        samplesPath,
        samplesStartS: detected.startS,
        windows,
        signal,
        onProgress: (done) => progress(index, done),
        onProvider: (provider, passedOver) => speech.onProvider(bundle.manifest.name, provider, passedOver),
      }),
    ).finally(() => progress(index, 1)),
  );
  return { model, range, sourceS: source.durationS, windows: recognized.flat() };
}
