// What looks and transitions draw: pieces of SVG with their place and their way in and out. This file turns them into
// overlays: images of whole, even pixels and expressions. A layer that is revealed slides behind the edges of its own
// box, so that nothing of it is ever outside; its image has the box's size again, empty, on the side that it comes from.

import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Box } from "../../captions/caption-placement.ts";
import type { ImageDrawing } from "./draw-images.ts";
import { type Canvas, pixelsOf } from "./reel-canvas.ts";
import type { Overlay, OverlayWindow } from "./reel-dressing.ts";
import { num, progress } from "./reel-motion.ts";

export type Side = "left" | "right" | "above" | "below";

export interface Reveal {
  /** Where it comes from, and goes to. */
  readonly from: Side;
  readonly enterFrames: number;
  /** 0 stays until the end. */
  readonly leaveFrames: number;
}

export interface Layer {
  /** Where it stands, in units; what is drawn outside is cut off. */
  readonly box: Box;
  /** SVG in units of the whole frame. */
  readonly svg: string;
  /** Negative where it is under way when its part begins. */
  readonly startFrame: number;
  readonly endFrame: number;
  readonly fadeInFrames?: number;
  readonly fadeOutFrames?: number;
  readonly reveal?: Reveal;
  /** How far from its place it is, in units: expressions of `n`. */
  readonly shift?: { readonly x?: string; readonly y?: string };
}

/** An image as SVG: a part of the frame, given in pixels. Only what lies in `seen`, which is all by default, is drawn. */
export function svgImage(inside: string, area: Box, { scale }: Canvas, seen: Box = area): string {
  const [width, height] = [area.right - area.left, area.bottom - area.top];
  const units = (value: number): string => num(value / scale);
  const view = [area.left, area.top, width, height].map(units).join(" ");
  const clip = `<rect x="${units(seen.left)}" y="${units(seen.top)}" width="${units(seen.right - seen.left)}" height="${units(seen.bottom - seen.top)}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" height="${height}" viewBox="${view}" preserveAspectRatio="none"><clipPath id="seen">${clip}</clipPath><g clip-path="url(#seen)">${inside}</g></svg>`;
}

/** The box with as much again on the side that a layer is revealed from. */
function withRoom(area: Box, from: Side): Box {
  const [width, height] = [area.right - area.left, area.bottom - area.top];
  switch (from) {
    // The window moves against the image: what comes from the left lies left in it, with the room to its right.
    case "left":
      return { ...area, right: area.right + width };
    case "right":
      return { ...area, left: area.left - width };
    case "above":
      return { ...area, bottom: area.bottom + height };
    case "below":
      return { ...area, top: area.top - height };
  }
}

function windowOf(area: Box, reveal: Reveal, startFrame: number, endFrame: number): OverlayWindow {
  const [width, height] = [area.right - area.left, area.bottom - area.top];
  const { from, enterFrames, leaveFrames } = reveal;
  const entered = enterFrames > 0 ? progress(startFrame, enterFrames, "out") : "1";
  const left = leaveFrames > 0 ? progress(endFrame - leaveFrames, leaveFrames, "in") : "0";
  const shown = `(${entered}-${left})`;
  switch (from) {
    case "left":
      return { width, height, x: `${width}*(1-${shown})`, y: "0" };
    case "right":
      return { width, height, x: `${width}*${shown}`, y: "0" };
    case "above":
      return { width, height, x: "0", y: `${height}*(1-${shown})` };
    case "below":
      return { width, height, x: "0", y: `${height}*${shown}` };
  }
}

/** The same layer so many frames earlier, its motion too. */
export function earlier(layer: Layer, frames: number): Layer {
  const { startFrame, endFrame, shift = {} } = layer;
  const moved = Object.entries(shift).map(([axis, by]) => [axis, by.replaceAll(/\bn\b/g, `(n+${frames})`)]);
  return {
    ...layer,
    startFrame: startFrame - frames,
    endFrame: endFrame - frames,
    shift: Object.fromEntries(moved),
  };
}

function shifted(at: number, shift: string | undefined, scale: number): string {
  return shift === undefined ? String(at) : `${at}+${num(scale)}*(${shift})`;
}

/** Gathers the images that layers need, each once, and gives each layer its overlay. */
export class DrawingSheet {
  readonly #canvas: Canvas;
  readonly #folder: string;
  readonly #drawings = new Map<string, ImageDrawing>();

  constructor(canvas: Canvas, folder: string) {
    this.#canvas = canvas;
    this.#folder = folder;
  }

  /** What is to be drawn. */
  get drawings(): ImageDrawing[] {
    return [...this.#drawings.values()];
  }

  /** The path at which an image will lie. */
  image(svg: string): string {
    const name = createHash("sha256").update(svg).digest("hex").slice(0, 20);
    const drawing = this.#drawings.get(name) ?? { svg, path: join(this.#folder, `${name}.png`) };
    this.#drawings.set(name, drawing);
    return drawing.path;
  }

  overlay(layer: Layer): Overlay {
    const { startFrame, endFrame, reveal, shift } = layer;
    const { scale } = this.#canvas;
    const area = pixelsOf(layer.box, this.#canvas);
    const room = reveal === undefined ? area : withRoom(area, reveal.from);
    return {
      imagePath: this.image(svgImage(layer.svg, room, this.#canvas, area)),
      x: shifted(area.left, shift?.x, scale),
      y: shifted(area.top, shift?.y, scale),
      startFrame,
      endFrame,
      fadeInFrames: layer.fadeInFrames ?? 0,
      fadeOutFrames: layer.fadeOutFrames ?? 0,
      ...(reveal === undefined ? {} : { window: windowOf(area, reveal, startFrame, endFrame) }),
    };
  }
}
