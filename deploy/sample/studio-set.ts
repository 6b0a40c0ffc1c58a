// The room that three of the cameras look into: wall, honeycomb panels, shelf, lamps, plant, and the table. One set in
// one coordinate system, so that a close-up is the same room from nearer and the cuts keep their continuity.
import { PALETTE } from "./palette.ts";
import type { Speaker } from "./script.ts";
import { blur, fullFrame, hexagon, linear, n, type Placement, placed, radial } from "./svg.ts";

export const TABLE_Y = 560;

const DEFS = `<defs>${linear("wall", [
  [0, "#16314B"],
  [0.55, "#23506A"],
  [1, "#1A3A52"],
])}${radial("glow", [
  [0, "#FFB45E", 0.6],
  [0.4, "#F08A4B", 0.24],
  [1, "#C25A4A", 0],
])}${linear("panel", [
  [0, "#2F6578"],
  [1, "#21495F"],
])}${linear("lit", [
  [0, "#FFD27A"],
  [1, "#E8962C"],
])}${linear("shade", [
  [0, "#F8C25B"],
  [1, "#E0912B"],
])}${linear("pot", [
  [0, "#E27A57"],
  [1, "#B9553D"],
])}${linear("dim", [
  [0, "#0B1A2B", 0],
  [1, "#0B1A2B", 0.55],
])}${blur("soft", 14)}</defs>`;

/** Axial places of the hexagons around the middle one; the third number says which are lit. */
const PANELS: readonly (readonly [column: number, row: number, lit: number])[] = [
  [0, -2, 0],
  [1, -2, 0],
  [-1, -1, 0],
  [0, -1, 1],
  [1, -1, 0],
  [2, -1, 0],
  [-1, 0, 0],
  [0, 0, 0],
  [1, 0, 1],
  [-2, 1, 0],
  [-1, 1, 1],
  [0, 1, 0],
  [1, 1, 0],
  [-1, 2, 0],
  [0, 2, 0],
];

function panels(): string {
  const radius = 46;
  const step = radius * Math.sqrt(3) + 5;
  const at = (column: number, row: number) => ({
    x: 640 + (column + row / 2) * step,
    y: 258 + row * step * 0.866,
  });
  const glow = PANELS.filter(([, , lit]) => lit === 1).map(
    ([column, row]) =>
      `<path d="${hexagon(at(column, row), radius + 6)}" fill="#F6B63C" opacity=".55" filter="url(#soft)"/>`,
  );
  const shadow = PANELS.map(([column, row]) => {
    const { x, y } = at(column, row);
    return `<path d="${hexagon({ x: x + 5, y: y + 9 }, radius)}" fill="#0D2033" opacity=".35"/>`;
  });
  const front = PANELS.map(([column, row, lit]) => {
    const place = at(column, row);
    const edge = `<path d="${hexagon(place, radius - 9)}" fill="none" stroke="#fff" stroke-width="1.5" opacity="${lit === 1 ? 0.4 : 0.07}"/>`;
    return `<path d="${hexagon(place, radius)}" fill="url(#${lit === 1 ? "lit" : "panel"})"/>${edge}`;
  });
  return shadow.join("") + glow.join("") + front.join("");
}

function leaf(at: Placement, length: number, colour: string): string {
  const shape = `<path d="M0,0C${n(length * 0.3)},${n(-length * 0.55)} ${n(length * 0.22)},${n(-length * 0.9)} 0,${-length}C${n(-length * 0.22)},${n(-length * 0.9)} ${n(-length * 0.3)},${n(-length * 0.55)} 0,0Z" fill="${colour}"/><path d="M0,-4L0,${n(-length * 0.86)}" stroke="#1F4A40" stroke-width="2" opacity=".4"/>`;
  return placed(at, shape);
}

function plant(x: number, y: number, scale: number): string {
  const greens = [PALETTE.forest, PALETTE.moss, PALETTE.leaf];
  const leaves = [-62, 58, -38, 36, -16, 20, 2].map((turn, index) =>
    leaf({ x: 0, y: -70, turnDeg: turn }, 118 + 26 * (index % 3), greens[index % 3] ?? PALETTE.moss),
  );
  const pot = `<path d="M-44,-78L44,-78L34,0L-34,0Z" fill="url(#pot)"/><rect x="-49" y="-88" width="98" height="20" rx="6" fill="#E98A66"/>`;
  return placed({ x, y, scale }, leaves.join("") + pot);
}

function books(x: number, y: number, list: readonly (readonly [string, number, number])[]): string {
  let left = x;
  return list
    .map(([colour, width, height]) => {
      const book = `<rect x="${left}" y="${y - height}" width="${width}" height="${height}" rx="2.5" fill="${colour}"/><rect x="${left + 3}" y="${y - height + 9}" width="${width - 6}" height="4" fill="#fff" opacity=".35"/>`;
      left += width + 1.5;
      return book;
    })
    .join("");
}

function shelf(): string {
  const board = (y: number, width: number, x = 44): string =>
    `<rect x="${x}" y="${y + 8}" width="${width}" height="12" fill="#0D2033" opacity=".35" filter="url(#soft)"/><rect x="${x}" y="${y}" width="${width}" height="11" rx="3" fill="${PALETTE.wood}"/>`;
  const jar = `<rect x="186" y="216" width="40" height="46" rx="9" fill="#F2A93B"/><rect x="186" y="216" width="15" height="46" rx="7" fill="#FFD27A" opacity=".7"/><rect x="183" y="206" width="46" height="13" rx="4" fill="${PALETTE.cream}"/>`;
  return `${board(262, 206)}${board(402, 206)}${jar}${books(60, 262, [
    [PALETTE.coral, 18, 66],
    [PALETTE.cream, 13, 58],
    ["#3F7F73", 22, 72],
    [PALETTE.honey, 14, 62],
    [PALETTE.mist, 17, 54],
  ])}${books(148, 402, [
    [PALETTE.mist, 20, 60],
    [PALETTE.rose, 14, 70],
    [PALETTE.cream, 18, 64],
    ["#3F7F73", 15, 56],
  ])}${plant(96, 402, 0.42)}`;
}

function lamp(x: number, length: number): string {
  return `<circle cx="${x}" cy="${length + 40}" r="330" fill="url(#glow)" style="mix-blend-mode:screen"/><path d="M${x},0V${length}" stroke="#0D2033" stroke-width="3"/>
<ellipse cx="${x}" cy="${length + 44}" rx="40" ry="9" fill="#FFF3C9"/><path d="M${x - 12},${length}Q${x},${length - 10} ${x + 12},${length}L${x + 48},${length + 44}Q${x},${length + 30} ${x - 48},${length + 44}Z" fill="url(#shade)"/>`;
}

/** The wall and all that hangs or stands before it. */
export function studioWall(): string {
  return `${DEFS}${fullFrame("url(#wall)")}${lamp(300, 60)}${lamp(1_000, 96)}${panels()}${shelf()}<rect y="380" width="1280" height="200" fill="url(#dim)"/>${plant(1_150, 566, 1.25)}`;
}

function mug(x: number, colour: string): string {
  return `<path d="M${x + 15},${TABLE_Y - 34}c20,-2 20,24 0,22" fill="none" stroke="${colour}" stroke-width="6"/><path d="M${x - 18},${TABLE_Y - 42}H${x + 18}L${x + 15},${TABLE_Y + 1}Q${x},${TABLE_Y + 6} ${x - 15},${TABLE_Y + 1}Z" fill="${colour}"/><path d="M${x - 18},${TABLE_Y - 42}H${x - 8}L${x - 7},${TABLE_Y + 2}L${x - 15},${TABLE_Y + 1}Z" fill="#fff" opacity=".25"/>`;
}

/** A table microphone at `x` that leans towards the speaker at its left (`side` -1) or right (1). */
function microphone(x: number, side: number): string {
  const capsule = `<rect x="-17" y="-38" width="34" height="62" rx="17" fill="#23344A"/><rect x="-17" y="-38" width="12" height="62" rx="6" fill="#4A617A" opacity=".7"/><path d="M-16,-20H16M-17,-10H17M-17,0H17" stroke="#0F1C2C" stroke-width="2.5"/><rect x="-18" y="8" width="36" height="7" fill="${PALETTE.honey}"/>`;
  const foot = x - side * 26;
  return `<ellipse cx="${foot}" cy="${TABLE_Y + 4}" rx="36" ry="8" fill="#14202F"/><path d="M${foot},${TABLE_Y + 2}Q${foot - side * 6},${TABLE_Y - 60} ${x},${TABLE_Y - 96}" fill="none" stroke="#1A2838" stroke-width="8" stroke-linecap="round"/>${placed({ x, y: TABLE_Y - 104, turnDeg: side * 38 }, capsule)}`;
}

/** The table in front of the speakers; their hands are drawn on it later. */
export function studioTable(): string {
  const defs = `<defs>${linear("top", [
    [0, "#DDA36A"],
    [1, "#C0824B"],
  ])}${linear("front", [
    [0, "#8A5433"],
    [1, "#5E3825"],
  ])}</defs>`;
  const slats = Array.from(
    { length: 22 },
    (_, index) =>
      `<rect x="${80 + index * 52}" y="592" width="3" height="128" fill="#4B2C1D" opacity=".55"/>`,
  ).join("");
  const mark = [0, 1, 2]
    .map(
      (index) =>
        `<path d="${hexagon({ x: 606 + index * 34, y: 650 }, 16)}" fill="${PALETTE.honey}" opacity="${0.85 - index * 0.25}"/>`,
    )
    .join("");
  return `${defs}<path d="M40,${TABLE_Y - 14}H1240L1256,${TABLE_Y + 26}H24Z" fill="url(#top)"/><rect x="24" y="${TABLE_Y + 26}" width="1232" height="140" fill="url(#front)"/><rect x="24" y="${TABLE_Y + 26}" width="1232" height="8" fill="#3E2417" opacity=".5"/>${slats}${mark}`;
}

/** What stands on the table; only the microphones of those who are in the frame. */
export function studioProps(shows: readonly Speaker[]): string {
  const notes = `<path d="M560,${TABLE_Y - 6}L630,${TABLE_Y - 6}L640,${TABLE_Y + 12}L556,${TABLE_Y + 12}Z" fill="${PALETTE.cream}"/><path d="M572,${TABLE_Y}H624M570,${TABLE_Y + 5}H616" stroke="#B9A98C" stroke-width="2"/>`;
  return `${notes}${mug(700, PALETTE.mist)}${shows.map((who) => (who === "host" ? microphone(488, -1) : microphone(792, 1))).join("")}`;
}
