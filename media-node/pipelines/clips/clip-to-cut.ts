// A stretch of a source that becomes a clip: what each step of cutting it is given.
import { outputFrameRate } from "../../../shared/frame-rates.ts";
import type { ClipJobRequest, ClipResult } from "../../../shared/tasks/clip-job.ts";
import type { Moment } from "../../clips/explain-moments.ts";
import type { Span } from "../../signal/span.ts";
import type { SpokenWord } from "../../signal/spoken-word.ts";
import type { SourceInfo, VideoStream } from "../../source/probe-source.ts";
import type { MeasuredSpan } from "./clip-measures.ts";

/** What a client asks of each clip of a job; `clips/wishes` is what its prompt asks of the moments. */
export type ClipOptions = Pick<ClipJobRequest, "targetWidth" | "editingStyles" | "captions" | "title">;

/** A stretch that becomes a clip, with what is said of it. */
export interface CutMoment
  extends Span,
    Pick<ClipResult, "viralityScore" | "scoreBreakdown" | "reason">,
    Pick<Moment, "kind" | "pointS"> {
  readonly clipId: string;
}

export interface ClipToCut {
  readonly sourcePath: string;
  readonly source: SourceInfo;
  /** At least those of the moment, on the source's clock. */
  readonly words: readonly SpokenWord[];
  readonly moment: CutMoment;
  readonly index: number;
  /** What it is to be called, where somebody has said so. */
  readonly title?: string;
  /** Where measures of the same stretch may be kept from an earlier render. */
  readonly earlierMeasuresKey?: string;
  readonly onProgress: (fraction: number) => void;
}

/** A clip with what is known of its source's video. */
export interface ClipWithVideo extends ClipToCut {
  readonly video: VideoStream;
}

/** The frames that a clip has. */
export function spanOf({ video, moment }: ClipWithVideo): MeasuredSpan {
  const { startS, endS } = moment;
  return { startS, durationS: endS - startS, frameRate: outputFrameRate(video.frameRate) };
}
