// Small words for writing SVG as text: numbers, groups, gradients, seeded motion. Everything random is a pure function
// of a seed and the time, because two runs must draw the same frames.
import { clamp } from "../../media-node/signal/clamp.ts";

export const FRAME = { width: 1_280, height: 720, rate: 25 } as const;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A number for an attribute: a tenth of a pixel is enough. */
export function n(value: number): string {
  return `${Math.round(value * 10) / 10}`;
}

export interface Placement extends Point {
  readonly scale?: number;
  readonly scaleX?: number;
  readonly turnDeg?: number;
}

/** Moves, then turns, then scales what is inside; `scaleX: -1` mirrors it. */
export function placed(at: Placement, inside: string): string {
  const scale = at.scale ?? 1;
  const scaleX = scale * (at.scaleX ?? 1);
  const turn = at.turnDeg ?? 0;
  return `<g transform="translate(${n(at.x)} ${n(at.y)}) rotate(${turn.toFixed(2)}) scale(${scaleX.toFixed(3)} ${scale.toFixed(3)})">${inside}</g>`;
}

export type Stop = readonly [offset: number, colour: string, opacity?: number];

function stops(list: readonly Stop[]): string {
  return list
    .map(
      ([offset, colour, opacity]) =>
        `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity ?? 1}"/>`,
    )
    .join("");
}

/** A gradient from top to bottom, or along `angleDeg` clockwise from there. */
export function linear(id: string, list: readonly Stop[], angleDeg = 0): string {
  return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1" gradientTransform="rotate(${-angleDeg} .5 .5)">${stops(list)}</linearGradient>`;
}

/** A gradient from the middle of the shape that it fills to its edge. */
export function radial(id: string, list: readonly Stop[]): string {
  return `<radialGradient id="${id}">${stops(list)}</radialGradient>`;
}

/** A blur of this deviation in the units of what it is used on. */
export function blur(id: string, radius: number): string {
  return `<filter id="${id}" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="${radius}"/></filter>`;
}

/** A colour, or a gradient by its `url(#…)`, over the whole frame. */
export function fullFrame(fill: string): string {
  return `<rect width="${FRAME.width}" height="${FRAME.height}" fill="${fill}"/>`;
}

/** Closed outline of a regular hexagon with a corner at the top. */
export function hexagon(centre: Point, radius: number): string {
  const corners = Array.from({ length: 6 }, (_, corner) => {
    const angle = (Math.PI / 3) * corner + Math.PI / 6;
    return `${n(centre.x + radius * Math.cos(angle))},${n(centre.y + radius * Math.sin(angle))}`;
  });
  return `M${corners.join("L")}Z`;
}

/** From 0 to 1 with soft ends while `value` goes from `from` to `to`. */
export function smoothStep(value: number, from: number, to: number): number {
  const part = clamp((value - from) / (to - from));
  return part * part * (3 - 2 * part);
}

/** The number at `part` (0 to 1) of the way between two. */
export function mix(from: number, to: number, part: number): number {
  return from + (to - from) * part;
}

/** A fixed number from 0 to 1 for each seed (integer hash after T. Wang's and B. Jenkins' mixers). */
export function chance(seed: number): number {
  let hash = Math.imul(Math.round(seed) ^ 0x9e3779b9, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** Smooth wandering from -1 to 1, about one bend in a unit of `time`. */
export function wander(seed: number, time: number): number {
  const whole = Math.floor(time);
  const from = chance(seed * 7_919 + whole);
  const to = chance(seed * 7_919 + whole + 1);
  return 2 * mix(from, to, smoothStep(time - whole, 0, 1)) - 1;
}
