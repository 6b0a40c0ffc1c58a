// The stages that a run goes through, as whoever watches it sees them: how long each took, and for how much of a source.
// A run's observer is known wherever its work goes, as its share is, so that a stage is named where it is called and needs
// no parameter on the way. Work that nobody observes, a benchmark's or a command's, is only done.
import { AsyncLocalStorage } from "node:async_hooks";
import { inSpan } from "../../shared/tracing/tracing.ts";

/** Everything that a stage may be called; labels of metrics. */
export const STAGE_NAMES = [
  "fetch",
  "probe",
  "hear-tracks",
  "read-subtitles",
  "detect-speech",
  "recognize-speech",
  "analyze-audio",
  "analyze-video",
  "sense",
  "choose-moments",
  "frame",
  "find-gain",
  "draw-captions",
  "render",
  "dress",
  "mix-audio",
  "join",
  "generate",
  "store",
] as const;
export type StageName = (typeof STAGE_NAMES)[number];

export interface EndedStage {
  readonly stage: StageName;
  /** Waiting for a thread or a device included. */
  readonly durationMs: number;
  /** How much of a source or of a result the stage went through, in seconds; null where that says nothing. */
  readonly mediaS: number | null;
}

/** Told each stage that came to its end. One that failed tells nothing: its run says why. */
export type StageObserver = (stage: EndedStage) => void;

const observers = new AsyncLocalStorage<StageObserver>();

/** The stages of `work` are told to this observer. */
export function observeStages<T>(observer: StageObserver, work: () => T): T {
  return observers.run(observer, work);
}

/** Does a stage. @param mediaS see EndedStage */
export async function runStage<T>(
  stage: StageName,
  mediaS: number | null,
  work: () => Promise<T>,
): Promise<T> {
  const startedAt = performance.now();
  const attributes = mediaS === null ? {} : { "clipmill.media_s": mediaS };
  const result = await inSpan(stage, { attributes }, work);
  observers.getStore()?.({ stage, durationMs: performance.now() - startedAt, mediaS });
  return result;
}
