// From distances between frames to a VideoAnalysis: motion per half second, and the shot changes. A step is a shot
// change when it stands out from the steps around it and is large by itself: a fixed threshold takes a pan for a cut
// in lively footage and misses cuts between similar scenes. The neighbours' median is the measure, because a burst of
// cuts would lift a mean and hide itself.

import { percentile } from "../../signal/percentile.ts";
import type { FrameStep } from "./frame-steps.ts";
import { MOTION_UNKNOWN, VIDEO_HOP_S, type VideoAnalysis } from "./video-analysis.ts";

/** Steps on each side that a step is compared with. */
const NEIGHBOURS = 12;
const TIMES_MEDIAN = 2.5;
/** The least strength (0 to 1) of a shot change: below it lie exposure changes and captions coming and going. */
const MIN_STRENGTH = 0.12;
const MIN_DISTANCE_S = 0.4;
/** Motion is held over the end of the video for as long as a step lasted, but no longer than this. */
const MAX_HOLD_S = 12;

/** How far apart two frames are, 0 to 1: a cut changes both where the light is and how much of it there is. */
function strengthOf(step: FrameStep): number {
  return 0.5 * step.difference * 2 + 0.5 * step.histogramDistance;
}

/**
 * The times of the steps that are shot changes, ascending, on the clock of the steps; no two within 0.4 s.
 */
export function findShotChanges(steps: readonly FrameStep[]): number[] {
  const strengths = Float64Array.from(steps, strengthOf);
  const times: number[] = [];
  steps.forEach((step, index) => {
    const strength = strengths[index] ?? 0;
    if (strength < MIN_STRENGTH) return;
    const around = strengths.slice(Math.max(0, index - NEIGHBOURS), index + NEIGHBOURS + 1);
    const median = percentile(around, 0.5);
    const standsOut = strength >= Math.min(0.45, Math.max(MIN_STRENGTH, TIMES_MEDIAN * median));
    if (standsOut && step.timeS - (times.at(-1) ?? -1) >= MIN_DISTANCE_S) times.push(step.timeS);
  });
  return times;
}

/** Each hop gets the difference of the step that it lies in; a step over several hops fills them all. */
function motionPerHop(
  firstS: number | null,
  steps: readonly FrameStep[],
  hopCount: number,
): Float32Array<ArrayBuffer> {
  const motion = new Float32Array(hopCount).fill(MOTION_UNKNOWN);
  let fromS = firstS ?? 0;
  let lastStepS = 0;
  let lastDifference = MOTION_UNKNOWN;
  for (const step of steps) {
    const from = Math.floor(fromS / VIDEO_HOP_S);
    const to = Math.max(from + 1, Math.floor(step.timeS / VIDEO_HOP_S));
    for (let hop = from; hop < Math.min(to, hopCount); hop += 1) {
      motion[hop] = Math.max(motion[hop] ?? MOTION_UNKNOWN, step.difference);
    }
    lastStepS = step.timeS - fromS;
    lastDifference = step.difference;
    fromS = step.timeS;
  }
  const holdEnd = Math.ceil((fromS + Math.min(MAX_HOLD_S, 2 * lastStepS)) / VIDEO_HOP_S);
  motion.fill(
    lastDifference,
    Math.min(hopCount, Math.floor(fromS / VIDEO_HOP_S)),
    Math.min(hopCount, holdEnd),
  );
  return motion;
}

export interface FrameSteps {
  /** Where the decoded stretch begins on the source's clock, and how long it is. */
  readonly startS: number;
  readonly durationS: number;
  /** Time of the first frame after `startS`, or null when no frame could be decoded. */
  readonly firstS: number | null;
  readonly steps: readonly FrameStep[];
}

/** The analysis of one stretch; without frames all motion is unknown and there are no shot changes. */
export function analyzeSteps({ startS, durationS, firstS, steps }: FrameSteps): VideoAnalysis {
  return {
    startS,
    hopS: VIDEO_HOP_S,
    motion: motionPerHop(firstS, steps, Math.ceil(durationS / VIDEO_HOP_S)),
    shotChangesS: Float64Array.from(findShotChanges(steps), (timeS) => startS + timeS),
    frameCount: firstS === null ? 0 : steps.length + 1,
    ...(firstS === null ? {} : { lastFrameS: startS + (steps.at(-1)?.timeS ?? firstS) }),
  };
}
