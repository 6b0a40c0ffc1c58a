// What optional models add to what is known of a source. They run only where they are installed and where what they
// find is used; one that fails is reported, and the job goes on as if it were not there.

import { join } from "node:path";
import { asNodeLack } from "../../shared/node-lack.ts";
import { readPictureWishes } from "../clips/virality/topic-match.ts";
import type { ExecutionProvider, PassedOverProvider } from "../onnx/onnx-session.ts";
import type { AudioEvents } from "../senses/audio-events/audio-events.ts";
import { hearEvents } from "../senses/audio-events/hear-events.ts";
import type { FacePresence } from "../senses/faces/face-presence.ts";
import { SEE_FACES } from "../senses/faces/see-faces.ts";
import { matchPictures } from "../senses/image-text/match-pictures.ts";
import type { PictureMatches } from "../senses/image-text/picture-match.ts";
import type { AudioAnalysis } from "../signal/audio-analysis.ts";
import type { Span } from "../signal/span.ts";
import type { SourceInfo } from "../source/probe-source.ts";
import { runInThread } from "../threads/run-in-thread.ts";
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
  /** Null where no model heard them. */
  readonly audioEvents: AudioEvents | null;
  /** Null where no model looked. */
  readonly pictures: PictureMatches | null;
  readonly faces: FacePresence | null;
}

interface RunOn {
  readonly provider: ExecutionProvider;
  readonly passedOver: readonly PassedOverProvider[];
}

/** Null where there is no model, and where it failed. @throws NodeLack; `signal.reason` on abort */
export async function sense<O extends RunOn>(
  { tools, signal }: RunContext,
  model: RunnableModel | null,
  run: (model: RunnableModel) => Promise<O>,
): Promise<O | null> {
  if (model === null) return null;
  const { name } = model.bundle.manifest;
  try {
    const found = await run(model);
    tools.news.onProvider(name, found.provider, found.passedOver);
    return found;
  } catch (error) {
    signal.throwIfAborted();
    // Nobody's result is to be poorer because our disk was full: that is tried again.
    const lack = asNodeLack(error);
    if (lack !== undefined) throw lack;
    tools.news.onFailure(name, error);
    return null;
  }
}

interface Sensors {
  readonly hears: RunnableModel | null;
  readonly sees: RunnableModel | null;
}

/** The models that have something to do for a request: pictures are looked at only for what is asked of them. */
function sensorsFor(
  { tools }: RunContext,
  { source, prompt, title }: Pick<SenseInput, "source" | "prompt" | "title">,
): Sensors {
  return {
    hears: source.audio === null ? null : tools.models.audioEvents(),
    sees: readPictureWishes(prompt, title) === null ? null : tools.models.imageText(),
  };
}

/** Whether any optional model has something to do. */
export function isSensed(
  context: RunContext,
  input: Pick<SenseInput, "source" | "prompt" | "title">,
): boolean {
  const { hears, sees } = sensorsFor(context, input);
  return hears !== null || sees !== null || context.tools.models.faces() !== null;
}

async function hear(
  context: RunContext,
  model: Sensors["hears"],
  input: SenseInput,
): Promise<AudioEvents | null> {
  const { sourcePath, source, range, audio, words, onProgress } = input;
  if (audio === null || source.audio === null) return null;
  const { streamIndex: audioStreamIndex, channels } = source.audio;
  const samplesPath = join(context.scratchFolder, "events.s16");
  const heard = await sense(context, model, (way) =>
    hearEvents({
      ...way,
      ffmpeg: context.tools.ffmpeg,
      sourcePath,
      audioStreamIndex,
      channels,
      range,
      samplesPath,
      audio,
      words,
      signal: context.signal,
      onProgress,
    }),
  );
  return heard?.events ?? null;
}

async function see(
  context: RunContext,
  model: Sensors["sees"],
  input: SenseInput,
): Promise<PictureMatches | null> {
  const { sourcePath, source, range, onProgress } = input;
  const { video } = source;
  const wishes = readPictureWishes(input.prompt, input.title);
  if (video === null || wishes === null) return null;
  const { ffmpeg } = context.tools;
  const seen = await sense(context, model, (way) =>
    matchPictures({
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
  return seen?.matches ?? null;
}

async function findFaces(context: RunContext, input: SenseInput): Promise<FacePresence | null> {
  const { tools, signal } = context;
  const { sourcePath, source, range, onProgress } = input;
  const faceModelPath = tools.models.faces();
  if (faceModelPath === null || source.video === null) return null;
  const { ffmpeg, news } = tools;
  const { streamIndex: videoStreamIndex, width, height, isTurned = false } = source.video;
  const sourceSize = { width, height };
  const call = { ffmpeg, sourcePath, videoStreamIndex, isTurned, sourceSize, faceModelPath, ...range };
  try {
    return await runInThread(SEE_FACES, call, { signal, onProgress });
  } catch (error) {
    signal.throwIfAborted();
    news.onFailure("face-detection", error);
    return null;
  }
}

/** Runs what is installed, one model after the other: each takes all cores. @throws NodeLack; `signal.reason` on abort */
export async function senseSource(context: RunContext, input: SenseInput): Promise<SensedSource> {
  const { hears, sees } = sensorsFor(context, input);
  const progress = overallProgress(3, input.onProgress);
  const audioEvents = await hear(context, hears, { ...input, onProgress: (done) => progress(0, done) });
  progress(0, 1);
  const pictures = await see(context, sees, { ...input, onProgress: (done) => progress(1, done) });
  progress(1, 1);
  const faces = await findFaces(context, { ...input, onProgress: (done) => progress(2, done) });
  progress(2, 1);
  return { audioEvents, pictures, faces };
}
