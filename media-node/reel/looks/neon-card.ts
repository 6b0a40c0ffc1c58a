// Cards of the look "neon".
import type { Box } from "../../captions/caption-placement.ts";
import { mix } from "../../captions/color-contrast.ts";
import { type Canvas, frameBox } from "../drawing/reel-canvas.ts";
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
import {
  centredBaseline,
  line,
  linearGradient,
  type Point,
  radialGradient,
  rectangle,
  type TextPlace,
  textLine,
} from "../drawing/reel-svg.ts";
import { type FittedText, fitSubtitle, fitText, lineHeight } from "../drawing/reel-type.ts";
import { CUT, GLOW, grown, LINE_EM, light } from "./neon-tubes.ts";

const HORIZON = { upright: 0.7, other: 0.66 } as const;

function horizonOf(canvas: Canvas): number {
  return canvas.height * (canvas.isUpright ? HORIZON.upright : HORIZON.other);
}

/** The safe area above the horizon and below the logo. */
function roomAbove(scene: CardScene): Box {
  const room = roomBelowLogo(scene);
  return { ...room, top: room.top + 16, bottom: Math.min(room.bottom, horizonOf(scene.canvas) - 12) };
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
      startFrame: 0,
      endFrame: frameCount,
      fadeInFrames: framesOf(0.3, scene),
      shift: { x: far, y: farY },
    };
  });
}

/** A line of the title in light: its colour far around it, close around it, and white in the middle. */
function litLine(
  text: FittedText,
  content: string,
  { x, baseline }: Pick<TextPlace, "x" | "baseline">,
  colors: CardScene["colors"],
): string {
  const place = { x, baseline, align: "center" } as const;
  // A filter's region is measured where its element stands: a text moves its own, a group does not.
  const around = (fill: string, filter: string, opacity: number): string =>
    `<g filter="url(#${filter})" opacity="${opacity}">${textLine(text, content, { ...place, paint: { fill } })}</g>`;
  return [
    around(colors.primary, "far", 0.85),
    around(colors.primary, "glow", 0.9),
    textLine(text, content, { ...place, x: x - 3, paint: { fill: colors.accent, opacity: 0.75 } }),
    textLine(text, content, { ...place, x: x + 3, paint: { fill: colors.primary, opacity: 0.75 } }),
    textLine(text, content, { ...place, paint: { fill: mix(colors.text, "#FFFFFF", 0.5) } }),
  ].join("");
}

/** Of one line with what is above and below it. */
const SUBTITLE_HEIGHT = 84;
const SUBTITLE_EM = 1.3;

function subtitleHeight(subtitle: FittedText): number {
  const { length } = subtitle.lines;
  return length === 0 ? 0 : SUBTITLE_HEIGHT + (length - 1) * lineHeight(subtitle, SUBTITLE_EM);
}

export function neonCard(scene: CardScene): CardDrawing {
  const { canvas, colors, frameCount, heading, body } = scene;
  const { safe } = canvas;
  const maxWidth = safe.right - safe.left - 4 * GLOW;
  const room = roomAbove(scene);
  const subtitle = fitSubtitle(scene.subtitle, { typeface: body, trackingEm: 0.22, maxWidth });
  const below = subtitleHeight(subtitle);
  const title = fitText(scene.title, {
    typeface: heading,
    size: 150,
    minSize: 54,
    maxLines: canvas.isUpright ? 6 : 4,
    breakBelow: 0.85,
    lineEm: LINE_EM,
    maxHeight: room.bottom - room.top - below - 10,
    uppercase: scene.uppercase,
    trackingEm: 0.01,
    maxWidth: maxWidth - 60,
  });
  const step = lineHeight(title, LINE_EM);
  const whole = title.lines.length * step + below;
  const middle = (room.top + room.bottom) / 2;
  const [x, top] = [canvas.width / 2, middle - whole / 2];
  const letters = title.lines.map((content, index) => {
    const baseline = centredBaseline(title, top + index * step, top + (index + 1) * step);
    return litLine(title, content, { x, baseline }, colors);
  });
  const titleBottom = top + title.lines.length * step;
  const under = subtitle.lines.map((content, index) => {
    const down = titleBottom + index * lineHeight(subtitle, SUBTITLE_EM);
    const baseline = centredBaseline(subtitle, down, down + SUBTITLE_HEIGHT);
    return textLine(subtitle, content, { x, baseline, align: "center", paint: { fill: colors.accent } });
  });
  const box = { left: safe.left, right: safe.right, top: top - 30, bottom: titleBottom + 24 };
  const svg = light(scene, box) + letters.join("");
  const timed = (fromS: number, fadeS: number): Pick<Layer, "startFrame" | "endFrame" | "fadeInFrames"> => ({
    startFrame: framesOf(fromS, scene),
    endFrame: frameCount,
    fadeInFrames: framesOf(fadeS, scene),
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
              box: { ...box, top: titleBottom + 8, bottom: titleBottom + below },
              svg: under.join(""),
              ...timed(0.6, 0.4),
            },
          ]),
      ...logoLayers(scene),
      sweep(scene),
    ],
  };
}

function logoLayers({ canvas, logo, frameCount, frameRate }: CardScene): Layer[] {
  if (logo === null) return [];
  const [width, height] = logoSize(logo);
  const [x, y] = [canvas.width / 2, canvas.safe.top + height / 2];
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

/** A band of light that runs down the frame once. */
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
    startFrame: 0,
    endFrame: frameCount,
    shift: { y: `${num(height + 140)}*n/${frameCount}-130` },
  };
}
