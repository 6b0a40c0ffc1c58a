// The clips of a job one after the other, as cuts of their source, in whole frames of its rate: what editing programs take.
// The source is named by its file alone: an address may hold a secret, and a timeline is passed on.
import { AppError } from "../../../shared/errors.ts";
import type { ClipPlan } from "../../../shared/tasks/clip-plan.ts";
import type { ExportedClip } from "./exported-clips.ts";
import { type FrameRate, frameRateOf, framesAt } from "./frame-rate.ts";

export interface TimelineClip {
  readonly id: string;
  readonly title: string;
  readonly reason: string;
  /** In the source, counted as its timecode does. */
  readonly startFrame: number;
  readonly frames: number;
  /** In the timeline. */
  readonly atFrame: number;
}

export interface Timeline {
  readonly jobId: string;
  readonly name: string;
  readonly rate: FrameRate;
  readonly source: {
    readonly name: string;
    /** Its timecode; 0 where it has none. */
    readonly startFrame: number;
    readonly isDropFrame: boolean;
    readonly frames: number;
    readonly width: number;
    readonly height: number;
    readonly hasAudio: boolean;
  };
  /** Of the finished clips. */
  readonly frame: { readonly width: number; readonly height: number };
  readonly frames: number;
  readonly clips: readonly TimelineClip[];
}

export interface NamedJob {
  readonly jobId: string;
  readonly name: string;
  readonly sourceName: string;
}

/** @throws AppError NOT_FOUND for a job of whose source nothing is known any more */
export function timelineOf(
  { jobId, name, sourceName }: NamedJob,
  clips: readonly ExportedClip[],
  plan: ClipPlan,
): Timeline {
  const { media } = plan;
  if (media === null) {
    throw new AppError("NOT_FOUND", "The frame rate of this job's source was not kept: it has no timeline.");
  }
  const rate = frameRateOf(media.frameRate);
  const sourceFrames = Math.max(1, framesAt(media.durationS, rate));
  const { startS: timecodeS, isDropFrame } = media.timecode ?? { startS: 0, isDropFrame: false };
  const firstFrame = framesAt(timecodeS, rate);
  let atFrame = 0;
  const placed = clips.map(({ result, startS, endS }) => {
    const skipped = Math.min(framesAt(startS, rate), sourceFrames - 1);
    const frames = Math.max(1, Math.min(framesAt(endS, rate), sourceFrames) - skipped);
    const { id, title, reason } = result;
    const clip = { id, title, reason, startFrame: firstFrame + skipped, frames, atFrame };
    atFrame += frames;
    return clip;
  });
  const { width = 1_080, height = 1_920 } = clips[0]?.result ?? {};
  return {
    jobId,
    name,
    rate,
    source: {
      name: sourceName,
      startFrame: firstFrame,
      isDropFrame,
      frames: sourceFrames,
      width: media.width,
      height: media.height,
      hasAudio: media.hasAudio ?? true,
    },
    frame: { width, height },
    frames: atFrame,
    clips: placed,
  };
}
