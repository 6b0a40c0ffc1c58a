// What optional models add to what is known of a match: an audio-event model finds cheering and applause, an image-text
// model finds what decisive moments of the sport look like. Where one is not installed its curve is left out; one that
// fails is reported, and the job goes on as if it were not there.
import type { SportCategory } from "../../../shared/tasks/highlight-job.ts";
import { DECISIVE_SCENES } from "../../highlights/decisive-scenes.ts";
import type { SensedCurveName } from "../../highlights/match-curves.ts";
import { sensedCurves } from "../../highlights/moments/sensed-curves.ts";
import type { AudioAnalysis } from "../../signal/audio-analysis.ts";
import type { Span } from "../../signal/span.ts";
import type { SourceInfo } from "../../source/probe-source.ts";
import { overallProgress } from "../overall-progress.ts";
import type { RunContext } from "../run-context.ts";
import { findEvents, findScores } from "../sense-source.ts";

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

/** Runs what is installed, one model after the other: each takes all cores. @throws `signal.reason` on abort */
export async function senseMatch(
  context: RunContext,
  input: SenseMatchInput,
): Promise<Partial<Record<SensedCurveName, Float32Array>>> {
  const progress = overallProgress(2, input.onProgress);
  const { models } = context.tools;
  const events = await findEvents(context, models.audioEvents(), {
    ...input,
    words: [],
    onProgress: (done) => progress(0, done),
  });
  progress(0, 1);
  const wishes = { topic: DECISIVE_SCENES[input.category], title: null };
  const frameScores = await findScores(context, models.imageText(), wishes, {
    ...input,
    onProgress: (done) => progress(1, done),
  });
  progress(1, 1);
  return sensedCurves(input.range, events, frameScores);
}
