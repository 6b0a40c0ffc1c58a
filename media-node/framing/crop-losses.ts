// What a crop of a shot would cut off: what is there to be read, and what somebody talks over. Pure.
import { motionBeside } from "./crop-window.ts";
import type { FaceExtent } from "./face-composition.ts";
import type { FrameLook } from "./frame-look.ts";
import type { ShotView } from "./shot-view.ts";
import type { Shot } from "./shots/split-shots.ts";

/**
 * Text over this share of the source is not cut off: half a headline. A chart has 0.011, slides have 0.07, and
 * photographs of people up to 0.005 of what only looks like it (2026-11).
 */
const LOST_TEXT = 0.006;
/** Beside faces more text may be lost than without: the name below a face, a poster behind it… */
const LOST_TEXT_BESIDE_FACES = 0.02;
/** …and all of it beside a face of this height: that is the subject… */
const LARGE_FACE = 0.25;
/** …unless its middle is this near to a side, and its eyes above or below these: a webcam's picture over a screen. */
const CORNER_WIDTH = 0.3;
const [CORNER_TOP, CORNER_BOTTOM] = [0.2, 0.6];
/** Beside a face in a corner this share of all motion is a game or a film that somebody talks over… */
const MIN_SCENE_SHARE = 0.5;
/** …if it is that much of it: a talking head moves its columns by 0.002, a game all of them by 0.01 and more. */
const MIN_SCENE_MOTION = 0.004;

/**
 * Text outside of the part of the width from `left` to `right`, as a share of the whole source, on average over the
 * shot's looks; 0 for a shot so short that none of them lies in it.
 */
export function lostText(looks: readonly FrameLook[], shot: Shot, left: number, right: number): number {
  const inShot = looks.filter(({ frame }) => frame >= shot.startFrame && frame < shot.endFrame);
  let sum = 0;
  for (const { text } of inShot) {
    for (const [cell, share] of text.entries()) {
      const middle = (cell + 0.5) / text.length;
      if (middle < left || middle > right) sum += share / text.length;
    }
  }
  return inShot.length === 0 ? 0 : sum / inShot.length;
}

/** Whether a crop from `left` to `right`, shares of the width, would cut off text. */
export function cutsText({ request, shot }: ShotView, left: number, right: number): boolean {
  return lostText(request.looks, shot, left, right) >= LOST_TEXT;
}

/** Nobody is filmed so low, or so high, and so far at the side. */
function isInCorner({ middle, eyesY }: FaceExtent): boolean {
  return Math.min(middle, 1 - middle) < CORNER_WIDTH && (eyesY < CORNER_TOP || eyesY > CORNER_BOTTOM);
}

/** Where a crop around a centre begins, a share of the width. */
function leftAround(centre: number, widthShare: number): number {
  return Math.min(1 - widthShare, Math.max(0, centre - widthShare / 2));
}

/**
 * Whether a crop around the speaker would cut off what is there to be read: slides with their speaker beside.
 * @param centre a share of the width
 */
export function cutsTextBesideFaces(
  { request, shot, extents, widthShare }: ShotView,
  centre: number,
): boolean {
  if (extents.some((face) => face.height >= LARGE_FACE && !isInCorner(face))) return false;
  const left = leftAround(centre, widthShare);
  return lostText(request.looks, shot, left, left + widthShare) >= LOST_TEXT_BESIDE_FACES;
}

/** Whether it would cut off what the speaker talks over: a game, or a film. @param centre a share of the width */
export function cutsSceneBesideFaces(
  { request, shot, extents, widthShare }: ShotView,
  centre: number,
): boolean {
  if (!extents.every(isInCorner)) return false;
  const left = leftAround(centre, widthShare);
  const { share, mean } = motionBeside(request.saliency, shot, left, left + widthShare);
  return share >= MIN_SCENE_SHARE && mean >= MIN_SCENE_MOTION;
}
