// The space in which reels are drawn: units of which the shorter side of every frame has 1,080, so that one drawing
// serves every resolution, and the part of a frame in which texts may stand. Upright frames keep clear what players of
// vertical videos draw over; others keep the margin that broadcasters keep.
import type { Box } from "../../captions/caption-placement.ts";
import type { FrameSize } from "../../ffmpeg/fit-frames.ts";
import { SAFE_AREA } from "../../render/framing-plan.ts";

export interface Canvas {
  readonly target: FrameSize;
  /** Units. */
  readonly width: number;
  readonly height: number;
  /** Pixels of the target in a unit. */
  readonly scale: number;
  readonly isUpright: boolean;
  readonly isWide: boolean;
  /** Where texts and their plates stand, in units. */
  readonly safe: Box;
}

const SHORT_SIDE = 1_080;
/** EBU R 95 keeps graphics 5 % off every edge. */
const BROADCAST_MARGIN = 0.05;
const UPRIGHT_MARGIN = 0.06;
/** Sides of frames that are neither upright nor wide differ by less. */
const SQUARISH = 1.2;

/** The canvas of a frame of so many pixels. */
export function canvasOf(target: FrameSize): Canvas {
  const scale = Math.min(target.width, target.height) / SHORT_SIDE;
  const [width, height] = [target.width / scale, target.height / scale];
  const isUpright = height > width * SQUARISH;
  const [top, bottom] = isUpright ? [SAFE_AREA.top, SAFE_AREA.bottom] : [BROADCAST_MARGIN, BROADCAST_MARGIN];
  const side = (isUpright ? UPRIGHT_MARGIN : BROADCAST_MARGIN) * width;
  const safe = { left: side, right: width - side, top: top * height, bottom: height * (1 - bottom) };
  return { target, width, height, scale, isUpright, isWide: width > height * SQUARISH, safe };
}

/** The whole frame. */
export function frameBox({ width, height }: Canvas): Box {
  return { left: 0, top: 0, right: width, bottom: height };
}

/** Pixels of the target that hold a box, in even numbers: chroma has half the resolution. */
export function pixelsOf(box: Box, { scale }: Canvas): Box {
  const down = (value: number): number => 2 * Math.floor((value * scale) / 2 + 1e-6);
  const up = (value: number): number => 2 * Math.ceil((value * scale) / 2 - 1e-6);
  const [left, top] = [down(box.left), down(box.top)];
  return { left, top, right: Math.max(left + 2, up(box.right)), bottom: Math.max(top + 2, up(box.bottom)) };
}
