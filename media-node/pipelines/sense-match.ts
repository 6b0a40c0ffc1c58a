// What optional models add to what is known of a match: an audio-event model hears cheering and applause, an image-text
// model sees what decisive moments of the sport look like. Where one is not installed its curve is left out; one that
// fails is reported, and the job goes on as if it were not there.
import { join } from "node:path";
import type { SportCategory } from "../../shared/tasks/highlight-job.ts";
import type { SensedCurveName } from "../highlights/match-curves.ts";
import { MATCH_SIGHTS } from "../highlights/match-sights.ts";
import { sensedCurves } from "../highlights/moments/sensed-curves.ts";
import type { AudioEvents } from "../senses/audio-events/audio-events.ts";
import { hearEvents } from "../senses/audio-events/hear-events.ts";
import { matchPictures } from "../senses/image-text/match-pictures.ts";
import type { PictureMatches } from "../senses/image-text/picture-match.ts";
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
  /** Null for a source without sound. */
  readonly audio: AudioAnalysis | null;
  readonly category: SportCategory;
  readonly onProgress: (fraction: number) => void;
}

/** Whether any optional model is there. */
export function isMatchSensed({ tools }: RunContext): boolean {
  return tools.models.audioEvents() !== null || tools.models.imageText() !== null;
}

async function hearCheers(context: RunContext, input: SenseMatchInput): Promise<AudioEvents | null> {
  const { sourcePath, source, range, audio, onProgress } = input;
  if (audio === null || source.audio === null) return null;
  const { streamIndex: audioStreamIndex, channels } = source.audio;
  const samplesPath = join(context.scratchFolder, "cheers.s16");
  const heard = await sense(context, context.tools.models.audioEvents(), (way) =>
    hearEvents({
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
  return heard?.events ?? null;
}

async function seeSights(context: RunContext, input: SenseMatchInput): Promise<PictureMatches | null> {
  const { sourcePath, source, range, category, onProgress } = input;
  const { video } = source;
  if (video === null) return null;
  const wishes = { topic: MATCH_SIGHTS[category], title: null };
  const seen = await sense(context, context.tools.models.imageText(), (way) =>
    matchPictures({
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
  return seen?.matches ?? null;
}

/** Runs what is installed, one model after the other: each takes all cores. @throws `signal.reason` on abort */
export async function senseMatch(
  context: RunContext,
  input: SenseMatchInput,
): Promise<Partial<Record<SensedCurveName, Float32Array>>> {
  const progress = overallProgress(2, input.onProgress);
  const events = await hearCheers(context, { ...input, onProgress: (done) => progress(0, done) });
  progress(0, 1);
  const pictures = await seeSights(context, { ...input, onProgress: (done) => progress(1, done) });
  progress(1, 1);
  return sensedCurves(input.range, events, pictures);
}
