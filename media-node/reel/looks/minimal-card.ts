// Cards of the look "minimal".

import { mix } from "../../captions/color-contrast.ts";
import { type Canvas, frameBox } from "../drawing/reel-canvas.ts";
import { readableOn } from "../drawing/reel-colors.ts";
import type { Layer } from "../drawing/reel-layer.ts";
import {
  type CardDrawing,
  type CardScene,
  framesOf,
  logoImage,
  logoSize,
  roomBelowLogo,
} from "../drawing/reel-look.ts";
import { num, progress } from "../drawing/reel-motion.ts";
import { centredBaseline, circle, line, type Point, rectangle, textLine } from "../drawing/reel-svg.ts";
import { type FittedText, fitText, lineHeight } from "../drawing/reel-type.ts";
import { BAR, LINE_EM } from "./minimal-plates.ts";

/** The circle of the field: beside the text, or below it in upright cards. */
function fieldCircle({ width, height, isUpright, isWide }: Canvas): { centre: Point; radius: number } {
  if (isUpright) return { centre: [width * 0.5, height * 0.8], radius: width * 0.34 };
  return { centre: [width * (isWide ? 0.82 : 0.97), height * 0.5], radius: height * (isWide ? 0.34 : 0.28) };
}

/** The lines of a field, any sport's: a halfway line with its circle, seen from far above. */
function fieldLines({ canvas, colors }: CardScene): string {
  const { width, height } = canvas;
  const stroke = mix(colors.background, colors.primary, 0.16);
  const { centre, radius } = fieldCircle(canvas);
  const across: [Point, Point] = canvas.isUpright
    ? [
        [0, centre[1]],
        [width, centre[1]],
      ]
    : [
        [centre[0], 0],
        [centre[0], height],
      ];
  return [
    line(...across, stroke, 4),
    circle(centre, radius, { stroke, strokeWidth: 4 }),
    circle(centre, 12, { fill: stroke }),
  ].join("");
}

interface DiscLook {
  readonly fill: string;
  readonly delayS: number;
  /** From how far below its place it comes, in units. */
  readonly far: number;
}

/** Discs that drift past the field's circle. */
function discs(scene: CardScene): Layer[] {
  const { canvas, colors, frameCount, kind } = scene;
  const { height } = canvas;
  const { centre, radius } = fieldCircle(canvas);
  // The end mirrors the beginning: top and bottom, or left and right where the text stands above.
  const turned = kind === "intro" ? 1 : -1;
  const [side, sign] = canvas.isUpright ? [turned, 1] : [1, turned];
  // In a square the circle's centre lies near the edge already.
  const aside = canvas.isUpright || canvas.isWide ? 0.62 : -0.05;
  const large: Point = [centre[0] + side * radius * aside, centre[1] + sign * radius * 0.72];
  const small: Point = [centre[0] - side * radius * 0.86, centre[1] - sign * radius * 0.6];
  const disc = (at: Point, size: number, { fill, delayS, far }: DiscLook): Layer => ({
    box: { left: at[0] - size, right: at[0] + size, top: at[1] - size, bottom: at[1] + size },
    svg: circle(at, size, { fill }),
    startFrame: 0,
    endFrame: frameCount,
    fadeInFrames: framesOf(0.3, scene),
    shift: {
      y: `${num(far)}*(1-${progress(framesOf(delayS, scene), framesOf(0.9, scene), "out")})-${num(far * 0.08)}*n/${frameCount}`,
    },
  });
  return [
    disc(large, radius * 0.5, { fill: colors.primary, delayS: 0, far: sign * height * 0.18 }),
    disc(small, radius * 0.16, { fill: colors.accent, delayS: 0.1, far: -sign * height * 0.14 }),
  ];
}

interface CardPlan {
  readonly title: FittedText;
  readonly subtitle: FittedText;
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
}

function planCard(scene: CardScene): CardPlan {
  const { canvas, heading, body } = scene;
  const { safe } = canvas;
  const share = canvas.isUpright ? 1 : canvas.isWide ? 0.58 : 0.66;
  const left = safe.left + BAR + 40;
  const room = roomBelowLogo(scene);
  const maxWidth = (safe.right - safe.left) * share - BAR - 40;
  const title = fitText(scene.title, {
    typeface: heading,
    size: 150,
    breakBelow: 0.8,
    lineEm: LINE_EM,
    maxHeight: room.bottom - room.top - 150,
    minSize: 50,
    maxLines: 4,
    maxWidth,
    uppercase: scene.uppercase,
  });
  const subtitle = fitText(scene.subtitle, {
    typeface: body,
    size: 44,
    minSize: 28,
    maxLines: 2,
    maxWidth,
  });
  const height =
    title.lines.length * lineHeight(title, LINE_EM) +
    (subtitle.lines.length === 0 ? 0 : 16 + subtitle.lines.length * lineHeight(subtitle, 1.5));
  const middle = (room.top + room.bottom) / 2;
  return { title, subtitle, left, top: middle - height / 2, bottom: middle + height / 2 };
}

/** Lines that rise one after the other from behind their own feet. */
function risingLines(
  scene: CardScene,
  text: FittedText,
  place: { x: number; top: number; step: number; delayS: number; fill: string },
): Layer[] {
  return text.lines.map((content, index) => {
    const top = place.top + index * place.step;
    // Room for what hangs below the line, such as the leg of a g.
    const box = { left: place.x - 8, right: place.x + text.width + 16, top, bottom: top + place.step };
    const baseline = centredBaseline(text, top, top + place.step);
    return {
      box: { ...box, top: top - place.step * 0.1, bottom: box.bottom + place.step * 0.1 },
      svg: textLine(text, content, { x: place.x, baseline, align: "left", paint: { fill: place.fill } }),
      startFrame: framesOf(place.delayS + 0.12 * index, scene),
      endFrame: scene.frameCount,
      reveal: { from: "below", enterFrames: framesOf(0.6, scene), leaveFrames: 0 },
    };
  });
}

function logoLayers(scene: CardScene): Layer[] {
  const { canvas, logo, frameCount } = scene;
  if (logo === null) return [];
  const [width, height] = logoSize(logo);
  const { left, top } = canvas.safe;
  const box = { left, right: left + width, top, bottom: top + height };
  const svg = logoImage(logo, left + width / 2, top + height / 2);
  return [
    { box, svg, startFrame: framesOf(0.5, scene), endFrame: frameCount, fadeInFrames: framesOf(0.4, scene) },
  ];
}

export function minimalCard(scene: CardScene): CardDrawing {
  const { canvas, colors, frameCount } = scene;
  const { title, subtitle, left, top, bottom } = planCard(scene);
  const step = lineHeight(title, LINE_EM);
  const titleBottom = top + title.lines.length * step;
  const barBox = { left: canvas.safe.left, right: canvas.safe.left + BAR, top: top + 8, bottom };
  const bar: Layer = {
    box: barBox,
    svg: rectangle(barBox, { fill: colors.accent }),
    startFrame: 0,
    endFrame: frameCount,
    reveal: { from: "above", enterFrames: framesOf(0.5, scene), leaveFrames: 0 },
  };
  const ink = readableOn(colors.background, colors.text);
  return {
    background: rectangle(frameBox(canvas), { fill: colors.background }) + fieldLines(scene),
    layers: [
      ...discs(scene),
      bar,
      ...risingLines(scene, title, { x: left, top, step, delayS: 0.25, fill: ink }),
      ...risingLines(scene, subtitle, {
        x: left,
        top: titleBottom + 16,
        step: lineHeight(subtitle, 1.5),
        delayS: 0.6,
        fill: mix(ink, colors.background, 0.3),
      }),
      ...logoLayers(scene),
    ],
  };
}
