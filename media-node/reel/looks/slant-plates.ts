// The look "slant": leaning panels that cut into the frame from the side, capitals that lean with them, one bright
// stripe. Everything leans by the same angle, so that edges run parallel wherever pieces meet.
import type { Box } from "../../captions/caption-placement.ts";
import { centredBaseline, type Paint, type Point, polygon, textLine } from "../drawing/reel-svg.ts";
import type { FittedText } from "../drawing/reel-type.ts";

export const LEAN = 12;

export const SLOPE = Math.tan((LEAN * Math.PI) / 180);

export const GAP = 8;

export const PADDING = 34;

export const LINE_EM = 1.14;

/** Two heights, and the one at which left edges are measured: plates over each other share one leaning line. */
export interface Band {
  readonly top: number;
  readonly bottom: number;
  readonly floor: number;
}

/**
 * How far to the right of the band's left edge, which is measured at its floor, the leaning edge is at a
 * height.
 */
export function leanAt(y: number, { floor }: Band): number {
  return (floor - y) * SLOPE;
}

/**
 * A leaning plate.
 * @param x its left edge at the band's floor
 */
export function plate(x: number, width: number, band: Band, look: Paint): string {
  const [low, high] = [leanAt(band.bottom, band), leanAt(band.top, band)];
  const points: Point[] = [
    [x + low, band.bottom],
    [x + high, band.top],
    [x + high + width, band.top],
    [x + low + width, band.bottom],
  ];
  return polygon(points, look);
}

/** The box around a plate of these measures. */
export function plateBox(x: number, width: number, band: Band): Box {
  const { top, bottom } = band;
  return { left: x + leanAt(bottom, band), right: x + leanAt(top, band) + width, top, bottom };
}

/** One leaning line in the middle of a band, from a left edge that leans as well. */
export function leaningLine(text: FittedText, content: string, x: number, band: Band, look: Paint): string {
  const baseline = centredBaseline(text, band.top, band.bottom);
  return textLine(text, content, {
    x: x + leanAt(baseline, band),
    baseline,
    align: "left",
    lean: LEAN,
    paint: look,
  });
}
