// The vote as a chart: scouts at three hollows over time, and the band of twenty to thirty in which one of them wins.
// The curves are an illustration of the mechanism (growth by recruitment, decay by lost interest), not measured data.
import { clamp } from "../../media-node/signal/clamp.ts";
import { PALETTE } from "./palette.ts";
import type { Moment, Scene } from "./scene.ts";
import { blur, fullFrame, hexagon, linear, mix, n, type Point, radial, smoothStep, wander } from "./svg.ts";

const PLOT = { left: 430, right: 1_150, top: 160, bottom: 580, max: 34 } as const;
const QUORUM = { from: 20, to: 30 } as const;

interface Site {
  readonly name: string;
  readonly colour: string;
  readonly scouts: (part: number) => number;
}

const bump = (part: number, middle: number, width: number): number =>
  Math.exp(-(((part - middle) / width) ** 2));

const SITES: readonly Site[] = [
  {
    name: "Old oak",
    colour: PALETTE.honey,
    scouts: (part) =>
      27 / (1 + Math.exp(-(part - 0.66) * 10.5)) + 0.8 * wander(3, part * 13) * bump(part, 0.6, 0.25),
  },
  {
    name: "Tall pine",
    colour: "#F08A6C",
    scouts: (part) => 14.5 * bump(part, 0.46, 0.21) + 0.9 * wander(5, part * 14) * bump(part, 0.5, 0.3),
  },
  {
    name: "Low stump",
    colour: "#8FC9C4",
    scouts: (part) => 8 * bump(part, 0.28, 0.17) + 0.5 * wander(8, part * 14) * bump(part, 0.3, 0.2),
  },
];

function scoutsAt(site: Site, part: number): number {
  return Math.max(0, site.scouts(part) * smoothStep(part, 0, 0.12));
}

function onPlot(part: number, scouts: number): Point {
  return {
    x: mix(PLOT.left, PLOT.right, part),
    y: mix(PLOT.bottom, PLOT.top, scouts / PLOT.max),
  };
}

interface Lettering {
  readonly size: number;
  readonly weight: number;
  readonly colour: string;
  readonly anchor?: "start" | "middle" | "end";
}

const text = (at: Point, words: string, { size, weight, colour, anchor = "start" }: Lettering): string =>
  `<text x="${n(at.x)}" y="${n(at.y)}" font-family="Montserrat" font-weight="${weight}" font-size="${size}" fill="${colour}" text-anchor="${anchor}">${words}</text>`;

function backdrop(): string {
  const defs = `<defs>${linear("wall", [
    [0, "#14304A"],
    [1, "#1F4A60"],
  ])}${radial("glow", [
    [0, "#3D7A86", 0.55],
    [1, "#3D7A86", 0],
  ])}${linear("card", [
    [0, "#1B3D57"],
    [1, "#163149"],
  ])}${blur("soft", 20)}</defs>`;
  const cells = Array.from({ length: 60 }, (_, index) => {
    const row = Math.floor(index / 10);
    const centre = { x: (index % 10) * 148 + (row % 2) * 74 - 20, y: row * 128 + 10 };
    return `<path d="${hexagon(centre, 78)}"/>`;
  }).join("");
  const lines = [0, 10, 20, 30]
    .map((scouts) => {
      const { y } = onPlot(0, scouts);
      return `<path d="M${PLOT.left},${n(y)}H${PLOT.right}" stroke="#fff" stroke-opacity="${scouts === 0 ? 0.5 : 0.12}" stroke-width="2"/>${text({ x: PLOT.left - 18, y: y + 8 }, `${scouts}`, { size: 22, weight: 600, colour: "#A9C4CE", anchor: "end" })}`;
    })
    .join("");
  return `${defs}${fullFrame("url(#wall)")}<g fill="none" stroke="#fff" stroke-opacity=".045" stroke-width="3">${cells}</g><circle cx="780" cy="360" r="620" fill="url(#glow)"/><rect x="66" y="70" width="1148" height="590" rx="34" fill="#0A1826" opacity=".55" filter="url(#soft)"/><rect x="60" y="56" width="1160" height="590" rx="34" fill="url(#card)"/>${text({ x: 104, y: 122 }, "Scouts at each hollow", { size: 34, weight: 800, colour: PALETTE.cream })}${lines}${text({ x: PLOT.right, y: PLOT.bottom + 36 }, "time →", { size: 20, weight: 600, colour: "#A9C4CE", anchor: "end" })}`;
}

function curve(site: Site, until: number): string {
  const steps = 90;
  const points = Array.from({ length: steps + 1 }, (_, index) => (index / steps) * until).map((part) => {
    const { x, y } = onPlot(part, scoutsAt(site, part));
    return `${n(x)},${n(y)}`;
  });
  const head = onPlot(until, scoutsAt(site, until));
  return `<path d="M${points.join("L")}" fill="none" stroke="${site.colour}" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"/><circle cx="${n(head.x)}" cy="${n(head.y)}" r="13" fill="${site.colour}"/><circle cx="${n(head.x)}" cy="${n(head.y)}" r="5.5" fill="#163149"/>`;
}

function legend(until: number, won: number): string {
  return SITES.map((site, index) => {
    const y = 236 + index * 122;
    const count = Math.round(scoutsAt(site, until));
    const leads = index === 0 ? won : 0;
    return `<path d="${hexagon({ x: 142, y }, 44)}" fill="${site.colour}" fill-opacity="${n(0.16 + 0.84 * leads)}" stroke="${site.colour}" stroke-width="5"/>${text({ x: 142, y: y + 11 }, `${count}`, { size: 32, weight: 800, colour: leads > 0.5 ? PALETTE.night : PALETTE.cream, anchor: "middle" })}${text({ x: 204, y: y + 9 }, site.name, { size: 24, weight: 700, colour: PALETTE.cream })}`;
  }).join("");
}

function quorumBand(strength: number, named: number): string {
  const top = onPlot(0, QUORUM.to).y;
  const bottom = onPlot(0, QUORUM.from).y;
  const middle = (top + bottom) / 2;
  return `<g opacity="${strength.toFixed(2)}"><rect x="${PLOT.left}" y="${n(top)}" width="${PLOT.right - PLOT.left}" height="${n(bottom - top)}" rx="12" fill="${PALETTE.honey}" opacity="${(0.13 + 0.09 * named).toFixed(2)}"/><rect x="${PLOT.left}" y="${n(top)}" width="${PLOT.right - PLOT.left}" height="${n(bottom - top)}" rx="12" fill="none" stroke="${PALETTE.honey}" stroke-width="3" stroke-dasharray="10 10"/></g><g opacity="${named.toFixed(2)}">${text({ x: PLOT.left + 34, y: middle + 16 }, "QUORUM", { size: 46, weight: 800, colour: "#FFD98A" })}</g>`;
}

function celebration(at: Point, sinceS: number): string {
  if (sinceS <= 0) return "";
  const rings = [0, 0.45]
    .map((delay) => {
      const part = clamp((sinceS - delay) / 1.3);
      return part > 0 && part < 1
        ? `<circle cx="${n(at.x)}" cy="${n(at.y)}" r="${n(16 + 84 * part)}" fill="none" stroke="${PALETTE.honey}" stroke-width="${n(7 * (1 - part))}" opacity="${(1 - part).toFixed(2)}"/>`
        : "";
    })
    .join("");
  const size = smoothStep(sinceS, 0, 0.35);
  const tick = `<g transform="translate(${n(at.x)} ${n(at.y)}) scale(${size.toFixed(3)})"><circle r="32" fill="${PALETTE.honey}"/><path d="M-14,1L-4,12L15,-11" fill="none" stroke="${PALETTE.night}" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"/></g>`;
  return rings + tick;
}

/** How far the curves have come: slowly at first, through the band as the quorum is named. */
function grownTo(shotS: number, cuesS: readonly number[]): number {
  const bandS = cuesS[2] ?? 4;
  const endS = (cuesS[4] ?? 8) + 0.2;
  return shotS < bandS
    ? mix(0.02, 0.55, clamp(shotS / bandS))
    : mix(0.55, 0.955, clamp((shotS - bandS) / (endS - bandS)));
}

/** Its curves grow with the shot's time, and the band lights up with its cue. */
export function chartScene(): Scene {
  return {
    backdrop: backdrop(),
    action: ({ shotS, cuesS }: Moment): string => {
      const until = grownTo(shotS, cuesS);
      const cueS = (index: number): number => cuesS[index] ?? 0;
      const winner = SITES[0];
      const head = winner === undefined ? { x: 0, y: 0 } : onPlot(until, scoutsAt(winner, until));
      const wonS = shotS - cueS(4) - 0.15;
      const band = quorumBand(
        smoothStep(shotS, cueS(2), cueS(2) + 0.6),
        smoothStep(shotS, cueS(5), cueS(5) + 0.5),
      );
      const curves = [...SITES].reverse().map((site) => curve(site, until));
      return band + curves.join("") + legend(until, smoothStep(wonS, 0, 0.4)) + celebration(head, wonS);
    },
  };
}
