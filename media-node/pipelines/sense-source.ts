// What optional models add to what is known of a source. They run only where they are installed and where what they
// find is used; one that fails is reported, and the job goes on as if it were not there. What fails for want of something
// that the model needs of the machine or of its source's copy is no failure of the model, and ends the work.

import { join } from "node:path";
import { readVisualWishes } from "../clips/wishes/wish-relevance.ts";
import { clockOf } from "../ffmpeg/ffmpeg.ts";
import { turningIn } from "../ffmpeg/fit-frames.ts";
import { isOutsideRangedCopy } from "../ffmpeg/inputs/ranged-input.ts";
import type { ExecutionProvider } from "../onnx/execution-providers.ts";
import type { PassedOverProvider } from "../onnx/onnx-session.ts";
import type { AudioEvents } from "../senses/audio-events/audio-events.ts";
import { detectEvents } from "../senses/audio-events/detect-events.ts";
import { DETECT_FACES } from "../senses/faces/detect-faces.ts";
import type { FacePresence } from "../senses/faces/face-presence.ts";
import type { FrameScores } from "../senses/image-text/frame-scores.ts";
import { scoreFrames, type VisualWishes } from "../senses/image-text/score-frames.ts";
import type { AudioAnalysis } from "../signal/audio-analysis.ts";
import type { Span } from "../signal/span.ts";
import type { SourceInfo } from "../source/probe-source.ts";
import { runInThread } from "../threads/run-in-thread.ts";
import { attemptOptional, type OptionalRun } from "../threads/run-optional.ts";
import type { RunnableModel } from "./node-models.ts";
import { overallProgress } from "./overall-progress.ts";
import type { RunContext } from "./run-context.ts";

export interface SenseInput {
  readonly sourcePath: string;
  readonly source: SourceInfo;
  readonly range: Span;
  readonly audio: AudioAnalysis | null;
  /** Ascending. */
  readonly words: readonly Span[];
  readonly prompt: string | null;
  readonly title: string | null;
  readonly onProgress: (fraction: number) => void;
}

export interface SensedSource {
  /** Null where no model looked for them. */
  readonly audioEvents: AudioEvents | null;
  /** Null where no model looked. */
  readonly frameScores: FrameScores | null;
  readonly faces: FacePresence | null;
}

interface RunOn {
  readonly provider: ExecutionProvider;
  readonly passedOver: readonly PassedOverProvider[];
}

/** What a copy of a part of the source lacks is no failure of a model: it is read of the whole source then. */
function optionalRun({ tools, signal }: RunContext, name: string): OptionalRun {
  return {
    signal,
    onFailure: (error) => tools.modelObserver.onFailure(name, error),
    isThrownOn: isOutsideRangedCopy,
  };
}

/** Null where there is no model, and where it failed. @throws as `attemptOptional` */
async function sense<O extends RunOn>(
  context: RunContext,
  model: RunnableModel | null,
  run: (model: RunnableModel) => Promise<O>,
): Promise<O | null> {
  if (model === null) return null;
  const { name } = model.bundle.manifest;
  const found = await attemptOptional(() => run(model), optionalRun(context, name));
  if (found !== null) context.tools.modelObserver.onProvider(name, found.provider, found.passedOver);
  return found;
}

interface SensingModels {
  readonly audioEvents: RunnableModel | null;
  readonly imageText: RunnableModel | null;
}

/** The models that have something to do for a request: frames are looked at only for what is asked of them. */
function modelsFor(
  { tools }: RunContext,
  { source, prompt, title }: Pick<SenseInput, "source" | "prompt" | "title">,
): SensingModels {
  return {
    audioEvents: source.audio === null ? null : tools.models.audioEvents(),
    imageText: readVisualWishes(prompt, title) === null ? null : tools.models.imageText(),
  };
}

/** Whether any optional model has something to do. */
export function isSensed(
  context: RunContext,
  input: Pick<SenseInput, "source" | "prompt" | "title">,
): boolean {
  const { audioEvents, imageText } = modelsFor(context, input);
  return audioEvents !== null || imageText !== null || context.tools.models.faces() !== null;
}

/** Laughter, applause and cheering; null without a model or sound. @throws as `attemptOptional` */
export async function findEvents(
  context: RunContext,
  model: SensingModels["audioEvents"],
  input: Omit<SenseInput, "prompt" | "title">,
): Promise<AudioEvents | null> {
  const { sourcePath, source, range, audio, words, onProgress } = input;
  if (audio === null || source.audio === null) return null;
  const { specifier: audioSpecifier, channels } = source.audio;
  const clock = clockOf(source.audio);
  const samplesPath = join(context.scratchFolder, "events.s16");
  const detected = await sense(context, model, (way) =>
    detectEvents({
      ...way,
      ffmpeg: context.tools.ffmpeg,
      sourcePath,
      audioSpecifier,
      channels,
      ...clock,
      range,
      samplesPath,
      audio,
      words,
      signal: context.signal,
      onProgress,
    }),
  );
  return detected?.events ?? null;
}

/** Where frames show what is wished for; null without a model or video. @throws as `attemptOptional` */
export async function findScores(
  context: RunContext,
  model: SensingModels["imageText"],
  wishes: VisualWishes | null,
  input: Pick<SenseInput, "sourcePath" | "source" | "range" | "onProgress">,
): Promise<FrameScores | null> {
  const { sourcePath, source, range, onProgress } = input;
  const { video } = source;
  if (video === null || wishes === null) return null;
  const { ffmpeg } = context.tools;
  const scored = await sense(context, model, (way) =>
    scoreFrames({
      ...way,
      ffmpeg,
      sourcePath,
      video,
      range,
      wishes,
      signal: context.signal,
      onProgress,
    }),
  );
  return scored?.scores ?? null;
}

/** Where faces are; null without a model or video. @throws as `attemptOptional` */
async function findFaces(context: RunContext, input: SenseInput): Promise<FacePresence | null> {
  const { tools, signal } = context;
  const { sourcePath, source, range, onProgress } = input;
  const faceModelPath = tools.models.faces();
  if (faceModelPath === null || source.video === null) return null;
  const { ffmpeg } = tools;
  const { specifier: videoSpecifier, width, height } = source.video;
  const sourceSize = { width, height };
  const shared = { ffmpeg, sourcePath, videoSpecifier, ...turningIn(source.video), ...clockOf(source.video) };
  const call = { ...shared, sourceSize, faceModelPath, ...range };
  return attemptOptional(
    () => runInThread(DETECT_FACES, call, { signal, onProgress }),
    optionalRun(context, "face-detection"),
  );
}

/** Runs what is installed, one model after the other: each takes all cores. @throws as `attemptOptional` */
export async function senseSource(context: RunContext, input: SenseInput): Promise<SensedSource> {
  const models = modelsFor(context, input);
  const progress = overallProgress(3, input.onProgress);
  const audioEvents = await findEvents(context, models.audioEvents, {
    ...input,
    onProgress: (done) => progress(0, done),
  });
  progress(0, 1);
  const wishes = readVisualWishes(input.prompt, input.title);
  const frameScores = await findScores(context, models.imageText, wishes, {
    ...input,
    onProgress: (done) => progress(1, done),
  });
  progress(1, 1);
  const faces = await findFaces(context, { ...input, onProgress: (done) => progress(2, done) });
  progress(2, 1);
  return { audioEvents, frameScores, faces };
}
