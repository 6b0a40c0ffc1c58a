// Three shots outdoors: the cluster on its branch (right of the middle), one scout that crosses the whole frame to a
// hollow tree, and the swarm that leaves its branch at the left for that tree.
import { BEE_DEFS, flyingBee, restingBee, smallBee } from "./bee.ts";
import {
  branch,
  cloud,
  DAWN,
  EVENING,
  flowers,
  hills,
  hollowTree,
  MORNING,
  meadowDefs,
  skyAndSun,
} from "./meadow-set.ts";
import type { Moment, Scene } from "./scene.ts";
import { chance, FRAME, mix, n, type Placement, type Point, placed, smoothStep, wander } from "./svg.ts";

const DEFS = `<defs>${BEE_DEFS}</defs>`;

/** A wing stroke that looks fast at 25 frames a second without being the same in every frame. */
function wingBeat(timeS: number): number {
  return Math.sin(timeS * 61);
}

/** Half the width of the hanging cluster at a depth from 0 (branch) to 1 (tip). */
function clusterHalfWidth(depth: number): number {
  return 128 * Math.sqrt(Math.sin(Math.PI * (0.2 + 0.8 * depth) ** 1.15)) * (1 - 0.25 * depth);
}

/** The bees of a cluster that hangs down 300 units from the origin, back ones first. */
function clusterBees(rows: number): Placement[] {
  return Array.from({ length: rows }, (_, row) => {
    const depth = (row + 0.5) / rows;
    const half = clusterHalfWidth(depth);
    const count = Math.max(2, Math.round((2 * half) / 13));
    return Array.from({ length: count }, (_, index) => {
      const seed = row * 97 + index;
      const across = ((index + 0.5) / count) * 2 - 1;
      return {
        x: across * half + 7 * (chance(seed) - 0.5),
        y: depth * 300 + 12 * (chance(seed + 3) - 0.5),
        turnDeg: 50 * (chance(seed + 7) - 0.5) + across * 16,
        scale: 0.92 + 0.25 * chance(seed + 11),
      };
    });
  }).flat();
}

function clusterOutline(): string {
  const depths = Array.from({ length: 21 }, (_, index) => index / 20);
  const down = depths.map((depth) => `${n(clusterHalfWidth(depth) + 4)},${n(depth * 300)}`);
  const up = depths.map((depth) => `${n(-clusterHalfWidth(depth) - 4)},${n(depth * 300)}`).reverse();
  return `M${[...down, ...up].join("L")}Z`;
}

function clusterStill(at: Point): string {
  const bees = clusterBees(24)
    .map((bee, index) => restingBee(bee, 0.2 + 0.6 * chance(index + 500) - bee.x / 420))
    .join("");
  const volume = `<defs><linearGradient id="volume" x1="0" x2="1"><stop offset="0" stop-color="#FFE2A0" stop-opacity=".3"/><stop offset=".4" stop-color="#5A2E14" stop-opacity="0"/><stop offset="1" stop-color="#3E1D10" stop-opacity=".62"/></linearGradient></defs>`;
  const outline = clusterOutline();
  return placed(
    at,
    `${volume}<path d="${outline}" fill="#7A451C"/>${bees}<path d="${outline}" fill="url(#volume)"/>`,
  );
}

const CLUSTER: Point = { x: 838, y: 214 };

/** The cluster on its branch, in which single bees stir. */
export function swarmScene(): Scene {
  const restless = clusterBees(24).filter((_, index) => index % 17 === 4);
  return {
    backdrop: `${meadowDefs(DAWN)}<defs>${BEE_DEFS}</defs>${skyAndSun({ x: 250, y: 190, radius: 300 })}${cloud({ x: 520, y: 110, scale: 0.9 })}${cloud({ x: 160, y: 330, scale: 0.6 }, 0.6)}${placed({ x: FRAME.width, y: 0, scaleX: -1 }, hills(470) + flowers(46, 660, 716))}${branch({ x: 560, y: 196, scale: 1.08 })}${clusterStill(CLUSTER)}`,
    action: ({ shotS }: Moment): string => {
      const stirring = restless.map((bee, index) =>
        restingBee(
          {
            ...bee,
            x: bee.x + 4 * wander(index, shotS),
            y: bee.y + 4 * wander(index + 50, shotS),
            turnDeg: (bee.turnDeg ?? 0) + 30 * wander(index + 90, shotS),
          },
          0.4 + 0.6 * chance(index),
        ),
      );
      const around = Array.from({ length: 17 }, (_, index) => {
        const speed = (0.5 + 0.7 * chance(index + 20)) * (index % 2 === 0 ? 1 : -1);
        const angle = shotS * speed + 6.28 * chance(index + 60);
        const reach = 165 + 190 * chance(index + 33);
        const x = CLUSTER.x + Math.cos(angle) * reach + 20 * wander(index, shotS);
        const y = CLUSTER.y + 150 + Math.sin(angle) * reach * 0.62 + 22 * wander(index + 9, shotS * 1.3);
        const heading = -Math.sin(angle) * speed > 0 ? 1 : -1;
        return smallBee({ x, y, scale: 0.8 + 0.7 * chance(index + 5), scaleX: heading });
      });
      return DEFS + placed(CLUSTER, stirring.join("")) + around.join("");
    },
  };
}

/** The scout's way from the left edge to the hollow, with one loop. */
function scoutAt(part: number): Point {
  const x = mix(-70, 1_012, part) - 70 * Math.sin(part * 2 * Math.PI * 1.5) * smoothStep(part, 0.1, 0.3);
  const y = 330 + 96 * Math.sin(part * 7.6 + 0.6) * (1 - 0.6 * part) + 46 * part;
  return { x, y };
}

function scoutTrail(until: number): string {
  const steps = 72;
  return Array.from({ length: steps }, (_, index) => (index + 0.5) / steps)
    .filter((part) => part < until - 0.055)
    .map((part) => {
      const { x, y } = scoutAt(part);
      return `<circle cx="${n(x)}" cy="${n(y)}" r="3.6" opacity="${n(0.25 + 0.65 * smoothStep(until - part, 0.7, 0))}"/>`;
    })
    .join("");
}

/** The scout on its way to the hollow tree. */
export function scoutScene(): Scene {
  return {
    backdrop: `${meadowDefs(MORNING)}${skyAndSun({ x: 380, y: 150, radius: 320 })}${cloud({ x: 720, y: 120 })}${cloud({ x: 130, y: 96, scale: 0.7 }, 0.7)}${hills(420)}${hollowTree({ x: 1_080, y: 676, scale: 1.02 })}${flowers(64, 630, 716)}`,
    action: ({ shotS, lengthS }: Moment): string => {
      const part = smoothStep(shotS / lengthS, -0.25, 0.93) * 1.08 - 0.09;
      const here = scoutAt(part);
      const next = scoutAt(part + 0.01);
      const hover = { x: 6 * wander(1, shotS * 1.5), y: 8 * Math.sin(shotS * 4) };
      const tilt = (Math.atan2(next.y - here.y, Math.abs(next.x - here.x) + 4) * 180) / Math.PI;
      const others = Array.from({ length: 5 }, (_, index) => {
        const x = ((shotS * (46 + 18 * index) + 310 * index) % 1_400) - 60;
        const y = 150 + 60 * index + 26 * wander(index + 4, shotS * 0.9);
        return smallBee({ x, y, scale: 0.62 + 0.06 * index });
      });
      const scout = flyingBee(
        { x: here.x + hover.x, y: here.y + hover.y, turnDeg: tilt * 0.5, scale: 1.05 },
        wingBeat(shotS),
      );
      return `${DEFS}<g fill="#fff">${scoutTrail(part)}</g>${others.join("")}${scout}`;
    },
  };
}

const PERCH: Point = { x: 232, y: 236 };
const HOLLOW: Point = { x: 1_056, y: 436 };

/** Fewer and larger bees than in the hanging cluster: each of them moves in every frame. */
const DEPARTING = clusterBees(17)
  .filter((_, index) => index % 5 < 3)
  .map((bee) => ({ ...bee, x: bee.x * 0.84, scale: 1.45 }));

function leavingBee(index: number, part: number, shotS: number): string {
  const startsAt = 0.04 + 0.4 * chance(index + 1_000) ** 0.8;
  const flown = smoothStep(part, startsAt, startsAt + 0.52);
  const perch = DEPARTING[index] ?? { x: 0, y: 0 };
  const from = { x: PERCH.x + perch.x, y: PERCH.y + perch.y };
  const spread = Math.sin(Math.PI * Math.min(1, flown * 1.04)) * 150;
  const to = { x: HOLLOW.x + 26 * (chance(index + 71) - 0.5), y: HOLLOW.y + 40 * (chance(index + 72) - 0.5) };
  const x = mix(from.x, to.x, flown) + spread * 0.7 * wander(index, shotS * 0.8);
  const y = mix(from.y, to.y, flown) - spread * 0.45 + spread * 0.9 * wander(index + 400, shotS * 0.8);
  if (flown > 0.995) return "";
  const scale = (0.75 + 0.5 * chance(index + 900)) * mix(1, 0.6, smoothStep(flown, 0.85, 1));
  if (flown === 0) {
    return restingBee(
      { x, y, scale: 1, turnDeg: 60 * (chance(index + 8) - 0.5) + 14 * wander(index, shotS * 5) },
      chance(index),
    );
  }
  return smallBee({ x, y, scale, turnDeg: 14 * wander(index + 30, shotS) });
}

/** The swarm as it leaves. */
export function departureScene(): Scene {
  return {
    backdrop: `${meadowDefs(EVENING)}${skyAndSun({ x: 640, y: 400, radius: 340 })}${cloud({ x: 470, y: 120, scale: 1.1 }, 0.35)}${cloud({ x: 860, y: 70, scale: 0.7 }, 0.3)}${hills(440)}${hollowTree({ x: 1_052, y: 682, scale: 1.06 })}${flowers(56, 636, 716)}${branch({ x: 420, y: 218, scale: 1.02, scaleX: -1 })}`,
    action: ({ shotS, lengthS }: Moment): string => {
      const bees = DEPARTING.map((_, index) => leavingBee(index, shotS / lengthS, shotS));
      return bees.join("");
    },
  };
}
