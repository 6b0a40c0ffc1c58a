// The few SVG elements that reels are drawn with. Every text that reaches an SVG goes through `escapeXml`; everything
// else here is numbers and colours that the schema has checked. Pure.
import { escapeXml } from "../../../shared/escape-xml.ts";
import type { Box } from "../../captions/caption-placement.ts";
import { num } from "./reel-motion.ts";
import { capHeight, type FittedText, isTextRightToLeft } from "./reel-type.ts";

export type Point = readonly [x: number, y: number];

export interface Paint {
  readonly fill?: string;
  readonly opacity?: number;
  readonly stroke?: string;
  readonly strokeWidth?: number;
  /** Further attributes of ours. */
  readonly extra?: string;
}

function paint({ fill = "none", opacity, stroke, strokeWidth = 1, extra = "" }: Paint): string {
  const line = stroke === undefined ? "" : ` stroke="${stroke}" stroke-width="${num(strokeWidth)}"`;
  const seen = opacity === undefined ? "" : ` opacity="${num(opacity)}"`;
  return `fill="${fill}"${line}${seen} ${extra}`;
}

/** A closed line through points of the frame. */
export function polygon(points: readonly Point[], look: Paint): string {
  const path = points.map(([x, y]) => `${num(x)},${num(y)}`).join(" ");
  return `<polygon points="${path}" ${paint(look)}/>`;
}

/** An upright rectangle. */
export function rectangle(box: Box, look: Paint): string {
  const { left, top, right, bottom } = box;
  return `<rect x="${num(left)}" y="${num(top)}" width="${num(right - left)}" height="${num(bottom - top)}" ${paint(look)}/>`;
}

/** A circle around a point of the frame. */
export function circle([x, y]: Point, radius: number, look: Paint): string {
  return `<circle cx="${num(x)}" cy="${num(y)}" r="${num(radius)}" ${paint(look)}/>`;
}

/** A straight line of one width; `extra` are further attributes of ours. */
export function line([x1, y1]: Point, [x2, y2]: Point, stroke: string, width: number, extra = ""): string {
  return `<line x1="${num(x1)}" y1="${num(y1)}" x2="${num(x2)}" y2="${num(y2)}" stroke="${stroke}" stroke-width="${num(width)}" ${extra}/>`;
}

export interface Stop {
  readonly at: number;
  readonly color: string;
  readonly opacity?: number;
}

function stops(list: readonly Stop[]): string {
  return list
    .map(
      ({ at, color, opacity = 1 }) =>
        `<stop offset="${num(at)}" stop-color="${color}" stop-opacity="${num(opacity)}"/>`,
    )
    .join("");
}

/** Between two points of the frame. */
export function linearGradient(id: string, [x1, y1]: Point, [x2, y2]: Point, list: readonly Stop[]): string {
  return `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${num(x1)}" y1="${num(y1)}" x2="${num(x2)}" y2="${num(y2)}">${stops(list)}</linearGradient>`;
}

/** Around a point of the frame, in units; stops from 0 at the point to 1 at the radius. */
export function radialGradient(id: string, [x, y]: Point, radius: number, list: readonly Stop[]): string {
  return `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${num(x)}" cy="${num(y)}" r="${num(radius)}">${stops(list)}</radialGradient>`;
}

/** A blur whose region is the whole frame: regions in shares of a thin line's box would cut the blur off. */
export function blur(id: string, deviation: number, frame: Box): string {
  const { left, top, right, bottom } = frame;
  return `<filter id="${id}" filterUnits="userSpaceOnUse" x="${num(left)}" y="${num(top)}" width="${num(right - left)}" height="${num(bottom - top)}"><feGaussianBlur stdDeviation="${num(deviation)}"/></filter>`;
}

export interface TextPlace {
  /** Of the line's start, middle or end, as it lies in the frame from left to right. */
  readonly x: number;
  readonly baseline: number;
  readonly align: "left" | "center" | "right";
  readonly paint: Paint;
  /** Degrees by which letters lean to the right. */
  readonly lean?: number;
}

/** `text-anchor` counts in the direction of reading; places here are left and right of the frame. */
function anchorOf(align: TextPlace["align"], isRtl: boolean): string {
  if (align === "center") return "middle";
  return (align === "left") === isRtl ? "end" : "start";
}

/** One line of a fitted text. */
export function textLine(text: FittedText, content: string, place: TextPlace): string {
  const runs = text.typeface.runsOf(content);
  const families = [text.typeface.main, ...runs.map(({ font }) => font)].map(({ family }) => family);
  const list = [...new Set(families)].map((family) => `'${family.replaceAll(/['"\\]/g, "")}'`).join(", ");
  const isRtl = isTextRightToLeft(text);
  // In a block that begins on the left, lines that are read from the right begin on its right.
  const [x, align] =
    isRtl && place.align === "left" ? [place.x + text.width, "right" as const] : [place.x, place.align];
  const tracking = text.trackingEm === 0 ? "" : ` letter-spacing="${num(text.trackingEm * text.size)}"`;
  const direction = isRtl ? ' direction="rtl" unicode-bidi="embed"' : "";
  const at =
    place.lean === undefined
      ? `translate(${num(x)} ${num(place.baseline)})`
      : `translate(${num(x)} ${num(place.baseline)}) skewX(${num(-place.lean)})`;
  const anchor = anchorOf(align, isRtl);
  const drawn = runs.map((run) => run.text).join("");
  return `<text transform="${at}" font-family="${escapeXml(list)}" font-size="${num(text.size)}" text-anchor="${anchor}"${tracking}${direction} ${paint(place.paint)}>${escapeXml(drawn)}</text>`;
}

/** The baseline at which a line's capitals stand in the middle of these heights. */
export function centredBaseline(text: FittedText, top: number, bottom: number): number {
  return (top + bottom + capHeight(text)) / 2;
}
