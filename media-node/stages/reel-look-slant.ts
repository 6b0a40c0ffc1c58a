// The look "slant": leaning panels that cut into the picture from the side, capitals that lean with them, one bright
// stripe. Everything leans by the same angle, so that edges run parallel wherever pieces meet.
import { type Box, frameBox } from "./reel-canvas.ts";
import { mix, readableOn } from "./reel-colors.ts";
import type { Layer } from "./reel-layer.ts";
import {
  type CardPicture,
  type CardScene,
  framesOf,
  type Look,
  logoImage,
  logoSize,
  sideLeft,
  type ThirdScene,
  thirdRoom,
} from "./reel-look.ts";
import { num, progress } from "./reel-motion.ts";
import {
  centredBaseline,
  type Paint,
  type Point,
  polygon,
  radialGradient,
  rectangle,
  textLine,
} from "./reel-svg.ts";
import { type FittedText, fitText, lineHeight } from "./reel-type.ts";

const LEAN = 12;
const SLOPE = Math.tan((LEAN * Math.PI) / 180);
const GAP = 8;
const PADDING = 34;
const LINE_EM = 1.14;

/** Two heights, and the one at which left edges are measured: plates over each other share one leaning line. */
interface Band {
  readonly top: number;
  readonly bottom: number;
  readonly floor: number;
}

function leanAt(y: number, { floor }: Band): number {
  return (floor - y) * SLOPE;
}

function plate(x: number, width: number, band: Band, look: Paint): string {
  const [low, high] = [leanAt(band.bottom, band), leanAt(band.top, band)];
  const points: Point[] = [
    [x + low, band.bottom],
    [x + high, band.top],
    [x + high + width, band.top],
    [x + low + width, band.bottom],
  ];
  return polygon(points, look);
}

function plateBox(x: number, width: number, band: Band): Box {
  const { top, bottom } = band;
  return { left: x + leanAt(bottom, band), right: x + leanAt(top, band) + width, top, bottom };
}

/** One leaning line in the middle of a band, from a left edge that leans as well. */
function leaningLine(text: FittedText, content: string, x: number, band: Band, look: Paint): string {
  const baseline = centredBaseline(text, band.top, band.bottom);
  return textLine(text, content, {
    ...{ x: x + leanAt(baseline, band), baseline, align: "left", lean: LEAN },
    paint: look,
  });
}

/** The bands of a text's lines, around the middle of a band. */
function lineBands(text: FittedText, band: Band): Band[] {
  const step = lineHeight(text, LINE_EM);
  const top = (band.top + band.bottom - step * text.lines.length) / 2;
  return text.lines.map((_, index) => ({
    ...{ top: top + index * step, bottom: top + (index + 1) * step },
    floor: band.floor,
  }));
}

interface ThirdTexts {
  readonly title: FittedText;
  readonly detail: FittedText;
  readonly number: FittedText;
  readonly count: FittedText;
}

function fitThird(scene: ThirdScene): ThirdTexts {
  const { heading, body, counter } = scene;
  const room = thirdRoom(scene);
  const short = { typeface: heading, smallest: 20, maxLines: 1, maxWidth: 200 };
  const number = fitText(counter === null ? "" : String(counter.number), { ...short, size: 68 });
  const count = fitText(counter === null ? "" : `/${counter.count}`, { ...short, size: 40 });
  const title = fitText(scene.title, {
    ...{ typeface: heading, size: 54, smallest: 36, maxLines: 2, uppercase: scene.uppercase },
    maxWidth: room - number.width - count.width - 4 * PADDING - 90,
  });
  const detail = fitText(scene.detail, {
    ...{ typeface: body, size: 29, smallest: 25, maxLines: 1, maxWidth: room - 2 * PADDING - 60 },
  });
  return { title, detail, number, count };
}

/** Where the plates of a lower third stand. */
interface ThirdPlan extends ThirdTexts {
  readonly left: number;
  readonly upper: Band;
  readonly lower: Band;
  readonly counterWidth: number;
  readonly titleX: number;
  readonly titleWidth: number;
  readonly detailWidth: number;
}

function planThird(scene: ThirdScene): ThirdPlan {
  const texts = fitThird(scene);
  const { title, detail, number, count } = texts;
  const floor = scene.canvas.safe.bottom;
  const detailHeight = detail.lines.length === 0 ? 0 : 54;
  const upperBottom = floor - (detailHeight === 0 ? 0 : detailHeight + GAP);
  const upperHeight = Math.max(96, title.lines.length * lineHeight(title, LINE_EM) + 30);
  const counterWidth = number.width === 0 ? 0 : number.width + count.width + 2 * PADDING - 8;
  const titleWidth = title.width === 0 ? 0 : title.width + 2 * PADDING + 10;
  const detailWidth = detail.width === 0 ? 0 : detail.width + 2 * PADDING;
  const upper = { top: upperBottom - upperHeight, bottom: upperBottom, floor };
  const lower = { top: floor - detailHeight, bottom: floor, floor };
  const gap = counterWidth > 0 && titleWidth > 0 ? GAP : 0;
  const width = Math.max(
    counterWidth + gap + titleWidth + leanAt(upper.top, upper),
    detailWidth + leanAt(lower.top, lower),
  );
  const left = sideLeft(scene, width);
  return {
    ...texts,
    left,
    upper,
    lower,
    counterWidth,
    titleX: left + counterWidth + gap,
    titleWidth,
    detailWidth,
  };
}

type Timed = Pick<Layer, "startFrame" | "endFrame" | "reveal">;

function counterLayers(scene: ThirdScene, plan: ThirdPlan, timed: Timed): Layer[] {
  const { left, upper, number, count, counterWidth } = plan;
  const { accent, background } = scene.colors;
  const ink = { fill: readableOn(accent, background) };
  const x = left + PADDING - 6;
  const base =
    plate(left, counterWidth, upper, { fill: accent }) +
    // The small number stands on the same baseline as the large one.
    textLine(count, count.lines[0] ?? "", {
      x: x + number.width + 4 + leanAt(centredBaseline(number, upper.top, upper.bottom), upper),
      baseline: centredBaseline(number, upper.top, upper.bottom),
      ...{ align: "left", lean: LEAN, paint: ink },
    });
  const box = plateBox(left, counterWidth, upper);
  const middle = { top: (upper.top + upper.bottom) / 2 - 44, bottom: (upper.top + upper.bottom) / 2 + 44 };
  const late = framesOf(0.25, scene);
  return [
    { ...timed, box, svg: base },
    {
      svg: leaningLine(number, number.lines[0] ?? "", x, upper, ink),
      box: { ...plateBox(x - 4, number.width + 8, { ...upper, ...middle }), ...middle },
      startFrame: timed.startFrame + late,
      endFrame: timed.endFrame - framesOf(0.16, scene),
      reveal: { from: "below", enterFrames: framesOf(0.35, scene), leaveFrames: framesOf(0.15, scene) },
    },
  ];
}

function titleLayer(scene: ThirdScene, { title, titleX, titleWidth, upper }: ThirdPlan, timed: Timed): Layer {
  const { background, primary, text } = scene.colors;
  const ink = { fill: readableOn(background, text) };
  const lines = lineBands(title, upper).map((band, index) =>
    leaningLine(title, title.lines[index] ?? "", titleX + PADDING - 8, band, ink),
  );
  const svg =
    plate(titleX, titleWidth, upper, { fill: background, opacity: 0.95 }) +
    plate(titleX + titleWidth - 10, 10, upper, { fill: primary }) +
    lines.join("");
  return { ...timed, box: plateBox(titleX, titleWidth, upper), svg };
}

function detailLayer(
  scene: ThirdScene,
  { detail, detailWidth, left, lower }: ThirdPlan,
  timed: Timed,
): Layer {
  const { primary, text } = scene.colors;
  const svg =
    plate(left, detailWidth, lower, { fill: primary }) +
    leaningLine(detail, detail.lines[0] ?? "", left + PADDING - 6, lower, {
      fill: readableOn(primary, text),
    });
  return { ...timed, box: plateBox(left, detailWidth, lower), svg };
}

function lowerThird(scene: ThirdScene): Layer[] {
  const plan = planThird(scene);
  const timed = (delayS: number): Timed => ({
    startFrame: scene.startFrame + framesOf(delayS, scene),
    endFrame: scene.endFrame,
    reveal: { from: "left", enterFrames: framesOf(0.45, scene), leaveFrames: framesOf(0.3, scene) },
  });
  return [
    ...(plan.titleWidth > 0 ? [titleLayer(scene, plan, timed(0.12))] : []),
    ...(plan.detailWidth > 0 ? [detailLayer(scene, plan, timed(0.24))] : []),
    ...(plan.counterWidth > 0 ? counterLayers(scene, plan, timed(0)) : []),
  ];
}

/** The large panels of a card: on the right in wide and square pictures, at the foot of upright ones. */
function panels(scene: CardScene): Layer[] {
  const { canvas, colors, frameCount } = scene;
  const { width, height } = canvas;
  const box = frameBox(canvas);
  const isMirrored = scene.kind === "outro";
  const turned = isMirrored ? `transform="translate(${num(width)} 0) scale(-1 1)"` : "";
  const panel = (points: Point[], fill: string): string => `<g ${turned}>${polygon(points, { fill })}</g>`;
  const enter = (delayS: number): string => {
    const far = canvas.isUpright ? height * 0.5 : width * 0.55 * (isMirrored ? -1 : 1);
    const wander = canvas.isUpright ? "0" : `${num(isMirrored ? 14 : -14)}*n/${frameCount}`;
    return `${num(far)}*(1-${progress(framesOf(delayS, scene), framesOf(0.55, scene), "out")})+${wander}`;
  };
  const shift = (delayS: number): NonNullable<Layer["shift"]> =>
    canvas.isUpright ? { y: enter(delayS) } : { x: enter(delayS) };
  const timed = { box, startFrame: 0, endFrame: frameCount };
  const dark = mix(colors.primary, "#000000", 0.28);
  if (canvas.isUpright) {
    const wedge = (top: number, bottom: number, fill: string): string =>
      panel(
        [
          [0, top],
          [width, top - width * 0.3],
          [width, bottom - width * 0.3],
          [0, bottom],
        ],
        fill,
      );
    const y = height * 0.86;
    return [
      { ...timed, shift: shift(0), svg: wedge(y, height * 1.4, dark) },
      { ...timed, shift: shift(0.08), svg: wedge(y + 90, height * 1.4, colors.primary) },
      { ...timed, shift: shift(0.16), svg: wedge(y + 52, y + 78, colors.accent) },
    ];
  }
  const lean = height * SLOPE;
  const slab = (x: number, to: number, fill: string): string =>
    panel(
      [
        [x, height],
        [x + lean, 0],
        [to + lean, 0],
        [to, height],
      ],
      fill,
    );
  const x = width * (canvas.isWide ? 0.62 : 0.68);
  return [
    { ...timed, shift: shift(0), svg: slab(x, width * 1.2, dark) },
    { ...timed, shift: shift(0.08), svg: slab(x + 120, width * 1.2, colors.primary) },
    { ...timed, shift: shift(0.16), svg: slab(x + 76, x + 104, colors.accent) },
  ];
}

function background({ canvas, colors }: CardScene): string {
  const { width, height } = canvas;
  const light = mix(colors.background, "#FFFFFF", 0.1);
  const fade = radialGradient("light", [width * 0.3, height * 0.4], Math.max(width, height) * 0.75, [
    { at: 0, color: light },
    { at: 1, color: mix(colors.background, "#000000", 0.25) },
  ]);
  const stripes = `<pattern id="stripes" width="26" height="26" patternUnits="userSpaceOnUse" patternTransform="rotate(${90 + LEAN + 20})"><rect width="26" height="3" fill="#FFFFFF" opacity="0.035"/></pattern>`;
  const box = frameBox(canvas);
  return `<defs>${fade}${stripes}</defs>${rectangle(box, { fill: "url(#light)" })}${rectangle(box, { fill: "url(#stripes)" })}`;
}

function cardTexts(scene: CardScene, maxWidth: number): { title: FittedText; subtitle: FittedText } {
  const { heading, body, canvas } = scene;
  const title = fitText(scene.title, {
    ...{ typeface: heading, size: canvas.isUpright ? 170 : 180, smallest: 60, maxLines: 3, maxWidth },
    uppercase: scene.uppercase,
  });
  const subtitle = fitText(scene.subtitle, {
    ...{ typeface: body, size: 42, smallest: 28, maxLines: 1, maxWidth: maxWidth - 2 * PADDING },
    uppercase: true,
    trackingEm: 0.06,
  });
  return { title, subtitle };
}

function card(scene: CardScene): CardPicture {
  const { canvas, colors, frameCount } = scene;
  const { safe } = canvas;
  const isMirrored = scene.kind === "outro" && !canvas.isUpright;
  const share = canvas.isUpright ? 1 : canvas.isWide ? 0.62 : 0.74;
  const room = (safe.right - safe.left) * share;
  const lean = (safe.bottom - safe.top) * SLOPE * (canvas.isUpright ? 0.35 : 0.5);
  const { title, subtitle } = cardTexts(scene, room - lean);
  const step = lineHeight(title, LINE_EM);
  const plateHeight = subtitle.lines.length === 0 ? 0 : 80;
  const whole = title.lines.length * step + (plateHeight === 0 ? 0 : plateHeight + 26);
  const top = (safe.top + safe.bottom - whole) / 2;
  const floor = top + whole;
  const left = isMirrored ? safe.right - room : safe.left;
  const ink = { fill: readableOn(colors.background, colors.text) };
  const leaves = { enterFrames: framesOf(0.5, scene), leaveFrames: 0 } as const;
  const lines = title.lines.map((content, index): Layer => {
    const band = { top: top + index * step, bottom: top + (index + 1) * step, floor };
    return {
      svg: leaningLine(title, content, left, band, ink),
      box: { ...plateBox(left - 6, title.width + 24, band), right: Math.min(safe.right, left + room) },
      ...{ startFrame: framesOf(0.3 + 0.1 * index, scene), endFrame: frameCount },
      reveal: { from: "left", ...leaves },
    };
  });
  return {
    background: background(scene),
    layers: [
      ...panels(scene),
      ...lines,
      ...subtitleLayers(scene, subtitle, left, floor),
      ...logoLayers(scene),
    ],
  };
}

function subtitleLayers(scene: CardScene, subtitle: FittedText, left: number, floor: number): Layer[] {
  if (subtitle.lines.length === 0) return [];
  const band = { top: floor - 80, bottom: floor, floor };
  const width = subtitle.width + 2 * PADDING;
  const { accent, background: ground } = scene.colors;
  const ink = { fill: readableOn(accent, ground) };
  const svg =
    plate(left, width, band, { fill: accent }) +
    leaningLine(subtitle, subtitle.lines[0] ?? "", left + PADDING - 4, band, ink);
  return [
    {
      ...{ svg, box: plateBox(left, width, band) },
      ...{ startFrame: framesOf(0.55, scene), endFrame: scene.frameCount },
      reveal: { from: "left", enterFrames: framesOf(0.5, scene), leaveFrames: 0 },
    },
  ];
}

function logoLayers({ canvas, logo, frameCount, frameRate, kind }: CardScene): Layer[] {
  if (logo === null) return [];
  const [width, height] = logoSize(logo);
  const { safe } = canvas;
  const isMirrored = kind === "outro" && !canvas.isUpright;
  const left = isMirrored ? safe.right - width : safe.left;
  const box = { left, right: left + width, top: safe.top, bottom: safe.top + height };
  const svg = logoImage(logo, left + width / 2, safe.top + height / 2);
  return [
    {
      box,
      svg,
      startFrame: framesOf(0.4, { frameRate }),
      endFrame: frameCount,
      fadeInFrames: framesOf(0.3, { frameRate }),
    },
  ];
}

export const SLANT: Look = { card, lowerThird };
