// A finished job's clips as its exports tell them: in the order of the output, with the words that are said in each.
import { layOutTranscript } from "../../../shared/captions/lay-out-transcript.ts";
import type { ClipResult } from "../../../shared/tasks/clip-job.ts";
import { type ClipPlan, saidWords, wordsBetween } from "../../../shared/tasks/clip-plan.ts";
import type { Caption } from "../../../shared/tasks/transcription-job.ts";

export interface ExportedClip {
  readonly result: ClipResult;
  /** On the source's clock, as it was cut. */
  readonly startS: number;
  readonly endS: number;
  /** Phrases on the clip's own clock; none where no words are known. */
  readonly captions: readonly Caption[];
}

function captionsOf({ words }: ClipPlan, startS: number, endS: number): Caption[] {
  const spoken = saidWords(words, wordsBetween(words, startS, endS)).map((word) => ({
    ...word,
    startS: Math.max(0, word.startS - startS),
    endS: Math.min(endS - startS, word.endS - startS),
    score: 1,
  }));
  return layOutTranscript(spoken, endS - startS);
}

export function exportedClips(clips: readonly ClipResult[], plan: ClipPlan): ExportedClip[] {
  return clips.map((result) => {
    const planned = plan.clips.find(({ id }) => id === result.id);
    const { startS, endS } = planned ?? { startS: result.start, endS: result.end };
    return { result, startS, endS, captions: captionsOf(plan, startS, endS) };
  });
}
