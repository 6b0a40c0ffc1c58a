// What a framing plan is: the stretches of a clip and how each fills the frame. Pure data, in pixels of the source as
// displayed and in frames of the clip; what decides is in plan-framing, what draws is in video-graph.

import type { EditingStyle } from "../../shared/tasks/clip-job.ts";
import { type FrameSize, SAME_SHAPE } from "../ffmpeg/fit-frames.ts";
import { type PathPiece, pathAt } from "./crop-path.ts";

/** Meta asks for these shares of a Reel to stay free; other vertical players draw over less. */
export const SAFE_AREA = { top: 0.14, bottom: 0.35 } as const;

/** A part of the source; even numbers. */
export interface CropArea extends FrameSize {
  readonly x: number;
  readonly y: number;
}

/** The filter that leaves nothing but a part. */
export function cutOut({ width, height, x, y }: CropArea): string {
  return `crop=w=${width}:h=${height}:x=${x}:y=${y}:exact=1`;
}

/** Styles as they are drawn; AUTO is a wish, no style. */
export type DrawnStyle = Exclude<EditingStyle, "AUTO">;

/** A crop whose left edge follows a path, in pixels. It stands where the path has no speed. */
export interface CropLayout {
  readonly kind: "crop";
  readonly crop: FrameSize;
  readonly y: number;
  readonly path: readonly PathPiece[];
}

export type FrameLayout =
  | CropLayout
  /** One over the other, each filling half of the frame. */
  | { readonly kind: "split"; readonly upper: CropArea; readonly lower: CropArea }
  /** The whole source, or this part of it, over its own blur. */
  | { readonly kind: "wings"; readonly area?: CropArea }
  | { readonly kind: "letterbox" };

/**
 * The parts of a source that a layout shows at a frame of the clip: of a split frame the upper one first. Where a crop moves,
 * its left edge lies between pixels.
 */
export function shownAreas(layout: FrameLayout, frame: number, source: FrameSize): CropArea[] {
  switch (layout.kind) {
    case "crop":
      return [{ ...layout.crop, x: pathAt(layout.path, frame), y: layout.y }];
    case "split":
      return [layout.upper, layout.lower];
    case "wings":
      return [layout.area ?? { ...source, x: 0, y: 0 }];
    case "letterbox":
      return [{ ...source, x: 0, y: 0 }];
  }
}

export interface FramedStretch {
  readonly startFrame: number;
  readonly layout: FrameLayout;
}

export interface FramingPlan {
  /** The style of most of the clip's time. */
  readonly style: DrawnStyle;
  /** At least one, in order of time; the first begins at frame 0, and each lasts until the next. */
  readonly stretches: readonly FramedStretch[];
}

function even(value: number, max: number): number {
  return Math.min(max, Math.max(2, 2 * Math.round(value / 2)));
}

/** A size of these proportions as large as the outer one holds it, in even numbers. */
function largestWithin(size: FrameSize, outer: FrameSize): FrameSize {
  const scale = Math.min(outer.width / size.width, outer.height / size.height);
  return { width: even(size.width * scale, outer.width), height: even(size.height * scale, outer.height) };
}

/**
 * The size of a whole source in a frame, in even numbers. One of nearly the frame's shape fills it: a bar of a pixel or two
 * looks like a fault, and nobody sees that the picture is wider or higher by so little.
 */
export function fitWithin(size: FrameSize, outer: FrameSize): FrameSize {
  const shapes = (size.width * outer.height) / (size.height * outer.width);
  const isSame = Math.abs(shapes - 1) < SAME_SHAPE;
  return isSame ? { width: outer.width, height: outer.height } : largestWithin(size, outer);
}

/** What a second row of captions wants above the first, as a share: half of it is left to captions at the top. */
const SECOND_ROW = 0.03;
/** What two rows of captions take, as a share: as much as a 16:9 picture leaves them, and taller ones if they can. */
const TWO_ROWS = 0.111;

/**
 * The upper edge of a whole source that stands clear of captions, an even number: in an upright frame in the middle of
 * what players leave free, or higher, so that captions, which end where that ends, stand below it. Captions at the top
 * have more room above a source in the middle of the frame, which then stays there.
 */
export function raisedTop(shown: FrameSize, target: FrameSize): number {
  const centred = (target.height - shown.height) / 2;
  const middle = (target.height * (1 + SAFE_AREA.top - SAFE_AREA.bottom - SECOND_ROW)) / 2;
  const aboveRows = target.height * (1 - SAFE_AREA.bottom - TWO_ROWS) - shown.height;
  const raised = Math.max(target.height * SAFE_AREA.top, Math.min(middle - shown.height / 2, aboveRows));
  return 2 * Math.round(Math.min(centred, target.height > target.width ? raised : centred) / 2);
}

/** The part of the source that fills the target exactly, as large as it can be. */
export function fillingCrop(source: FrameSize, target: FrameSize): FrameSize {
  return largestWithin(target, source);
}

/** The heights of the two halves of a split frame, in even numbers. */
export function splitHeights(target: FrameSize): { upper: number; lower: number } {
  const upper = even(target.height / 2, target.height);
  return { upper, lower: target.height - upper };
}

/** The layout of a frame of the clip. */
export function layoutAt({ stretches }: FramingPlan, frame: number): FrameLayout {
  const stretch = stretches.findLast(({ startFrame }) => startFrame <= frame) ?? stretches[0];
  return stretch?.layout ?? { kind: "letterbox" };
}

/** A plan with one layout from beginning to end. */
export function wholeClip(style: DrawnStyle, layout: FrameLayout): FramingPlan {
  return { style, stretches: [{ startFrame: 0, layout }] };
}

/** A crop that stands. */
export function standingCrop(crop: FrameSize, x: number, y: number): CropLayout {
  return { kind: "crop", crop, y, path: [{ startFrame: 0, at: x, speed: 0, half: 0 }] };
}
