// The look "neon": tubes of light on black. Lines are drawn twice, blurred wide and sharp on top, as light is; corners
// are cut off; a grid runs to the horizon.
import { type Box, type Canvas, frameBox } from "./reel-canvas.ts";
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
  blur,
  centredBaseline,
  line,
  linearGradient,
  type Point,
  polygon,
  radialGradient,
  rectangle,
  textLine,
} from "./reel-svg.ts";
import { type FittedText, fitText, lineHeight } from "./reel-type.ts";

const PADDING = 36;
const CUT = 22;
const LINE_EM = 1.16;
/** How far a tube's light reaches. */
const GLOW = 22;

/** A box whose upper left and lower right corners are cut off. */
function cutBox({ left, top, right, bottom }: Box, cut = CUT): Point[] {
  return [
    [left + cut, top],
    [right, top],
    [right, bottom - cut],
    [right - cut, bottom],
    [left, bottom],
    [left, top + cut],
  ];
}

function grown({ left, top, right, bottom }: Box, by: number): Box {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by };
}

/** A closed tube of light that runs from one colour to the other. */
function tube(points: readonly Point[], width: number): string {
  const look = { stroke: "url(#tube)", extra: 'stroke-linejoin="round"' };
  return (
    polygon(points, { ...look, strokeWidth: width * 2.2, extra: 'filter="url(#glow)" opacity="0.9"' }) +
    polygon(points, { ...look, strokeWidth: width }) +
    polygon(points, { stroke: "#FFFFFF", strokeWidth: width * 0.3, opacity: 0.75 })
  );
}

function light({ colors, canvas }: CardScene | ThirdScene, box: Box): string {
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

interface ThirdPlan {
  readonly title: FittedText;
  readonly detail: FittedText;
  readonly counter: FittedText;
  /** Inside the tube. */
  readonly plate: Box;
  readonly counterWidth: number;
}

function planThird(scene: ThirdScene): ThirdPlan {
  const { heading, body, canvas } = scene;
  const room = thirdRoom(scene) - 2 * GLOW;
  const pad = (value: number): string => String(value).padStart(2, "0");
  const written = scene.counter === null ? "" : `${pad(scene.counter.number)}/${pad(scene.counter.count)}`;
  const counter = fitText(written, {
    ...{ typeface: heading, size: 42, smallest: 28, maxLines: 1, maxWidth: 260 },
  });
  const counterWidth = counter.width === 0 ? 0 : counter.width + 2 * PADDING - 8;
  const maxWidth = room - counterWidth - 2 * PADDING;
  const title = fitText(scene.title, {
    ...{ typeface: heading, size: 46, smallest: 33, maxLines: 2, uppercase: scene.uppercase, maxWidth },
    trackingEm: 0.02,
  });
  const detail = fitText(scene.detail, {
    ...{ typeface: body, size: 28, smallest: 25, maxLines: 1, maxWidth },
  });
  const textWidth = Math.max(title.width, detail.width);
  const textHeight =
    title.lines.length * lineHeight(title, LINE_EM) + (detail.lines.length > 0 ? lineHeight(detail, 1.5) : 0);
  const bottom = canvas.safe.bottom - GLOW;
  const top = bottom - Math.max(92, textHeight + 40);
  const width = counterWidth + (textWidth === 0 ? 0 : textWidth + 2 * PADDING);
  const left = sideLeft(scene, width + 2 * GLOW) + GLOW;
  return { title, detail, counter, counterWidth, plate: { left, right: left + width, top, bottom } };
}

function thirdTexts(scene: ThirdScene, { title, detail, plate, counterWidth }: ThirdPlan): string {
  const { background, text, accent } = scene.colors;
  const x = plate.left + counterWidth + PADDING - 6;
  const step = lineHeight(title, LINE_EM);
  const small = detail.lines.length > 0 ? lineHeight(detail, 1.5) : 0;
  const top = (plate.top + plate.bottom - title.lines.length * step - small) / 2;
  const lines = title.lines.map((content, index) =>
    textLine(title, content, {
      ...{ x, align: "left", paint: { fill: readableOn(background, text) } },
      baseline: centredBaseline(title, top + index * step, top + (index + 1) * step),
    }),
  );
  const under = detail.lines.map((content) =>
    textLine(detail, content, {
      ...{ x, align: "left", paint: { fill: readableOn(background, accent) } },
      baseline: centredBaseline(
        detail,
        top + title.lines.length * step,
        top + title.lines.length * step + small,
      ),
    }),
  );
  return [...lines, ...under].join("");
}

/** The lit part with the number, left in the plate. */
function thirdCounter(scene: ThirdScene, { counter, plate, counterWidth }: ThirdPlan): string {
  if (counterWidth === 0) return "";
  const { left, top, bottom } = plate;
  const right = left + counterWidth;
  const shape: Point[] = [
    [left + CUT, top],
    [right + 14, top],
    [right - 14, bottom],
    [left, bottom],
    [left, top + CUT],
  ];
  return (
    polygon(shape, { fill: scene.colors.primary, opacity: 0.92 }) +
    textLine(counter, counter.lines[0] ?? "", {
      ...{ x: (left + right) / 2, align: "center", baseline: centredBaseline(counter, top, bottom) },
      paint: { fill: readableOn(scene.colors.primary, "#FFFFFF") },
    })
  );
}

function lowerThird(scene: ThirdScene): Layer[] {
  const plan = planThird(scene);
  const { plate } = plan;
  if (plate.right <= plate.left) return [];
  const { colors, startFrame, endFrame } = scene;
  const box = grown(plate, GLOW);
  const timed = { startFrame, endFrame, fadeOutFrames: framesOf(0.25, scene) };
  const body = polygon(cutBox(plate), { fill: colors.background, opacity: 0.88 });
  const leave = framesOf(0.3, scene);
  return [
    {
      ...{ ...timed, box, fadeInFrames: framesOf(0.2, scene) },
      svg: light(scene, plate) + body + tube(cutBox(plate), 4),
    },
    {
      box: plate,
      svg: thirdCounter(scene, plan) + thirdTexts(scene, plan),
      ...{ startFrame: startFrame + framesOf(0.15, scene), endFrame },
      fadeOutFrames: framesOf(0.2, scene),
      reveal: { from: "left", enterFrames: framesOf(0.45, scene), leaveFrames: leave },
    },
  ];
}

const HORIZON = { upright: 0.7, other: 0.66 } as const;

function horizonOf(canvas: Canvas): number {
  return canvas.height * (canvas.isUpright ? HORIZON.upright : HORIZON.other);
}

/** A floor of squares in perspective, below the horizon. */
function grid({ canvas, colors }: CardScene): string {
  const { width, height } = canvas;
  const horizon = horizonOf(canvas);
  const [centre, depth] = [width / 2, height - horizon];
  const rays = Array.from({ length: 25 }, (_, index) => {
    const x = (index - 12) / 12;
    return line([centre + x * width * 0.22, horizon], [centre + x * width * 1.9, height], "url(#floor)", 2.5);
  });
  const rows = Array.from({ length: 10 }, (_, index) => {
    const y = horizon + depth * ((index + 1) / 10) ** 2.2;
    return line([0, y], [width, y], colors.primary, 2.5, `opacity="${num(0.15 + 0.5 * ((index + 1) / 10))}"`);
  });
  const floor = linearGradient(
    "floor",
    [0, horizon],
    [0, height],
    [
      { at: 0, color: colors.primary, opacity: 0.1 },
      { at: 1, color: colors.primary, opacity: 0.75 },
    ],
  );
  return `<defs>${floor}</defs>${rays.join("")}${rows.join("")}`;
}

function background(scene: CardScene): string {
  const { canvas, colors } = scene;
  const { width, height } = canvas;
  const horizon = horizonOf(canvas);
  const glow = radialGradient("sky", [width / 2, horizon], Math.max(width, height) * 0.6, [
    { at: 0, color: mix(colors.background, colors.primary, 0.5) },
    { at: 0.45, color: mix(colors.background, colors.primary, 0.14) },
    { at: 1, color: colors.background },
  ]);
  const fade = linearGradient(
    "ground",
    [0, horizon],
    [0, height],
    [
      { at: 0, color: mix(colors.background, colors.primary, 0.3) },
      { at: 0.5, color: colors.background },
    ],
  );
  return [
    `<defs>${glow}${fade}</defs>`,
    rectangle(frameBox(canvas), { fill: "url(#sky)" }),
    rectangle({ left: 0, right: width, top: horizon, bottom: height }, { fill: "url(#ground)" }),
    grid(scene),
    light(scene, { left: 0, right: width, top: horizon, bottom: horizon }),
    line([0, horizon], [width, horizon], colors.accent, 14, 'filter="url(#glow)" opacity="0.8"'),
    line([0, horizon], [width, horizon], mix(colors.accent, "#FFFFFF", 0.5), 3),
  ].join("");
}

/** Brackets of light in the corners, which close in. */
function brackets(scene: CardScene): Layer[] {
  const { canvas, frameCount } = scene;
  const { safe } = canvas;
  const reach = 110;
  const corners: { at: Point; x: 1 | -1; y: 1 | -1 }[] = [
    { at: [safe.left + GLOW, safe.top + GLOW], x: 1, y: 1 },
    { at: [safe.right - GLOW, safe.bottom - GLOW], x: -1, y: -1 },
  ];
  return corners.map(({ at: [x, y], x: dx, y: dy }) => {
    const points: Point[] = [
      [x + dx * reach, y],
      [x + dx * CUT, y],
      [x, y + dy * CUT],
      [x, y + dy * reach],
    ];
    const path = points.map((point) => point.map(num).join(",")).join(" ");
    const open = (stroke: string, width: number, extra: string): string =>
      `<polyline points="${path}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linejoin="round" ${extra}/>`;
    const box = grown(
      {
        left: Math.min(x, x + dx * reach),
        right: Math.max(x, x + dx * reach),
        top: Math.min(y, y + dy * reach),
        bottom: Math.max(y, y + dy * reach),
      },
      GLOW,
    );
    const far = `${num(-dx * 60)}*(1-${progress(0, framesOf(0.5, scene), "out")})`;
    const farY = `${num(-dy * 60)}*(1-${progress(0, framesOf(0.5, scene), "out")})`;
    return {
      box,
      svg: light(scene, box) + open("url(#tube)", 12, 'filter="url(#glow)"') + open("url(#tube)", 5, ""),
      ...{ startFrame: 0, endFrame: frameCount, fadeInFrames: framesOf(0.3, scene) },
      shift: { x: far, y: farY },
    };
  });
}

/** A line of the title in light: its colour far around it, close around it, and white in the middle. */
function litLine(text: FittedText, content: string, x: number, baseline: number, scene: CardScene): string {
  const { colors } = scene;
  const place = { x, baseline, align: "center" } as const;
  const around = (fill: string, filter: string, opacity: number): string =>
    textLine(text, content, { ...place, paint: { fill, extra: `filter="url(#${filter})"`, opacity } });
  return [
    around(colors.primary, "far", 0.85),
    around(colors.primary, "glow", 0.9),
    textLine(text, content, { ...{ ...place, x: x - 3 }, paint: { fill: colors.accent, opacity: 0.75 } }),
    textLine(text, content, { ...{ ...place, x: x + 3 }, paint: { fill: colors.primary, opacity: 0.75 } }),
    textLine(text, content, { ...place, paint: { fill: mix(colors.text, "#FFFFFF", 0.5) } }),
  ].join("");
}

function card(scene: CardScene): CardPicture {
  const { canvas, colors, frameCount, heading, body } = scene;
  const { safe } = canvas;
  const maxWidth = safe.right - safe.left - 4 * GLOW;
  const title = fitText(scene.title, {
    ...{
      typeface: heading,
      size: 140,
      smallest: 54,
      maxLines: 3,
      uppercase: scene.uppercase,
      trackingEm: 0.01,
    },
    maxWidth: maxWidth - 60,
  });
  const subtitle = fitText(scene.subtitle, {
    ...{ typeface: body, size: 40, smallest: 26, maxLines: 1, uppercase: true, trackingEm: 0.22, maxWidth },
  });
  const step = lineHeight(title, LINE_EM);
  const whole = title.lines.length * step + (subtitle.lines.length === 0 ? 0 : 84);
  const logoHeight = scene.logo === null ? 0 : logoSize(scene.logo)[1] + 30;
  const middle = (safe.top + Math.min(safe.bottom, horizonOf(canvas) + 40)) / 2 + logoHeight / 2;
  const [x, top] = [canvas.width / 2, middle - whole / 2];
  const letters = title.lines.map((content, index) =>
    litLine(title, content, x, centredBaseline(title, top + index * step, top + (index + 1) * step), scene),
  );
  const titleBottom = top + title.lines.length * step;
  const under = textLine(subtitle, subtitle.lines[0] ?? "", {
    ...{ x, baseline: centredBaseline(subtitle, titleBottom, titleBottom + 84), align: "center" },
    paint: { fill: colors.accent },
  });
  const box = { left: safe.left, right: safe.right, top: top - 30, bottom: titleBottom + 24 };
  const svg = light(scene, box) + letters.join("");
  const timed = (fromS: number, fadeS: number): Pick<Layer, "startFrame" | "endFrame" | "fadeInFrames"> => ({
    ...{ startFrame: framesOf(fromS, scene), endFrame: frameCount, fadeInFrames: framesOf(fadeS, scene) },
  });
  // The light catches once, goes out, and stays.
  const spark: Layer = {
    box,
    svg,
    startFrame: framesOf(0.2, scene),
    endFrame: framesOf(0.2, scene) + Math.max(2, framesOf(0.08, scene)),
  };
  return {
    background: background(scene),
    layers: [
      ...brackets(scene),
      spark,
      { box, svg, ...timed(0.38, 0.18) },
      ...(subtitle.lines.length === 0
        ? []
        : [
            {
              box: { ...box, top: titleBottom + 8, bottom: titleBottom + 84 },
              svg: under,
              ...timed(0.6, 0.4),
            },
          ]),
      ...logoLayers(scene, top - logoHeight / 2 - 20),
      sweep(scene),
    ],
  };
}

function logoLayers({ canvas, logo, frameCount, frameRate }: CardScene, y: number): Layer[] {
  if (logo === null) return [];
  const [width, height] = logoSize(logo);
  const x = canvas.width / 2;
  const box = { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
  return [
    {
      box,
      svg: logoImage(logo, x, y),
      startFrame: framesOf(0.3, { frameRate }),
      endFrame: frameCount,
      fadeInFrames: framesOf(0.3, { frameRate }),
    },
  ];
}

/** A band of light that runs down the picture once. */
function sweep({ canvas, colors, frameCount }: CardScene): Layer {
  const { width, height } = canvas;
  const band = { left: 0, right: width, top: 0, bottom: 120 };
  const shine = linearGradient(
    "shine",
    [0, 0],
    [0, 120],
    [
      { at: 0, color: colors.accent, opacity: 0 },
      { at: 0.9, color: colors.accent, opacity: 0.16 },
      { at: 1, color: colors.accent, opacity: 0.4 },
    ],
  );
  return {
    box: band,
    svg: `<defs>${shine}</defs>${rectangle(band, { fill: "url(#shine)" })}`,
    ...{ startFrame: 0, endFrame: frameCount },
    shift: { y: `${num(height + 140)}*n/${frameCount}-130` },
  };
}

export const NEON: Look = { card, lowerThird };
