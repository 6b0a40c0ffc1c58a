// The match that a template's preview is laid over: a stadium by night, drawn, with players that run. It is no film of
// anybody's, costs nothing to carry along, and shows what matters for a template: a dark stand, a bright field, motion.
import { seededRandom } from "../signal/seeded-random.ts";
import { type Canvas, frameBox } from "./drawing/reel-canvas.ts";
import type { Layer } from "./drawing/reel-layer.ts";
import { num, progress } from "./drawing/reel-motion.ts";
import {
  circle,
  linearGradient,
  type Point,
  polygon,
  radialGradient,
  rectangle,
} from "./drawing/reel-svg.ts";

/** How much of the stadium a moment shows, and how its camera moves. */
export interface FootageShot {
  readonly seed: number;
  /** 1 is the whole stadium; more is nearer. */
  readonly zoom: number;
  /** Units that the camera moves to the right in the moment; less than 0 to the left. */
  readonly pan: number;
  readonly frameCount: number;
}

/** Width of what the camera pans over, in widths of the frame. */
const STADIUM_WIDTH = 1.5;
const FIELD_TOP = 0.36;
const KITS = ["#F4F5F7", "#D7263D"] as const;

/** Spectators as dots of light and colour, denser and smaller towards the top. */
function stand(width: number, height: number, seed: number): string {
  const random = seededRandom(seed);
  const colors = ["#C9D3E6", "#8FA3C7", "#E9C46A", "#D7263D", "#F4F5F7", "#5B6E96"];
  const bottom = height * FIELD_TOP;
  const dots = Array.from({ length: 1_500 }, () => {
    const at: Point = [random() * width, bottom * (0.16 + 0.8 * random())];
    const color = colors[Math.floor(random() * colors.length)] ?? "#FFFFFF";
    return circle(at, 3 + 4 * (at[1] / bottom), { fill: color, opacity: 0.15 + 0.4 * random() });
  });
  return dots.join("");
}

function floodlights(width: number): string {
  return [0.1, 0.38, 0.66, 0.94]
    .map((share, index) => {
      const x = share * width;
      const glow = radialGradient(`lamp${index}`, [x, 40], 330, [
        { at: 0, color: "#FFFFFF", opacity: 0.95 },
        { at: 0.08, color: "#E8F0FF", opacity: 0.7 },
        { at: 1, color: "#B9CCF5", opacity: 0 },
      ]);
      return `<defs>${glow}</defs>${circle([x, 40], 330, { fill: `url(#lamp${index})` })}`;
    })
    .join("");
}

/** Stripes of mown grass that run together far away, and the lines of a field. */
function field(width: number, height: number): string {
  const top = height * FIELD_TOP;
  const middle = width / 2;
  const lean = (x: number): number => middle + (x - middle) * 0.62;
  const count = 14;
  const stripes = Array.from({ length: count }, (_, index) => {
    const [left, right] = [((index - 1) / (count - 2)) * width, (index / (count - 2)) * width];
    const points: Point[] = [
      [lean(left), top],
      [lean(right), top],
      [right, height],
      [left, height],
    ];
    return index % 2 === 0 ? polygon(points, { fill: "#FFFFFF", opacity: 0.06 }) : "";
  });
  const chalk = 'fill="none" stroke="#F4F7F2" stroke-opacity="0.75"';
  const y = top + (height - top) * 0.42;
  return [
    ...stripes,
    `<ellipse cx="${num(middle)}" cy="${num(y)}" rx="${num(width * 0.13)}" ry="${num(height * 0.12)}" ${chalk} stroke-width="6"/>`,
    `<path d="M${num(middle)} ${num(top)}V${num(height)}M0 ${num(top + 16)}H${num(width)}" ${chalk} stroke-width="6"/>`,
  ].join("");
}

function stadium({ width: frameWidth, height }: Canvas, seed: number): string {
  const width = frameWidth * STADIUM_WIDTH;
  const top = height * FIELD_TOP;
  const sky = linearGradient(
    "night",
    [0, 0],
    [0, top],
    [
      { at: 0, color: "#0A1024" },
      { at: 1, color: "#26355C" },
    ],
  );
  const grass = linearGradient(
    "grass",
    [0, top],
    [0, height],
    [
      { at: 0, color: "#2E7D46" },
      { at: 1, color: "#1F9A4C" },
    ],
  );
  const box = { left: 0, right: width, top: 0, bottom: height };
  return [
    `<defs>${sky}${grass}</defs>`,
    rectangle(box, { fill: "url(#night)" }),
    stand(width, height, seed),
    floodlights(width),
    rectangle({ ...box, top }, { fill: "url(#grass)" }),
    field(width, height),
    rectangle({ ...box, top: top - 26, bottom: top + 4 }, { fill: "#0D1530" }),
  ].join("");
}

/** A runner seen from far, with a long shadow from the floodlights. */
function runner([x, y]: Point, size: number, kit: string): string {
  const s = size;
  return [
    `<ellipse cx="${num(x + s * 0.3)}" cy="${num(y)}" rx="${num(s * 0.62)}" ry="${num(s * 0.13)}" fill="#04140A" opacity="0.4"/>`,
    polygon(
      [
        [x - s * 0.1, y - s * 0.55],
        [x + s * 0.1, y - s * 0.55],
        [x + s * 0.3, y],
        [x + s * 0.18, y],
        [x, y - s * 0.35],
        [x - s * 0.2, y - s * 0.04],
        [x - s * 0.32, y - s * 0.04],
      ],
      { fill: "#10182E" },
    ),
    `<path d="M${num(x - s * 0.2)} ${num(y - s * 0.5)}L${num(x - s * 0.16)} ${num(y - s * 1.02)}Q${num(x)} ${num(y - s * 1.16)} ${num(x + s * 0.22)} ${num(y - s * 1.02)}L${num(x + s * 0.18)} ${num(y - s * 0.5)}Z" fill="${kit}"/>`,
    circle([x + s * 0.06, y - s * 1.24], s * 0.15, { fill: "#C98F6B" }),
  ].join("");
}

/** The camera's way, as an expression in units. */
function cameraX({ pan, frameCount }: FootageShot, from: number): string {
  return `${num(-from)}-${num(pan)}*${progress(0, frameCount * 1.4, "softOut")}`;
}

/** The layers of a moment's footage, the lowest first; together they fill the frame. */
export function footageLayers(canvas: Canvas, shot: FootageShot): Layer[] {
  const { width, height } = canvas;
  const { seed, zoom, frameCount } = shot;
  const random = seededRandom(seed);
  const from = shot.pan < 0 ? (STADIUM_WIDTH - 1) * width * zoom : 0;
  const timed = { startFrame: 0, endFrame: frameCount };
  const wide = { left: 0, right: width * STADIUM_WIDTH * zoom, top: 0, bottom: height };
  // Nearer shots keep the field's far edge in the frame.
  const near = `translate(0 ${num(-height * FIELD_TOP * (zoom - 1) * 0.8)}) scale(${zoom})`;
  const ground: Layer = {
    ...timed,
    box: wide,
    svg: `<g transform="${near}">${stadium(canvas, seed)}</g>`,
    shift: { x: cameraX(shot, from) },
  };
  const runners = Array.from({ length: 7 }, (_, index): Layer => {
    const depth = 0.12 + (0.76 * (index + random())) / 7;
    const y = height * (FIELD_TOP + (1 - FIELD_TOP) * depth);
    const size = (46 + 66 * depth) * zoom;
    const x = from + width * (0.1 + 0.8 * random());
    const speed = (shot.pan >= 0 ? 1 : -1) * (2 + 4 * random()) * zoom;
    const [stride, phase] = [4 + random() * 3, random() * 6];
    return {
      ...timed,
      box: { left: x - size, right: x + size, top: y - size * 1.5, bottom: y + size * 0.2 },
      svg: runner([x, y], size, KITS[index % 2] ?? KITS[0]),
      shift: {
        x: `${cameraX(shot, from)}+${num(speed)}*n`,
        y: `${num(size * 0.05)}*sin(n/${num(stride)}+${num(phase)})`,
      },
    };
  });
  const edge = radialGradient("edge", [width / 2, height / 2], Math.max(width, height) * 0.68, [
    { at: 0.5, color: "#000000", opacity: 0 },
    { at: 1, color: "#000010", opacity: 0.5 },
  ]);
  const frame = frameBox(canvas);
  const vignette: Layer = {
    ...timed,
    box: frame,
    svg: `<defs>${edge}</defs>${rectangle(frame, { fill: "url(#edge)" })}`,
  };
  return [ground, ...runners, vignette];
}
