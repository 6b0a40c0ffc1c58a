// A finished job's clips as its exports tell them: in the order of the output, with the words that are said in each. Those
// of many clips take long to lay out: that is done in turns, and only for what shows them.
import { layOutInSteps } from "../../../shared/captions/lay-out-transcript.ts";
import { runInTimeSlices } from "../../../shared/process/time-slices.ts";
import type { ClipResult } from "../../../shared/tasks/clip-job.ts";
import { type ClipPlan, saidWords, wordsBetween } from "../../../shared/tasks/clip-plan.ts";
import type { Caption } from "../../../shared/tasks/transcription-job.ts";

export interface ExportedClip {
  readonly result: ClipResult;
  /** On the source's clock, as it was cut. */
  readonly startS: number;
  readonly endS: number;
}

export interface CaptionedClip extends ExportedClip {
  /** Phrases on the clip's own clock; none where no words are known. */
  readonly captions: readonly Caption[];
}

/** A job's clips with their times in the source: those of the plan, or else of the result. */
export function exportedClips(clips: readonly ClipResult[], plan: ClipPlan): ExportedClip[] {
  const planned = new Map(plan.clips.map((clip) => [clip.id, clip]));
  return clips.map((result) => {
    const { startS, endS } = planned.get(result.id) ?? { startS: result.start, endS: result.end };
    return { result, startS, endS };
  });
}

function* layOutClips(clips: readonly ExportedClip[], { words }: ClipPlan): Generator<void, CaptionedClip[]> {
  const captioned: CaptionedClip[] = [];
  for (const clip of clips) {
    const { startS, endS } = clip;
    const spoken = saidWords(words, wordsBetween(words, startS, endS)).map((word) => ({
      ...word,
      startS: Math.max(0, word.startS - startS),
      endS: Math.min(endS - startS, word.endS - startS),
      score: 1,
    }));
    captioned.push({ ...clip, captions: yield* layOutInSteps(spoken, endS - startS) });
  }
  return captioned;
}

/** Clips with what is said in them. */
export function withCaptions(clips: readonly ExportedClip[], plan: ClipPlan): Promise<CaptionedClip[]> {
  return runInTimeSlices(layOutClips(clips, plan));
}
