// The look "neon": tubes of light on black. Lines are drawn twice, blurred wide and sharp on top, as light is; corners
// are cut off; a grid runs to the horizon.
import type { Box } from "../../captions/caption-placement.ts";
import { frameBox } from "../drawing/reel-canvas.ts";
import type { CardScene, ThirdScene } from "../drawing/reel-look.ts";
import { blur, linearGradient, type Point, polygon } from "../drawing/reel-svg.ts";

export const PADDING = 36;

export const CUT = 22;

export const LINE_EM = 1.16;

/** How far a tube's light reaches. */
export const GLOW = 22;

/** A box whose upper left and lower right corners are cut off. */
export function cutBox({ left, top, right, bottom }: Box): Point[] {
  return [
    [left + CUT, top],
    [right, top],
    [right, bottom - CUT],
    [right - CUT, bottom],
    [left, bottom],
    [left, top + CUT],
  ];
}

/** The box with `by` units more on each side. */
export function grown({ left, top, right, bottom }: Box, by: number): Box {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by };
}

/** A closed tube of light that runs from one colour to the other. */
export function tube(points: readonly Point[], width: number): string {
  const look = { stroke: "url(#tube)", extra: 'stroke-linejoin="round"' };
  return (
    polygon(points, { ...look, strokeWidth: width * 2.2, extra: 'filter="url(#glow)" opacity="0.9"' }) +
    polygon(points, { ...look, strokeWidth: width }) +
    polygon(points, { stroke: "#FFFFFF", strokeWidth: width * 0.3, opacity: 0.75 })
  );
}

/**
 * The definitions that a drawing with tubes must begin with: the gradient `tube` over a box, and the blurs
 * `glow` and `far`.
 */
export function light({ colors, canvas }: CardScene | ThirdScene, box: Box): string {
  const ends: [Point, Point] = [
    [box.left, box.top],
    [box.right, box.bottom],
  ];
  const tubeColors = [
    { at: 0, color: colors.primary },
    { at: 1, color: colors.accent },
  ];
  return `<defs>${linearGradient("tube", ...ends, tubeColors)}${blur("glow", 7, frameBox(canvas))}${blur("far", 24, frameBox(canvas))}</defs>`;
}
