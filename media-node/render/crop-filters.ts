// The filters that cut a crop out of the source and bring it to the size of the frame. A crop that stands is cut in
// whole pixels and scaled once. One that moves would jump by whole pixels of the source, each several of the clip's, so
// that it is cut a little wider, scaled, and then cut to a pixel of the clip: smooth, at nearly the same cost. ffmpeg's
// `sendcmd` was rejected: it sets positions at times, and misses frames by a rounding.

import type { FrameSize } from "../ffmpeg/fit-frames.ts";
import { isMoving, type PathPiece } from "./crop-path.ts";
import type { CropLayout } from "./framing-plan.ts";

/** Numbers without exponents, and without zeros that only lengthen the command. */
function number(value: number): string {
  return String(Number(value.toFixed(6)) || 0);
}

function parabola({ startFrame, at, speed, half }: PathPiece): string {
  if (speed === 0 && half === 0) return number(at);
  const later = startFrame === 0 ? "n" : `(n-${startFrame})`;
  return `${number(at)}+${later}*(${number(speed)}+${later}*${number(half)})`;
}

/**
 * The path's value at frame n, as a balanced tree of conditions: ffmpeg's expressions have a stack of 100, which a sum
 * or a chain of that many pieces overflows.
 */
function pathExpression(path: readonly PathPiece[]): string {
  const middle = Math.floor(path.length / 2);
  const later = path[middle];
  if (middle === 0 || later === undefined) return path[0] === undefined ? "0" : parabola(path[0]);
  const [before, after] = [path.slice(0, middle), path.slice(middle)];
  return `if(lt(n,${later.startFrame}),${pathExpression(before)},${pathExpression(after)})`;
}

/** How much wider than the crop the first cut is: positions are even there, so that colours stay on their pixels. */
const SPARE_PX = 2;

export interface CropScale {
  readonly source: FrameSize;
  readonly target: FrameSize;
  /** The filters that scale to a size. */
  readonly scale: (size: FrameSize) => string[];
}

/** Cuts to a pixel of the target. */
function movingCrop({ crop, y, path }: CropLayout, { source, target, scale }: CropScale): string[] {
  const width = Math.min(source.width - (source.width % 2), crop.width + SPARE_PX);
  const factor = target.width / crop.width;
  const scaled = { width: 2 * Math.ceil((width * factor) / 2), height: target.height };
  const whole = `min(2*floor(ld(0)/2),${source.width - width})`;
  const at = `st(0,${pathExpression(path)})`;
  return [
    `crop=w=${width}:h=${crop.height}:x='${at};${whole}':y=${y}:exact=1`,
    ...scale(scaled),
    `crop=w=${target.width}:h=${target.height}:x='${at};round((ld(0)-${whole})*${number(scaled.width / width)})':y=0:exact=1`,
  ];
}

/** The filters of a crop over a stretch that begins at `startFrame` of the clip; `n` counts from there. */
export function cropFilters(layout: CropLayout, startFrame: number, scaling: CropScale): string[] {
  const { source, target, scale } = scaling;
  const path = layout.path.map((piece) => ({ ...piece, startFrame: piece.startFrame - startFrame }));
  const local = { ...layout, path };
  const { crop, y } = layout;
  if (path.some((piece) => isMoving([piece])) && crop.width < source.width) {
    return movingCrop(local, scaling);
  }
  return [
    `crop=w=${crop.width}:h=${crop.height}:x='${pathExpression(path)}':y=${y}:exact=1`,
    ...scale(target),
  ];
}
