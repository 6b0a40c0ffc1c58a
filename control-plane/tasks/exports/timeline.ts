// The clips of a job one after the other, as cuts of their source, in whole frames of the clips' rate: what editing programs
// take. The source's own may be the average of a varying one, of which they make another, or one that they do not have.
// The source is named by its file alone: an address may hold a secret, and a timeline is passed on.
import { AppError } from "../../../shared/errors.ts";
import {
  type FrameRate,
  frameRateOf,
  framesAt,
  timelineRate,
  wholeFrames,
} from "../../../shared/frame-rates.ts";
import type { ClipPlan, PlannedMedia } from "../../../shared/tasks/clip-plan.ts";
import type { ExportedClip } from "./exported-clips.ts";

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
    /** That of its file, or the timeline's where that is no steady one. */
    readonly rate: FrameRate;
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

type CutSpan = Pick<ExportedClip, "startS" | "endS">;

export interface ClipPlaces<Clip> {
  readonly rate: FrameRate;
  /** Of the source. */
  readonly sourceFrames: number;
  readonly places: readonly {
    readonly clip: Clip;
    /** In the source, from its beginning. */
    readonly startFrame: number;
    readonly frames: number;
    /** In the timeline. */
    readonly atFrame: number;
  }[];
}

/** Where clips lie in their source and in a timeline. */
export function placeClips<Clip extends CutSpan>(
  clips: readonly Clip[],
  media: PlannedMedia,
): ClipPlaces<Clip> {
  const rate = timelineRate(media.frameRate);
  const sourceFrames = Math.max(1, wholeFrames(media.durationS, rate));
  let atFrame = 0;
  const places = clips.map((clip) => {
    const startFrame = Math.min(framesAt(clip.startS, rate), sourceFrames - 1);
    // As many as its file has, which is rendered by its length.
    const length = framesAt(clip.endS - clip.startS, rate);
    const frames = Math.max(1, Math.min(length, sourceFrames - startFrame));
    const place = { clip, startFrame, frames, atFrame };
    atFrame += frames;
    return place;
  });
  return { rate, sourceFrames, places };
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
  const { rate, sourceFrames, places } = placeClips(clips, media);
  const { startS: timecodeS, isDropFrame } = media.timecode ?? { startS: 0, isDropFrame: false };
  const firstFrame = framesAt(timecodeS, rate);
  const placed = places.map(({ clip: { result }, startFrame, frames, atFrame }) => {
    const { id, title, reason } = result;
    return { id, title, reason, startFrame: firstFrame + startFrame, frames, atFrame };
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
      rate: frameRateOf(media.frameRate) ?? rate,
      frames: sourceFrames,
      width: media.width,
      height: media.height,
      hasAudio: media.hasAudio ?? true,
    },
    frame: { width, height },
    frames: placed.reduce((sum, { frames }) => sum + frames, 0),
    clips: placed,
  };
}
