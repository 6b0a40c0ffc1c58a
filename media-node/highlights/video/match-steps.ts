// What lies between neighbouring frames of a match: movement beside the camera's own, and how much of a new shot it
// looks like. A flash (a photographer's, or one broken frame) changes everything and changes it back, and is no shot
// change.

import { type FrameStep, histogramDistance, histogramOf } from "../../framing/shots/frame-steps.ts";
import { findShotChanges } from "../../framing/shots/sampled-shot-changes.ts";
import { blackImage, type GreyImage, imageDifference, shrinkImage } from "../../signal/grey-image.ts";
import { findCameraShift, movementBesideShift } from "./camera-shift.ts";
import { MATCH_FRAME } from "./match-video.ts";

export interface MatchStep extends FrameStep {
  /** Time of the earlier frame. */
  readonly fromS: number;
  /** Mean brightness that changed by movement which is not the camera's, 0 to 1. */
  readonly movement: number;
  /** Share of the frame that changed at all, whatever moved it. */
  readonly changedShare: number;
  /** How different the frame is from the one before the last, 0 to 1. */
  readonly differenceOverTwo: number;
}

/** Levels of the pyramid: each half the size of the one before. */
const LEVELS = [2, 4, 8].map((divisor) => ({
  width: Math.floor(MATCH_FRAME.width / divisor),
  height: Math.floor(MATCH_FRAME.height / divisor),
}));
/** Frames that are kept: this one and the two before it. */
const KEPT = 3;
/** Grey levels between two frames that count as a change. */
const CHANGED_LEVELS = 8;
/** After a flash this little of what it changed is left. */
const FLASH_REST = 0.35;

type Pyramid = readonly GreyImage[];

function changedShare(before: GreyImage, now: GreyImage): number {
  let count = 0;
  for (let index = 0; index < now.pixels.length; index += 1) {
    const difference = Math.abs((now.pixels[index] as number) - (before.pixels[index] as number));
    if (difference > CHANGED_LEVELS) count += 1;
  }
  return count / now.pixels.length;
}

interface LastFrames {
  readonly twoBefore: Pyramid;
  readonly before: Pyramid;
  readonly now: Pyramid;
}

/** Compares frames as they stream in; `push` each, then read `steps`. */
export class MatchSteps {
  readonly steps: MatchStep[] = [];
  #kept: Pyramid[] = Array.from({ length: KEPT }, () =>
    LEVELS.map(({ width, height }) => blackImage(width, height)),
  );
  #lastS: number | null = null;

  /** The frame's middle level, a quarter of its width and height; it is refilled two frames later. */
  push(frame: GreyImage, timeS: number): GreyImage {
    const [now, twoBefore, before] = this.#kept as [Pyramid, Pyramid, Pyramid];
    this.#kept = [twoBefore, before, now];
    let finer = frame;
    for (const level of now) {
      shrinkImage(finer, level);
      finer = level;
    }
    if (this.#lastS !== null) {
      this.steps.push(this.#step({ twoBefore, before, now }, { fromS: this.#lastS, timeS }));
    }
    this.#lastS = timeS;
    return now[1] as GreyImage;
  }

  #step(
    { twoBefore, before, now }: LastFrames,
    { fromS, timeS }: Pick<MatchStep, "fromS" | "timeS">,
  ): MatchStep {
    const [fine, fineBefore] = [now[0], before[0]] as [GreyImage, GreyImage];
    const shift = findCameraShift(before, now);
    return {
      fromS,
      timeS,
      difference: shift.difference,
      histogramDistance: histogramDistance(
        histogramOf(fineBefore.pixels),
        histogramOf(fine.pixels),
        fine.pixels.length,
      ),
      movement: movementBesideShift(fineBefore, fine, shift),
      changedShare: changedShare(fineBefore, fine),
      differenceOverTwo: imageDifference(twoBefore[1] as GreyImage, now[1] as GreyImage),
    };
  }
}

/** Whether the frame between the two steps was there and gone again. */
function isFlash(into: MatchStep | undefined, outOf: MatchStep | undefined): boolean {
  if (into === undefined || outOf === undefined) return false;
  return outOf.differenceOverTwo < FLASH_REST * Math.min(into.difference, outOf.difference);
}

/** Times of the first frames of new shots. */
export function matchShotChanges(steps: readonly MatchStep[]): number[] {
  const withoutFlashes = steps.map((step, index) => {
    const flashes = isFlash(step, steps[index + 1]) || isFlash(steps[index - 1], step);
    return flashes ? { ...step, difference: 0, histogramDistance: 0 } : step;
  });
  return findShotChanges(withoutFlashes);
}
