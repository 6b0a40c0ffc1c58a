// The outdoor world: sky, clouds, hills, grass with flowers, a branch, and the tree with the hollow that the scouts look
// for. Parts that the outdoor shots arrange in their own ways.
import { PALETTE } from "./palette.ts";
import { blur, chance, fullFrame, linear, n, type Placement, placed, radial, type Stop } from "./svg.ts";

export interface SkyColours {
  readonly sky: readonly Stop[];
  readonly sun: string;
  readonly halo: string;
}

export const MORNING: SkyColours = {
  sky: [
    [0, "#5FB0CF"],
    [0.45, "#A6D8E0"],
    [0.75, "#FBF1D8"],
  ],
  sun: "#FFF9DF",
  halo: "#FFFFFF",
};
export const DAWN: SkyColours = {
  sky: [
    [0, "#8DBFD9"],
    [0.4, "#F3D3BE"],
    [0.7, "#FFEBC2"],
  ],
  sun: "#FFF6D2",
  halo: "#FFF3D0",
};
export const EVENING: SkyColours = {
  sky: [
    [0, "#3D5C94"],
    [0.32, "#A77FA6"],
    [0.52, "#F0A088"],
    [0.72, "#FFD9A0"],
  ],
  sun: "#FFF3C9",
  halo: "#FFE3A8",
};

/** The gradients that the parts of this world refer to: once in each drawing. */
export function meadowDefs(sky: SkyColours): string {
  return `<defs>${linear("sky", sky.sky)}${radial("sun", [
    [0, sky.sun, 1],
    [0.235, sky.sun, 1],
    [0.25, sky.halo, 0.42],
    [1, sky.halo, 0],
  ])}${linear("hill-far", [
    [0, "#9CC5B0"],
    [1, "#7FB29A"],
  ])}${linear("hill-mid", [
    [0, "#74AE78"],
    [1, "#558F66"],
  ])}${linear("hill-near", [
    [0, "#5A9A5C"],
    [1, "#33704F"],
  ])}${linear(
    "trunk",
    [
      [0, "#7C5641"],
      [1, "#4B3229"],
    ],
    90,
  )}${radial("hollow", [
    [0, "#160D0D"],
    [0.75, "#2B1A16"],
    [1, "#3F281F"],
  ])}${blur("soft", 12)}</defs>`;
}

/** The whole frame's sky with the sun before it. */
export function skyAndSun(sun: { x: number; y: number; radius: number }): string {
  return `${fullFrame("url(#sky)")}<circle cx="${sun.x}" cy="${sun.y}" r="${sun.radius}" fill="url(#sun)"/>`;
}

/** A cloud, some 210 units wide at scale 1. */
export function cloud(at: Placement, opacity = 0.85): string {
  return placed(
    at,
    `<path d="M-90,20C-110,20 -112,-8 -88,-10C-86,-38 -46,-46 -32,-24C-20,-48 28,-48 36,-20C54,-34 82,-22 78,0C102,0 104,20 84,20Z" fill="#fff" opacity="${opacity}"/>`,
  );
}

function roundTree(x: number, y: number, size: number, colour: string): string {
  return `<rect x="${n(x - size * 0.06)}" y="${n(y - size * 0.5)}" width="${n(size * 0.12)}" height="${n(size * 0.5)}" fill="${PALETTE.bark}"/><circle cx="${n(x)}" cy="${n(y - size * 0.78)}" r="${n(size * 0.42)}" fill="${colour}"/><circle cx="${n(x - size * 0.26)}" cy="${n(y - size * 0.56)}" r="${n(size * 0.27)}" fill="${colour}"/><circle cx="${n(x + size * 0.28)}" cy="${n(y - size * 0.58)}" r="${n(size * 0.28)}" fill="${colour}"/><circle cx="${n(x - size * 0.12)}" cy="${n(y - size * 0.9)}" r="${n(size * 0.2)}" fill="#fff" opacity=".1"/>`;
}

/** Trees of about this size side by side, at about this height. */
interface Wood {
  readonly from: number;
  readonly to: number;
  readonly base: number;
  readonly size: number;
}

/** Three hills with woods on them; `y` is where the far one begins. */
export function hills(y: number): string {
  const wood = ({ from, to, base, size }: Wood, colour: string): string =>
    Array.from({ length: Math.round((to - from) / (size * 0.62)) }, (_, index) => {
      const x = from + index * size * 0.62;
      return roundTree(
        x + 12 * chance(x),
        base + 10 * chance(x + 5),
        size * (0.8 + 0.4 * chance(x + 9)),
        colour,
      );
    }).join("");
  return `<path d="M0,${y + 60}C200,${y - 40} 420,${y + 70} 640,${y + 20}C860,${y - 40} 1060,${y + 30} 1280,${y - 10}V720H0Z" fill="url(#hill-far)"/>
${wood({ from: 60, to: 330, base: y + 40, size: 62 }, "#86B898")}${wood({ from: 880, to: 1_180, base: y + 22, size: 58 }, "#86B898")}
<path d="M0,${y + 120}C260,${y + 40} 500,${y + 150} 760,${y + 96}C980,${y + 50} 1140,${y + 110} 1280,${y + 80}V720H0Z" fill="url(#hill-mid)"/>
${wood({ from: 440, to: 700, base: y + 128, size: 88 }, "#4F8B62")}
<path d="M0,${y + 190}C240,${y + 130} 560,${y + 230} 820,${y + 176}C1020,${y + 136} 1160,${y + 190} 1280,${y + 160}V720H0Z" fill="url(#hill-near)"/>`;
}

/** Flowers and tufts between two heights. */
export function flowers(count: number, top: number, bottom: number): string {
  const colours = [PALETTE.cream, PALETTE.honey, PALETTE.coral, "#F2C6C0"];
  return Array.from({ length: count }, (_, index) => {
    const x = 1_280 * chance(index * 3 + 100);
    const depth = chance(index * 3 + 101);
    const y = top + (bottom - top) * depth;
    const scale = 0.45 + 0.75 * depth;
    const petal = colours[index % colours.length] ?? PALETTE.cream;
    const shape = `<path d="M0,0Q2,-16 0,-34M0,-6Q-10,-14 -14,-24M0,-4Q10,-12 12,-20" stroke="#2F6B4C" stroke-width="3.4" fill="none" stroke-linecap="round"/><g fill="${petal}"><circle cx="-6" cy="-38" r="6"/><circle cx="6" cy="-38" r="6"/><circle cx="0" cy="-45" r="6"/><circle cx="0" cy="-32" r="6"/></g><circle cx="0" cy="-38.5" r="4.2" fill="#B5561F"/>`;
    return { y, drawn: placed({ x, y, scale }, shape) };
  })
    .sort((one, other) => one.y - other.y)
    .map(({ drawn }) => drawn)
    .join("");
}

function leafOn(at: Placement, colour: string): string {
  return placed(
    at,
    `<path d="M0,0C14,-18 34,-20 54,0C34,16 14,14 0,0Z" fill="${colour}"/><path d="M4,0H46" stroke="#fff" stroke-width="2" opacity=".25"/>`,
  );
}

/** A leafy branch that comes in from the right edge (mirror it for the left); its tip is at the origin. */
export function branch(at: Placement): string {
  const leaves = Array.from({ length: 34 }, (_, index) => {
    const along = 20 + index * 19;
    const colour = [PALETTE.moss, PALETTE.leaf, PALETTE.forest][index % 3] ?? PALETTE.moss;
    const side = index % 2 === 0 ? -1 : 1;
    const turn = side * (35 + 60 * chance(index + 40));
    const y = -along * 0.12 + side * 6;
    return leafOn({ x: along, y, turnDeg: turn, scale: 0.8 + 0.5 * chance(index + 70) }, colour);
  });
  const wood = `<path d="M0,-2C160,-26 300,-24 700,-110L700,-50C320,14 160,2 0,6Z" fill="url(#trunk)"/><path d="M120,-14C200,-26 300,-22 420,-46" stroke="#A3785B" stroke-width="5" fill="none" stroke-linecap="round" opacity=".6"/>`;
  return placed(
    at,
    leaves.filter((_, index) => index % 3 !== 1).join("") +
      wood +
      leaves.filter((_, index) => index % 3 === 1).join(""),
  );
}

/** The old tree with a hollow, standing at the origin, about 620 units high. */
export function hollowTree(at: Placement): string {
  const crown = [
    [-150, -520, 130],
    [150, -530, 140],
    [0, -600, 170],
    [-70, -500, 120],
    [90, -470, 110],
    [-210, -450, 80],
    [215, -450, 84],
  ] as const;
  const leaves = (colour: string, dx: number, dy: number, shrink: number): string =>
    crown
      .map(([x, y, r]) => `<circle cx="${x + dx}" cy="${y + dy}" r="${r - shrink}" fill="${colour}"/>`)
      .join("");
  const trunk = `<path d="M-110,20C-72,-30 -66,-180 -74,-300C-82,-370 -120,-400 -150,-440L-108,-452C-84,-420 -56,-404 -30,-402C-24,-440 -20,-470 -24,-500L26,-500C24,-460 30,-430 44,-402C70,-410 96,-430 112,-460L150,-446C128,-410 92,-370 84,-300C74,-180 82,-30 124,20C40,8 -30,8 -110,20Z" fill="url(#trunk)"/><path d="M-40,-40C-30,-120 -34,-200 -44,-280M46,-30C36,-100 40,-130 52,-170M20,-330C26,-300 28,-360 40,-380" stroke="#3A261F" stroke-width="6" fill="none" stroke-linecap="round" opacity=".5"/>`;
  const hole = `<ellipse cx="4" cy="-232" rx="44" ry="56" fill="#8A6149"/><ellipse cx="4" cy="-230" rx="34" ry="46" fill="url(#hollow)"/><path d="M-24,-204C-14,-184 22,-184 32,-204" stroke="#A3785B" stroke-width="5" fill="none" stroke-linecap="round" opacity=".7"/>`;
  return placed(
    at,
    `<ellipse cx="0" cy="18" rx="210" ry="24" fill="#1E4A38" opacity=".45"/>${leaves("#2E5E51", 0, 14, 0)}${trunk}${leaves("#3F7C58", 0, -12, 10)}${leaves("#5C9C63", -16, -40, 46)}${leaves("#86BC73", -34, -66, 84)}${hole}`,
  );
}
