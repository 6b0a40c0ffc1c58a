// What every look draws: cards and lower thirds. A look gets texts that are filled in already, colours, typefaces and
// frames, and gives layers; it knows nothing of files, ffmpeg or pixels.

import type { ReelColors, ReelSide } from "../../../shared/templates/reel-styles.ts";
import type { Box } from "../../captions/caption-placement.ts";
import type { Typeface } from "../../captions/caption-typeface.ts";
import type { Canvas } from "./reel-canvas.ts";
import type { Layer } from "./reel-layer.ts";

/** An image that is set into drawings. */
export interface LogoImage {
  /** A data URI of a PNG. */
  readonly uri: string;
  /** Width by height. */
  readonly aspect: number;
  /** Its longer side in units. */
  readonly size: number;
}

export interface Scene {
  readonly canvas: Canvas;
  readonly colors: ReelColors;
  readonly heading: Typeface;
  readonly body: Typeface;
  readonly uppercase: boolean;
  readonly frameRate: number;
}

export interface CardScene extends Scene {
  readonly kind: "intro" | "outro";
  readonly title: string;
  readonly subtitle: string;
  /** The sport, as people call it. */
  readonly category: string;
  readonly logo: LogoImage | null;
  readonly frameCount: number;
}

export interface CardDrawing {
  /** SVG in units of the frame; opaque. */
  readonly background: string;
  readonly layers: readonly Layer[];
}

export interface ThirdScene extends Scene {
  readonly side: ReelSide;
  readonly title: string;
  readonly detail: string;
  /** Null where it is not shown. */
  readonly counter: { readonly number: number; readonly count: number } | null;
  /** What the logo takes of the safe area from its top, in units; 0 without one. */
  readonly takenAtTop: number;
  readonly startFrame: number;
  readonly endFrame: number;
}

export interface Look {
  readonly card: (scene: CardScene) => CardDrawing;
  readonly lowerThird: (scene: ThirdScene) => readonly Layer[];
}

/** The safe area of a card without what the logo takes of its head. */
export function roomBelowLogo({ canvas: { safe }, logo }: CardScene): Box {
  return { ...safe, top: safe.top + (logo === null ? 0 : logoSize(logo)[1] + LOGO_GAP) };
}

/** Where something of this width begins, by the side that the template wants. */
export function sideLeft({ canvas: { safe }, side }: ThirdScene, width: number): number {
  if (side === "left") return safe.left;
  return side === "right" ? safe.right - width : (safe.left + safe.right - width) / 2;
}

/**
 * Where a lower third of this height begins: at the foot of the frame, but at the head of an upright one, whose foot
 * belongs to the player and whose middle to the match.
 */
export function thirdTop({ canvas: { safe, isUpright }, takenAtTop }: ThirdScene, height: number): number {
  return isUpright ? safe.top + takenAtTop : safe.bottom - height;
}

/** The width that a lower third may have: in a wide frame it leaves the action room. */
export function thirdRoom({ canvas: { safe, isWide } }: ThirdScene): number {
  return isWide ? Math.min(960, safe.right - safe.left) : safe.right - safe.left;
}

const LOGO_GAP = 36;

/** Frames of a time. */
export function framesOf(timeS: number, { frameRate }: { readonly frameRate: number }): number {
  return Math.max(1, Math.round(timeS * frameRate));
}

/** The logo with its centre at a point. */
export function logoImage({ uri, aspect, size }: LogoImage, x: number, y: number, opacity = 1): string {
  const [width, height] = logoSize({ uri, aspect, size });
  return `<image xlink:href="${uri}" href="${uri}" x="${x - width / 2}" y="${y - height / 2}" width="${width}" height="${height}" opacity="${opacity}"/>`;
}

/** Width and height in units. */
export function logoSize({ aspect, size }: LogoImage): readonly [width: number, height: number] {
  return aspect >= 1 ? [size, size / aspect] : [size * aspect, size];
}
