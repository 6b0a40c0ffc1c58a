// Frames a shot in which no face is known, by where something happens in it. Pure.
import { cutsText } from "./crop-losses.ts";
import { chooseCropWindow } from "./crop-window.ts";
import { cropHeightPosition } from "./face-composition.ts";
import { followMotion, type MovingSubject } from "./framing-subject.ts";
import {
  allows,
  type Choices,
  type FramedShot,
  following,
  type ShotRequest,
  type ShotView,
  standing,
  WHOLE,
} from "./shot-view.ts";
import type { Shot } from "./shots/split-shots.ts";

/** Below this share of what happens a crop hides too much. Talking heads have 0.8, two people apart 0.55 (2026-11). */
const MIN_COVERAGE = 0.62;
/** Where nothing moves, or too little of the shot is seen, what happens is not known, and a crop must hold this share. */
const MIN_COVERAGE_UNKNOWN = 0.75;
/**
 * A shot that an edge of the clip cuts off is a glimpse until so much of it is seen: some bees fly before the swarm stirs,
 * which crops by the first four seconds cut in half (2026-11). The least is gone before a change of layout is worth it.
 */
const [MIN_GLIMPSE_S, MAX_GLIMPSE_S] = [0.6, 5];
/** A moving subject without a face is followed when a crop around it holds this share of all motion… */
const FOLLOWED_COVERAGE = 0.8;
/** …and it is more than the tip of a line that grows in a chart (which has 0.00024; a flying bee has 0.0015). */
const FOLLOWED_STRENGTH = 0.0008;
const MIN_FOLLOWED_S = 1.2;

/** Whether too little of a shot is seen to know it. Pieces of matches are parts by nature: there, what moves counts. */
function isGlimpse(
  { followedCoverage, saliency, frameRate }: ShotRequest,
  { startFrame, endFrame }: Shot,
): boolean {
  const seenS = (endFrame - startFrame) / frameRate;
  const isAtEdge = startFrame === 0 || endFrame === saliency.frameCount;
  return followedCoverage === undefined && isAtEdge && seenS >= MIN_GLIMPSE_S && seenS < MAX_GLIMPSE_S;
}

/** Without faces: the place where most happens, what moves, or all of it. */
export function choicesBySaliency(view: ShotView): Choices {
  const { request, shot, crop, widthShare } = view;
  const { saliency, frameRate, source } = request;
  const window = chooseCropWindow(saliency, shot, widthShare);
  const y = cropHeightPosition([], source, crop);
  const still = (): FramedShot => standing(view, window.left + widthShare / 2, y);
  const losesText = cutsText(view, window.left, window.left + widthShare);
  const oneSubject = (): MovingSubject | undefined => {
    const subject = followMotion(saliency, shot, widthShare, frameRate);
    const minCoverage = request.followedCoverage ?? FOLLOWED_COVERAGE;
    return subject !== undefined && subject.coverage >= minCoverage ? subject : undefined;
  };
  const moving = (): FramedShot | undefined => {
    if (losesText || shot.endFrame - shot.startFrame < MIN_FOLLOWED_S * frameRate) return undefined;
    const subject = oneSubject();
    const isFollowed = subject !== undefined && subject.strength >= FOLLOWED_STRENGTH;
    return isFollowed ? following(view, subject.centres, { halfWidth: subject.halfWidth, y }) : undefined;
  };
  const stands = (minCoverage: number): boolean =>
    window.coverage >= minCoverage && !losesText && allows(request, "STATIC_CROP");
  const min = MIN_COVERAGE_UNKNOWN - (MIN_COVERAGE_UNKNOWN - MIN_COVERAGE) * window.byMotion;
  // A glimpse's crop may stand for less where all that moves goes into one, but rather follows it.
  const minAtFirst = isGlimpse(request, shot) ? MIN_COVERAGE_UNKNOWN : min;
  return {
    preferred: [
      () => (stands(minAtFirst) ? still() : undefined),
      moving,
      () => (stands(min) && oneSubject() !== undefined ? still() : undefined),
      ...WHOLE.map((whole) => () => whole),
      () => (allows(request, "STATIC_CROP") ? still() : { ...still(), style: "DYNAMIC_CROP" }),
    ],
    still,
  };
}
