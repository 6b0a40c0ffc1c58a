// What optional models add to what is known of a match: an audio-event model finds cheering and applause, an image-text
// model finds what decisive moments of the sport look like. Where one is not installed its curve is left out; one that
// fails is reported, and the job goes on as if it were not there.
import { join } from "node:path";
import type { SportCategory } from "../../shared/tasks/highlight-job.ts";
import { DECISIVE_SCENES } from "../highlights/decisive-scenes.ts";
import type { SensedCurveName } from "../highlights/match-curves.ts";
import { sensedCurves } from "../highlights/moments/sensed-curves.ts";
import type { AudioEvents } from "../senses/audio-events/audio-events.ts";
import { detectEvents } from "../senses/audio-events/detect-events.ts";
import type { FrameScores } from "../senses/image-text/frame-scores.ts";
import { scoreFrames } from "../senses/image-text/score-frames.ts";
import type { AudioAnalysis } from "../signal/audio-analysis.ts";
import type { Span } from "../signal/span.ts";
import type { SourceInfo } from "../source/probe-source.ts";
import { overallProgress } from "./overall-progress.ts";
import type { RunContext } from "./run-context.ts";
import { sense } from "./sense-source.ts";

export interface SenseMatchInput {
  readonly sourcePath: string;
  readonly source: SourceInfo;
  readonly range: Span;
  /** Null for a source without audio. */
  readonly audio: AudioAnalysis | null;
  readonly category: SportCategory;
  readonly onProgress: (fraction: number) => void;
}

/** Whether any optional model is there. */
export function isMatchSensed({ tools }: RunContext): boolean {
  return tools.models.audioEvents() !== null || tools.models.imageText() !== null;
}

async function detectCheering(context: RunContext, input: SenseMatchInput): Promise<AudioEvents | null> {
  const { sourcePath, source, range, audio, onProgress } = input;
  if (audio === null || source.audio === null) return null;
  const { streamIndex: audioStreamIndex, channels } = source.audio;
  const samplesPath = join(context.scratchFolder, "cheers.s16");
  const detected = await sense(context, context.tools.models.audioEvents(), (way) =>
    detectEvents({
      ...way,
      ffmpeg: context.tools.ffmpeg,
      sourcePath,
      audioStreamIndex,
      channels,
      range,
      samplesPath,
      audio,
      words: [],
      signal: context.signal,
      onProgress,
    }),
  );
  return detected?.events ?? null;
}

async function scoreScenes(context: RunContext, input: SenseMatchInput): Promise<FrameScores | null> {
  const { sourcePath, source, range, category, onProgress } = input;
  const { video } = source;
  if (video === null) return null;
  const wishes = { topic: DECISIVE_SCENES[category], title: null };
  const scored = await sense(context, context.tools.models.imageText(), (way) =>
    scoreFrames({
      ...way,
      ffmpeg: context.tools.ffmpeg,
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

/** Runs what is installed, one model after the other: each takes all cores. @throws `signal.reason` on abort */
export async function senseMatch(
  context: RunContext,
  input: SenseMatchInput,
): Promise<Partial<Record<SensedCurveName, Float32Array>>> {
  const progress = overallProgress(2, input.onProgress);
  const events = await detectCheering(context, { ...input, onProgress: (done) => progress(0, done) });
  progress(0, 1);
  const frameScores = await scoreScenes(context, { ...input, onProgress: (done) => progress(1, done) });
  progress(1, 1);
  return sensedCurves(input.range, events, frameScores);
}
