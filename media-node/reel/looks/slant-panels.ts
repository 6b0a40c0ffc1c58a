// The large panels of the look "slant": on the right of wide and square cards, at the foot of upright ones, and on the
// other side of the card that ends the reel. Three come in one after the other and then creep on.
import { mix } from "../../captions/color-contrast.ts";
import { readableOn } from "../drawing/reel-colors.ts";
import type { Layer } from "../drawing/reel-layer.ts";
import { type CardScene, framesOf } from "../drawing/reel-look.ts";
import { num, progress } from "../drawing/reel-motion.ts";
import { centredBaseline, type Point, polygon, textLine } from "../drawing/reel-svg.ts";
import { fitText } from "../drawing/reel-type.ts";
import { LEAN, SLOPE } from "./slant-plates.ts";

/** How much the panels of upright cards rise over the width. */
const RISE = 0.3;
/** What a panel creeps in units while its card is seen. */
const CREEP = 14;

/** Dots as in print. */
function dots({ colors }: CardScene): string {
  const dark = mix(colors.primary, "#000000", 0.22);
  return `<defs><pattern id="dots" width="30" height="30" patternUnits="userSpaceOnUse" patternTransform="rotate(${45 - LEAN})"><circle cx="15" cy="15" r="6.5" fill="${dark}" opacity="0.55"/></pattern></defs>`;
}

/** The sport's name, outlined and larger than its panel, along the panel's edge. */
function shadowWord(scene: CardScene, [x, y]: Point, angle: number): string {
  const word = fitText(scene.category, {
    typeface: scene.heading,
    size: 330,
    minSize: 200,
    maxLines: 1,
    maxWidth: 1_500,
    uppercase: true,
  });
  const paint = { stroke: readableOn(scene.colors.primary), strokeWidth: 4, opacity: 0.34 };
  const turn = `translate(${num(x)} ${num(y)}) rotate(${num((angle * 180) / Math.PI)})`;
  const place = { x: 0, baseline: centredBaseline(word, 0, 0), align: "center", paint } as const;
  return `<g transform="${turn}">${textLine(word, word.lines[0] ?? "", place)}</g>`;
}

/** The panels' shapes, by how far from the front's edge they begin and end; undefined reaches out of the frame. */
interface PanelShapes {
  readonly shape: (from: number, to?: number) => readonly Point[];
  readonly word: string;
  /** How far away they start, in units, and along which axis. */
  readonly axis: "x" | "y";
  readonly far: number;
  readonly creep: number;
}

function slabs(scene: CardScene): PanelShapes {
  const { width, height, isWide } = scene.canvas;
  const isMirrored = scene.kind === "outro";
  const lean = height * SLOPE;
  const front = width * (isWide ? 0.62 : 0.7);
  const turned = (x: number): number => (isMirrored ? width - x : x);
  const shape = (from: number, to?: number): Point[] => {
    const [left, right] = [front + from, to === undefined ? width * 1.2 : front + to];
    return [
      [turned(left), height],
      [turned(left + lean), 0],
      [turned(right + lean), 0],
      [turned(right), height],
    ];
  };
  const upward = Math.PI / 2 - Math.atan(SLOPE);
  const sign = isMirrored ? -1 : 1;
  return {
    shape,
    word: shadowWord(scene, [turned(front + (width - front) * 0.72), height / 2], -sign * upward),
    axis: "x",
    far: sign * width * 0.55,
    creep: -sign * CREEP,
  };
}

function wedges(scene: CardScene): PanelShapes {
  const { width, height } = scene.canvas;
  const front = height * 0.77;
  const sign = scene.kind === "outro" ? -1 : 1;
  const shape = (from: number, to?: number): Point[] => {
    const [top, bottom] = [front + from, to === undefined ? height * 1.4 : front + to];
    const rise = (sign * width * RISE) / 2;
    return [
      [0, top + rise],
      [width, top - rise],
      [width, bottom - rise],
      [0, bottom + rise],
    ];
  };
  return {
    shape,
    word: shadowWord(scene, [width / 2, front + 300], -sign * Math.atan(RISE)),
    axis: "y",
    far: height * 0.5,
    creep: -CREEP,
  };
}

/** The dark panel, the bright one over it with the sport's name, and a stripe between them. */
export function panels(scene: CardScene): Layer[] {
  const { canvas, colors, frameCount } = scene;
  const { width, height } = canvas;
  const { shape, word, axis, far, creep } = canvas.isUpright ? wedges(scene) : slabs(scene);
  // Room for what the panels creep.
  const box = { left: -CREEP, right: width + 2 * CREEP, top: 0, bottom: height + 2 * CREEP };
  const panel = (delayS: number, svg: string): Layer => {
    const away = `1-${progress(framesOf(delayS, scene), framesOf(0.55, scene), "out")}`;
    const moved = `${num(far)}*(${away})+${num(creep)}*n/${frameCount}`;
    return {
      box,
      svg,
      startFrame: 0,
      endFrame: frameCount,
      shift: axis === "x" ? { x: moved } : { y: moved },
    };
  };
  const bright = shape(120);
  const dark = mix(colors.primary, "#000000", 0.28);
  return [
    panel(0, polygon(shape(0), { fill: dark })),
    panel(
      0.08,
      dots(scene) +
        polygon(bright, { fill: colors.primary }) +
        polygon(bright, { fill: "url(#dots)" }) +
        word,
    ),
    panel(0.16, polygon(shape(72, 98), { fill: colors.accent })),
  ];
}
