// What covers the joint between two pieces. Each half lies over a piece of its own: the first over the last frames of
// one, the second over the first frames of the next. From a few frames before the joint to a few behind it the frame
// is covered whole and stands still, so that the cut itself is never seen. Blending two pieces into each other was
// rejected: pieces are rendered side by side and joined without encoding them again.

import type { ReelColors, ReelTransition } from "../../../shared/templates/reel-styles.ts";
import type { Box } from "../../captions/caption-placement.ts";
import { mix } from "../../captions/color-contrast.ts";
import { type Canvas, frameBox } from "./reel-canvas.ts";
import { WHITE } from "./reel-colors.ts";
import type { Layer } from "./reel-layer.ts";
import { type LogoImage, logoImage, logoSize } from "./reel-look.ts";
import { num, progress } from "./reel-motion.ts";
import { linearGradient, type Point, polygon, rectangle } from "./reel-svg.ts";

export interface TransitionScene {
  readonly canvas: Canvas;
  readonly colors: ReelColors;
  readonly transition: ReelTransition;
  readonly logo: LogoImage | null;
  readonly frameRate: number;
}

/** One half: over the end of a piece, which it covers, or over the beginning of the next, which it uncovers. */
export interface Half {
  readonly part: "cover" | "uncover";
  /** Of the piece. */
  readonly frameCount: number;
  /** Of this half. */
  readonly frames: number;
}

/** Frames next to the joint in which nothing moves: two pieces' clocks need not agree to a frame in every player. */
const HELD = 2;

interface Clock {
  readonly startFrame: number;
  readonly endFrame: number;
  /** From 0 to 1 while covering; from 0 to 1 while uncovering. Begins `late` (0 to 1 of the half) later. */
  moved(late: number, early: number): string;
}

/** The half's frames; movement ends `early` before the held frames, or begins `late` behind them. */
function clockOf({ part, frameCount, frames }: Half): Clock {
  const moving = Math.max(1, frames - HELD);
  const startFrame = part === "cover" ? frameCount - frames : 0;
  return {
    startFrame,
    endFrame: startFrame + frames,
    moved: (late, early) => {
      const length = moving * (1 - late - early);
      const from = part === "cover" ? startFrame + moving * late : HELD - 1 + moving * late;
      return progress(from, length, part === "cover" ? "softOut" : "softIn");
    },
  };
}

function timed({ startFrame, endFrame }: Clock): Pick<Layer, "startFrame" | "endFrame"> {
  return { startFrame, endFrame };
}

/** The whole frame in one colour, which fades over the video. */
function fading(scene: TransitionScene, half: Half, fill: string): Layer[] {
  const clock = clockOf(half);
  const fade = Math.max(1, half.frames - HELD);
  const box = frameBox(scene.canvas);
  const fades = half.part === "cover" ? { fadeInFrames: fade } : { fadeOutFrames: fade };
  return [{ ...timed(clock), ...fades, box, svg: rectangle(grown(box), { fill }) }];
}

/** A little more than the frame, so that no edge of it is half covered. */
function grown({ left, top, right, bottom }: Box): Box {
  return { left: left - 4, top: top - 4, right: right + 4, bottom: bottom + 4 };
}

/** A bright blink: quickly there, slowly gone. */
function flash(scene: TransitionScene, half: Half): Layer[] {
  const short = half.part === "cover" ? Math.max(HELD + 1, Math.ceil(half.frames / 3)) : half.frames;
  return fading(
    scene,
    { ...half, frames: Math.min(short, half.frames) },
    mix(scene.colors.accent, WHITE, 0.55),
  );
}

/** One panel from left to right, with a bright edge on both sides. */
function wipe({ canvas, colors }: TransitionScene, half: Half): Layer[] {
  const { width, height } = canvas;
  const edge = Math.max(14, width * 0.018);
  const clock = clockOf(half);
  const far = width + 2 * edge;
  const panel = (inset: number, fill: string, late: number, early: number): Layer => ({
    ...timed(clock),
    box: { left: -inset, right: width + inset, top: 0, bottom: height },
    svg: `<defs>${shade(fill)}</defs>${rectangle({ left: -inset, right: width + inset, top: -4, bottom: height + 4 }, { fill: "url(#shade)" })}`,
    shift: {
      x:
        half.part === "cover"
          ? `${num(-far)}*(1-${clock.moved(late, early)})`
          : `${num(far)}*${clock.moved(late, early)}`,
    },
  });
  const shade = (fill: string): string =>
    linearGradient(
      "shade",
      [0, 0],
      [0, height],
      [
        { at: 0, color: fill },
        { at: 1, color: mix(fill, "#000000", 0.22) },
      ],
    );
  // The bright panel leads on the way in and follows on the way out.
  return half.part === "cover"
    ? [panel(2, colors.accent, 0, 0.16), panel(2, colors.primary, 0.1, 0)]
    : [panel(2, colors.accent, 0.16, 0), panel(2, colors.primary, 0, 0.1)];
}

/** Three bars, one after the other, from alternate sides. */
function slide({ canvas, colors }: TransitionScene, half: Half): Layer[] {
  const { width, height } = canvas;
  const clock = clockOf(half);
  const count = 3;
  const fills = [
    colors.primary,
    mix(colors.background, colors.primary, 0.3),
    mix(colors.primary, colors.background, 0.3),
  ];
  const edge = Math.max(10, width * 0.008);
  return Array.from({ length: count }, (_, index) => {
    const [top, bottom] = [(index * height) / count, ((index + 1) * height) / count];
    const sign = index % 2 === 0 ? -1 : 1;
    const late = (index * 0.3) / (count - 1);
    const moved = clock.moved(late, 0.3 - late);
    const box = { left: 0, right: width, top, bottom };
    return {
      ...timed(clock),
      box,
      svg:
        rectangle(
          { left: -4, right: width + 4, top: top - 4, bottom: bottom + 4 },
          { fill: fills[index] ?? colors.primary },
        ) +
        // Bright ends, which are seen only while the bar moves.
        rectangle({ left: -4, right: edge, top: top - 4, bottom: bottom + 4 }, { fill: colors.accent }) +
        rectangle(
          { left: width - edge, right: width + 4, top: top - 4, bottom: bottom + 4 },
          { fill: colors.accent },
        ),
      shift: {
        x: half.part === "cover" ? `${num(sign * width)}*(1-${moved})` : `${num(-sign * width)}*${moved}`,
      },
    };
  });
}

const LEAN = Math.tan((12 * Math.PI) / 180);

/** Arrow heads in the middle, the way that the panels run. */
function chevrons({ width, height }: Canvas, { primary, accent }: ReelColors): string {
  const size = 110;
  return [0, 1, 2]
    .map((index) => {
      const x = width / 2 + (index - 1) * size * 0.95 - size * 0.5;
      const y = height / 2;
      const points: Point[] = [
        [x, y - size],
        [x + size * 0.45, y - size],
        [x + size, y],
        [x + size * 0.45, y + size],
        [x, y + size],
        [x + size * 0.55, y],
      ];
      return polygon(points, { fill: index === 2 ? accent : primary, opacity: 0.45 + 0.275 * index });
    })
    .join("");
}

interface StingerPanel {
  readonly fill: string;
  /** Shares of the half: see Clock. */
  readonly late: number;
  readonly early: number;
  /** Drawn below and on top of it. */
  readonly defs?: string;
  readonly mark?: string;
}

/** Leaning panels that chase each other across, with the logo on the last. */
function stinger(scene: TransitionScene, half: Half): Layer[] {
  const { canvas, colors } = scene;
  const { width, height } = canvas;
  const clock = clockOf(half);
  const lean = height * LEAN;
  const [left, right] = [-lean - 4, width + lean + 4];
  const far = right - left;
  const panel = ({ fill, late, early, defs = "", mark = "" }: StingerPanel): Layer => {
    const points: Point[] = [
      [left, height + 4],
      [left + lean, -4],
      [right, -4],
      [right - lean, height + 4],
    ];
    const moved = clock.moved(late, early);
    return {
      ...timed(clock),
      box: { left, right, top: 0, bottom: height },
      svg: defs + polygon(points, { fill }) + mark,
      shift: { x: half.part === "cover" ? `${num(-far)}*(1-${moved})` : `${num(far)}*${moved}` },
    };
  };
  const dark = linearGradient(
    "dark",
    [0, 0],
    [width, height],
    [
      { at: 0, color: mix(colors.background, "#FFFFFF", 0.08) },
      { at: 1, color: mix(colors.background, "#000000", 0.2) },
    ],
  );
  const defs = `<defs>${dark}</defs>`;
  const mark = scene.logo === null ? chevrons(canvas, colors) : "";
  const chase =
    half.part === "cover"
      ? [
          panel({ fill: colors.accent, late: 0, early: 0.34 }),
          panel({ fill: colors.primary, late: 0.1, early: 0.2 }),
          panel({ fill: "url(#dark)", late: 0.26, early: 0, defs, mark }),
        ]
      : [
          panel({ fill: colors.accent, late: 0.34, early: 0 }),
          panel({ fill: colors.primary, late: 0.2, early: 0.1 }),
          panel({ fill: "url(#dark)", late: 0, early: 0.26, defs, mark }),
        ];
  return [...chase, ...logoOnTop(scene, half, clock)];
}

/** The logo rides on the last panel. */
function logoOnTop({ canvas, logo }: TransitionScene, half: Half, clock: Clock): Layer[] {
  if (logo === null) return [];
  const [width, height] = logoSize(logo);
  const [x, y] = [canvas.width / 2, canvas.height / 2];
  const box = { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
  const far = canvas.width + 2 * canvas.height * LEAN;
  const moved = half.part === "cover" ? clock.moved(0.26, 0) : clock.moved(0, 0.26);
  return [
    {
      ...timed(clock),
      box,
      svg: logoImage(logo, x, y),
      shift: { x: half.part === "cover" ? `${num(-far)}*(1-${moved})` : `${num(far)}*${moved}` },
    },
  ];
}

/** The layers of one half of a transition; none for a cut. */
export function transitionLayers(scene: TransitionScene, half: Half): Layer[] {
  if (half.frames <= HELD) return [];
  switch (scene.transition.kind) {
    case "cut":
      return [];
    case "fade":
      return fading(scene, half, scene.colors.background);
    case "flash":
      return flash(scene, half);
    case "wipe":
      return wipe(scene, half);
    case "slide":
      return slide(scene, half);
    case "stinger":
      return stinger(scene, half);
  }
}
