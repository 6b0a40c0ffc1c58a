// Cards of the look "editorial".
import type { Box } from "../../captions/caption-placement.ts";
import { mix } from "../../captions/color-contrast.ts";
import { frameBox } from "../drawing/reel-canvas.ts";
import { readableOn } from "../drawing/reel-colors.ts";
import type { Layer } from "../drawing/reel-layer.ts";
import { type CardDrawing, type CardScene, framesOf, logoImage, logoSize } from "../drawing/reel-look.ts";
import { num, progress } from "../drawing/reel-motion.ts";
import {
  centredBaseline,
  line,
  type Point,
  polygon,
  radialGradient,
  rectangle,
  textLine,
} from "../drawing/reel-svg.ts";
import { type FittedText, fitText, lineHeight } from "../drawing/reel-type.ts";
import { diamond, LINE_EM, ornament, RULE } from "./editorial-ornaments.ts";

/** Two frames inside each other, with a quarter of a circle cut out of every corner of the inner one. */
function border({ canvas, colors }: CardScene): string {
  const { width, height } = canvas;
  const box = (inset: number): Box => ({
    left: inset,
    top: inset,
    right: width - inset,
    bottom: height - inset,
  });
  const [inner, r] = [box(58), 40];
  const { left, top, right, bottom } = inner;
  const path = [
    `M${num(left + r)} ${num(top)}H${num(right - r)}`,
    `A${r} ${r} 0 0 0 ${num(right)} ${num(top + r)}V${num(bottom - r)}`,
    `A${r} ${r} 0 0 0 ${num(right - r)} ${num(bottom)}H${num(left + r)}`,
    `A${r} ${r} 0 0 0 ${num(left)} ${num(bottom - r)}V${num(top + r)}`,
    `A${r} ${r} 0 0 0 ${num(left + r)} ${num(top)}Z`,
  ].join("");
  const corners: Point[] = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
  return [
    rectangle(box(34), { stroke: colors.accent, strokeWidth: 4 }),
    `<path d="${path}" fill="none" stroke="${colors.accent}" stroke-width="1.8"/>`,
    ...corners.map((at) => diamond(at, 8, colors.accent)),
  ].join("");
}

function background(scene: CardScene): string {
  const { canvas, colors } = scene;
  const { width, height } = canvas;
  const ground = radialGradient("ground", [width / 2, height * 0.45], Math.max(width, height) * 0.7, [
    { at: 0, color: mix(colors.background, "#FFFFFF", 0.07) },
    { at: 1, color: mix(colors.background, "#000000", 0.3) },
  ]);
  const weave = `<pattern id="weave" width="12" height="12" patternUnits="userSpaceOnUse"><rect width="2" height="12" fill="#FFFFFF" opacity="0.022"/></pattern>`;
  const box = frameBox(canvas);
  return `<defs>${ground}${weave}</defs>${rectangle(box, { fill: "url(#ground)" })}${rectangle(box, { fill: "url(#weave)" })}${border(scene)}`;
}

/** A laurel of leaves around a star, the mark above the title where there is no logo. */
function laurel([x, y]: Point, radius: number, { colors }: CardScene): string {
  const leaf = `<path d="M0 0C${num(radius * 0.1)} ${num(-radius * 0.16)} ${num(radius * 0.1)} ${num(-radius * 0.34)} 0 ${num(-radius * 0.46)}C${num(-radius * 0.1)} ${num(-radius * 0.34)} ${num(-radius * 0.1)} ${num(-radius * 0.16)} 0 0Z" fill="${colors.accent}"/>`;
  const leaves = [1, -1].flatMap((side) =>
    Array.from({ length: 8 }, (_, index) => {
      const angle = (20 + index * 17.5) * (Math.PI / 180);
      const at: Point = [x + side * Math.sin(angle) * radius, y + Math.cos(angle) * radius];
      const turn = side * -(index * 17.5 - 48);
      return `<g transform="translate(${at.map(num).join(" ")}) rotate(${num(-turn * -1)})">${leaf}</g>`;
    }),
  );
  const star = Array.from({ length: 10 }, (_, index): Point => {
    const reach = index % 2 === 0 ? radius * 0.5 : radius * 0.21;
    const angle = (index * 36 - 90) * (Math.PI / 180);
    return [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach];
  });
  return leaves.join("") + polygon(star, { fill: colors.accent });
}

interface CardPlan {
  readonly title: FittedText;
  readonly subtitle: FittedText;
  readonly markHeight: number;
  readonly top: number;
}

const MARK_RADIUS = 62;

const RULE_ROOM = 70;
/** Between the safe area's edge and the texts: the card's border runs there. */
const INSIDE = 36;

function planCard(scene: CardScene): CardPlan {
  const { canvas, heading, body, logo } = scene;
  const { safe } = canvas;
  const maxWidth = safe.right - safe.left - (canvas.isUpright ? 40 : 160);
  const markHeight = (logo === null ? 2.2 * MARK_RADIUS : logoSize(logo)[1]) + 34;
  const title = fitText(scene.title, {
    typeface: heading,
    size: 150,
    minSize: 54,
    maxLines: 4,
    breakBelow: 0.8,
    lineEm: LINE_EM,
    maxWidth,
    maxHeight: safe.bottom - safe.top - markHeight - RULE_ROOM - 56 - 2 * INSIDE,
    uppercase: scene.uppercase,
  });
  const subtitle = fitText(scene.subtitle, {
    typeface: body,
    size: 38,
    minSize: 28,
    maxLines: 1,
    maxWidth,
    uppercase: true,
    trackingEm: 0.14,
  });
  const whole =
    markHeight +
    title.lines.length * lineHeight(title, LINE_EM) +
    RULE_ROOM +
    (subtitle.lines.length > 0 ? 56 : 0);
  // Nearer to the card's own middle than the safe area's is, where there is room for it.
  const middle = Math.min(canvas.height * 0.47, safe.bottom - INSIDE - whole / 2);
  return { title, subtitle, markHeight, top: middle - whole / 2 };
}

type Timed = Pick<Layer, "startFrame" | "endFrame" | "fadeInFrames" | "shift">;

/** Fades in and rises to its place. */
function rising(scene: CardScene, fromS: number): Timed {
  const startFrame = framesOf(fromS, scene);
  const frames = framesOf(0.7, scene);
  return {
    startFrame,
    endFrame: scene.frameCount,
    fadeInFrames: framesOf(0.5, scene),
    shift: { y: `24*(1-${progress(startFrame, frames, "out")})` },
  };
}

function ruleLayers(scene: CardScene, y: number): Layer[] {
  const { canvas, colors, frameCount } = scene;
  const x = canvas.width / 2;
  const reach = Math.min(300, (canvas.safe.right - canvas.safe.left) * 0.3);
  const half = (side: 1 | -1): Layer => ({
    box: {
      left: side === 1 ? x + 40 : x - reach,
      right: side === 1 ? x + reach : x - 40,
      top: y - 4,
      bottom: y + 4,
    },
    svg: line([x + side * 40, y], [x + side * reach, y], colors.accent, RULE),
    startFrame: framesOf(0.5, scene),
    endFrame: frameCount,
    reveal: { from: side === 1 ? "left" : "right", enterFrames: framesOf(0.7, scene), leaveFrames: 0 },
  });
  const mark: Layer = {
    box: { left: x - 34, right: x + 34, top: y - 12, bottom: y + 12 },
    svg: ornament([x, y], colors.accent),
    startFrame: framesOf(0.4, scene),
    endFrame: frameCount,
    fadeInFrames: framesOf(0.3, scene),
  };
  return [half(-1), half(1), mark];
}

function markLayer(scene: CardScene, top: number, height: number): Layer {
  const { canvas, logo } = scene;
  const x = canvas.width / 2;
  const box = { left: x - 180, right: x + 180, top: top - 12, bottom: top + height };
  if (logo === null) {
    const svg = laurel([x, top + MARK_RADIUS * 1.1], MARK_RADIUS, scene);
    return { ...rising(scene, 0.1), box, svg };
  }
  const [width, tall] = logoSize(logo);
  const svg = logoImage(logo, x, top + tall / 2);
  return { ...rising(scene, 0.1), box: { ...box, left: x - width / 2 - 2, right: x + width / 2 + 2 }, svg };
}

export function editorialCard(scene: CardScene): CardDrawing {
  const { canvas, colors } = scene;
  const { safe } = canvas;
  const { title, subtitle, markHeight, top } = planCard(scene);
  const x = canvas.width / 2;
  const step = lineHeight(title, LINE_EM);
  const titleTop = top + markHeight;
  const titleBottom = titleTop + title.lines.length * step;
  const letters = title.lines.map((content, index) =>
    textLine(title, content, {
      x,
      align: "center",
      paint: { fill: readableOn(colors.background, colors.text) },
      baseline: centredBaseline(title, titleTop + index * step, titleTop + (index + 1) * step),
    }),
  );
  const underTop = titleBottom + RULE_ROOM;
  const under = textLine(subtitle, subtitle.lines[0] ?? "", {
    x,
    align: "center",
    baseline: centredBaseline(subtitle, underTop, underTop + 56),
    paint: { fill: readableOn(colors.background, colors.accent) },
  });
  const across = { left: safe.left, right: safe.right };
  return {
    background: background(scene),
    layers: [
      markLayer(scene, top, markHeight),
      {
        ...rising(scene, 0.3),
        box: { ...across, top: titleTop - 8, bottom: titleBottom + 16 },
        svg: letters.join(""),
      },
      ...ruleLayers(scene, titleBottom + RULE_ROOM / 2 + 6),
      ...(subtitle.lines.length === 0
        ? []
        : [{ ...rising(scene, 0.7), box: { ...across, top: underTop, bottom: underTop + 64 }, svg: under }]),
    ],
  };
}
