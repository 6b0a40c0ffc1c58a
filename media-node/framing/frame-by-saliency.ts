// Frames a shot in which no face is known, by where something happens in it. Pure.
import { chooseCropWindow } from "./crop-window.ts";
import { cropHeightPosition } from "./face-composition.ts";
import { followMotion } from "./framing-subject.ts";
import { lostText } from "./shot-text.ts";
import {
  allows,
  type Choices,
  type FramedShot,
  following,
  LOST_TEXT,
  type ShotView,
  standing,
  WHOLE,
} from "./shot-view.ts";

/** Below this share of what happens a crop hides too much. Talking heads have 0.8, two people apart 0.55 (2026-11). */
const MIN_COVERAGE = 0.62;
/** Where nothing moves, what happens is not known, and a crop must hold this share of all detail. */
const MIN_COVERAGE_STILL = 0.75;
/** A moving subject without a face is followed when a crop around it holds this share of all motion… */
const FOLLOWED_COVERAGE = 0.75;
/** …and it is more than the tip of a line that grows in a chart (which has 0.00024; a flying bee has 0.0015). */
const FOLLOWED_STRENGTH = 0.0008;
const MIN_FOLLOWED_S = 1.2;

/** Without faces: the place where most happens, what moves, or all of it. */
export function choicesBySaliency(view: ShotView): Choices {
  const { request, shot, crop, widthShare } = view;
  const { saliency, frameRate, source } = request;
  const window = chooseCropWindow(saliency, shot, widthShare);
  const y = cropHeightPosition([], source, crop);
  const still = (): FramedShot => standing(view, window.left + widthShare / 2, y);
  const cutsText = lostText(request.looks, shot, window.left, window.left + widthShare) >= LOST_TEXT;
  const moving = (): FramedShot | undefined => {
    if (cutsText || shot.endFrame - shot.startFrame < MIN_FOLLOWED_S * frameRate) return undefined;
    const subject = followMotion(saliency, shot, widthShare, frameRate);
    const minCoverage = request.followedCoverage ?? FOLLOWED_COVERAGE;
    const isFollowed =
      subject !== undefined && subject.coverage >= minCoverage && subject.strength >= FOLLOWED_STRENGTH;
    return isFollowed ? following(view, subject.centres, { halfWidth: subject.halfWidth, y }) : undefined;
  };
  const min = MIN_COVERAGE_STILL - (MIN_COVERAGE_STILL - MIN_COVERAGE) * window.byMotion;
  const holdsAll = window.coverage >= min && !cutsText;
  return {
    preferred: [
      () => (holdsAll && allows(request, "STATIC_CROP") ? still() : undefined),
      moving,
      ...WHOLE.map((whole) => () => whole),
      () => (allows(request, "STATIC_CROP") ? still() : { ...still(), style: "DYNAMIC_CROP" }),
    ],
    still,
  };
}
