// The waggle dance, seen from above on the comb: the dancer at the left, and at the right a card with the same angle on
// a map. The run's angle from straight up on the comb is the food's or home's angle from the sun outside, so both halves
// are drawn from one constant.
import { BEE_DEFS, walkingBee } from "./bee.ts";
import { PALETTE } from "./palette.ts";
import type { Moment, Scene } from "./scene.ts";
import {
  blur,
  chance,
  FRAME,
  fullFrame,
  hexagon,
  linear,
  n,
  type Point,
  radial,
  smoothStep,
  wander,
} from "./svg.ts";

const ANGLE_DEG = 38;
const ANGLE = (ANGLE_DEG * Math.PI) / 180;
const CENTRE: Point = { x: 392, y: 372 };
const HALF_RUN = 104;
const LOOP_WIDTH = 150;
const RUN_S = 1.5;
const RETURN_S = 1.35;
/** Along the run, and across it to the right. */
const ALONG: Point = { x: Math.sin(ANGLE), y: -Math.cos(ANGLE) };
const ACROSS: Point = { x: Math.cos(ANGLE), y: Math.sin(ANGLE) };

const CARD = { x: 772, y: 92, width: 412, height: 536 } as const;
const HIVE: Point = { x: CARD.x + 150, y: CARD.y + 384 };

function onDance(along: number, across: number): Point {
  return {
    x: CENTRE.x + ALONG.x * along + ACROSS.x * across,
    y: CENTRE.y + ALONG.y * along + ACROSS.y * across,
  };
}

const CELL_RADIUS = 44;

/** One cell: capped with wax, full of honey with a glint, or empty. */
function cell(centre: Point, kind: number): string {
  const full = kind > 0.4 && kind <= 0.72;
  const fill = full ? "honey" : kind > 0.72 ? "capped" : "empty";
  const glint = `<path d="M${n(centre.x - 19)},${n(centre.y - 8)}Q${n(centre.x - 14)},${n(centre.y - 22)} ${n(centre.x + 2)},${n(centre.y - 24)}" stroke="#FFE7A8" stroke-width="4" stroke-linecap="round" fill="none" opacity=".7"/>`;
  return `<path d="${hexagon(centre, CELL_RADIUS - 6)}" fill="url(#${fill})" stroke="#8A4B16" stroke-width="3"/>${full ? glint : ""}`;
}

function comb(): string {
  const stepX = CELL_RADIUS * Math.sqrt(3);
  const stepY = CELL_RADIUS * 1.5;
  const columns = Math.ceil(FRAME.width / stepX) + 2;
  const rows = Math.ceil(FRAME.height / stepY) + 2;
  return Array.from({ length: rows * columns }, (_, index) => {
    const row = Math.floor(index / columns) - 1;
    const column = (index % columns) - 1;
    const centre = { x: (column + Math.abs(row % 2) / 2) * stepX, y: row * stepY };
    return cell(centre, chance(row * 53 + column * 7 + 900));
  }).join("");
}

function backdrop(): string {
  const defs = `<defs>${linear("wax", [
    [0, "#EDB04A"],
    [1, "#C67A22"],
  ])}${linear("honey", [
    [0, "#F2A52C"],
    [1, "#C96F14"],
  ])}${linear("empty", [
    [0, "#7E4413"],
    [1, "#B5681D"],
  ])}${linear("capped", [
    [0, "#EBC27C"],
    [1, "#D39C50"],
  ])}<radialGradient id="dusk" cx=".31" cy=".5" r=".78"><stop offset=".25" stop-color="#3A1606" stop-opacity="0"/><stop offset="1" stop-color="#2A0E06" stop-opacity=".82"/></radialGradient>${linear(
    "card",
    [
      [0, "#BFE3EA"],
      [0.3, "#FFF3D6"],
    ],
  )}${radial("sun", [
    [0, "#FFE08A"],
    [0.5, "#F8BE45"],
    [0.56, "#F8BE45", 0.35],
    [1, "#F8BE45", 0],
  ])}${blur("soft", 18)}<clipPath id="card-edge"><rect x="${CARD.x}" y="${CARD.y}" width="${CARD.width}" height="${CARD.height}" rx="28"/></clipPath></defs>`;
  return `${defs}${fullFrame("url(#wax)")}${comb()}${fullFrame("url(#dusk)")}${card()}`;
}

function card(): string {
  const { x, y, width, height } = CARD;
  const bottom = y + height;
  const horizon = y + 148;
  const ground = `<g clip-path="url(#card-edge)"><rect x="${x}" y="${y}" width="${width}" height="${height}" fill="url(#card)"/><path d="M${x},${horizon + 4}Q${x + 130},${horizon - 26} ${x + 250},${horizon - 4}T${x + width},${horizon - 12}V${bottom}H${x}Z" fill="#B5D6A4"/><path d="M${x},${horizon + 100}Q${x + 170},${horizon + 40} ${x + width},${horizon + 92}V${bottom}H${x}Z" fill="#98C78F"/><path d="M${x},${horizon + 236}Q${x + 190},${horizon + 180} ${x + width},${horizon + 226}V${bottom}H${x}Z" fill="#7DB57F"/></g>`;
  return `<rect x="${x + 6}" y="${y + 18}" width="${width}" height="${height}" rx="28" fill="#1A0803" opacity=".6" filter="url(#soft)"/>${ground}<circle cx="${HIVE.x}" cy="${y + 88}" r="72" fill="url(#sun)"/>${hive()}${goal()}`;
}

function hive(): string {
  const { x, y } = HIVE;
  return `<ellipse cx="${x}" cy="${y + 42}" rx="62" ry="10" fill="#2E5E51" opacity=".35"/><rect x="${x - 46}" y="${y - 20}" width="92" height="62" rx="8" fill="${PALETTE.honey}"/><path d="M${x - 46},${y + 1}H${x + 46}M${x - 46},${y + 22}H${x + 46}" stroke="${PALETTE.amber}" stroke-width="4"/><path d="M${x - 54},${y - 18}L${x - 40},${y - 40}H${x + 40}L${x + 54},${y - 18}Z" fill="${PALETTE.coral}"/><ellipse cx="${x}" cy="${y + 33}" rx="16" ry="7" fill="${PALETTE.ink}"/>`;
}

/** The tree on the map, where the line from the hive ends. */
function goalAt(): Point {
  return { x: HIVE.x + 262 * ALONG.x, y: HIVE.y - 40 + 262 * ALONG.y };
}

function goal(): string {
  const { x, y } = goalAt();
  return `<g transform="translate(${n(x)} ${n(y)})"><ellipse cx="0" cy="46" rx="40" ry="7" fill="#2E5E51" opacity=".35"/><path d="M-13,46Q-8,10 -9,-10H9Q8,10 13,46Z" fill="${PALETTE.bark}"/><circle cx="0" cy="-40" r="40" fill="${PALETTE.forest}"/><circle cx="-25" cy="-20" r="24" fill="${PALETTE.forest}"/><circle cx="26" cy="-20" r="25" fill="${PALETTE.moss}"/><circle cx="-6" cy="-48" r="26" fill="${PALETTE.moss}"/><ellipse cx="0" cy="14" rx="6" ry="9" fill="${PALETTE.ink}"/></g>`;
}

interface Dancer extends Point {
  readonly turnDeg: number;
  readonly shake: number;
  readonly running: boolean;
}

/** Where the dancer is: a run up the middle, back around the right, a run, back around the left. */
function dancerAt(timeS: number): Dancer {
  const cycleS = RUN_S + RETURN_S;
  const side = Math.floor(timeS / cycleS) % 2 === 0 ? 1 : -1;
  const inCycleS = timeS % cycleS;
  const heading = ANGLE_DEG - 90;
  if (inCycleS < RUN_S) {
    const swing = Math.sin(timeS * 2 * Math.PI * 5.6);
    const at = onDance(-HALF_RUN + (2 * HALF_RUN * inCycleS) / RUN_S, 7 * swing);
    return { ...at, turnDeg: heading + 7 * swing, shake: -24 * swing, running: true };
  }
  const phase = (Math.PI * (inCycleS - RUN_S)) / RETURN_S;
  const at = onDance(HALF_RUN * Math.cos(phase), side * LOOP_WIDTH * Math.sin(phase));
  const forward = Math.atan2(side * LOOP_WIDTH * Math.cos(phase), -HALF_RUN * Math.sin(phase));
  return { ...at, turnDeg: heading + (forward * 180) / Math.PI, shake: 0, running: false };
}

function followers(timeS: number, dancer: Point): string {
  const places = [12, 58, 118, 164, 205, 262, 312];
  return places
    .map((degrees, index) => {
      const angle = ((degrees + 6 * wander(index, timeS * 0.25)) * Math.PI) / 180;
      const x = CENTRE.x + Math.cos(angle) * (264 + 14 * wander(index + 20, timeS * 0.3));
      const y = CENTRE.y + Math.sin(angle) * (252 + 14 * wander(index + 40, timeS * 0.3));
      const towards = (Math.atan2(dancer.y - y, dancer.x - x) * 180) / Math.PI;
      const home = degrees + 180;
      const glance = ((((towards - home) % 360) + 540) % 360) - 180;
      return walkingBee({ x, y, turnDeg: home + glance * 0.35, scale: 0.95 }, 0);
    })
    .join("");
}

/** A dashed upright, the slanted line, and the arc between them, from one corner. */
function angleMark(corner: Point, reach: number, colour: string, shown: number): string {
  const radius = reach * 0.36;
  const tip = { x: corner.x + ALONG.x * reach * shown, y: corner.y + ALONG.y * reach * shown };
  const arcEnd = { x: corner.x + radius * Math.sin(ANGLE), y: corner.y - radius * Math.cos(ANGLE) };
  return `<g fill="none" stroke-linecap="round" opacity="${shown.toFixed(2)}"><path d="M${n(corner.x)},${n(corner.y)}v${n(-reach * shown)}" stroke="${colour}" stroke-width="5" stroke-dasharray="2 13"/><path d="M${n(corner.x)},${n(corner.y)}L${n(tip.x)},${n(tip.y)}" stroke="${colour}" stroke-width="6"/><path d="M${n(corner.x)},${n(corner.y - radius)}A${n(radius)},${n(radius)} 0 0 1 ${n(arcEnd.x)},${n(arcEnd.y)}" stroke="${PALETTE.coral}" stroke-width="7"/></g>`;
}

/** "1 s = 1 km" with a bar that fills while the dancer waggles. */
function ruler(shotS: number, shown: number): string {
  const x = CARD.x + 46;
  const y = CARD.y + CARD.height - 46;
  const runPart = Math.min(1, (shotS % (RUN_S + RETURN_S)) / RUN_S);
  return `<g opacity="${shown.toFixed(2)}"><rect x="${x - 18}" y="${y - 44}" width="${CARD.width - 56}" height="66" rx="20" fill="#FFF9EA"/><text x="${x + 4}" y="${y - 2}" font-family="Montserrat" font-weight="800" font-size="26" fill="${PALETTE.forest}">1 s ≈ 1 km</text><rect x="${x + 186}" y="${y - 19}" width="130" height="14" rx="7" fill="#E6DDC4"/><rect x="${x + 186}" y="${y - 19}" width="${n(14 + 116 * runPart)}" height="14" rx="7" fill="${PALETTE.coral}"/></g>`;
}

export function danceScene(): Scene {
  const loop = (side: number): string => {
    const points = Array.from({ length: 25 }, (_, index) => {
      const phase = (Math.PI * index) / 24;
      const { x, y } = onDance(HALF_RUN * Math.cos(phase), side * LOOP_WIDTH * Math.sin(phase));
      return `${n(x)},${n(y)}`;
    });
    return `<path d="M${points.join("L")}" fill="none" stroke="#FFF3DC" stroke-width="4" stroke-dasharray="3 14" stroke-linecap="round" opacity=".6"/>`;
  };
  return {
    backdrop: backdrop() + loop(1) + loop(-1),
    action: ({ shotS, cuesS }: Moment): string => {
      const shownAt = (cue: number): number => smoothStep(shotS, cuesS[cue] ?? 0, (cuesS[cue] ?? 0) + 0.7);
      const dancer = dancerAt(shotS);
      const shadow = `<ellipse cx="${n(dancer.x + 4)}" cy="${n(dancer.y + 14)}" rx="62" ry="40" fill="#3A1606" opacity=".28"/>`;
      const onComb = angleMark(onDance(-HALF_RUN, 0), 250, PALETTE.cream, shownAt(2));
      const onMap = angleMark({ x: HIVE.x, y: HIVE.y - 44 }, 218, PALETTE.forest, shownAt(3));
      return `<defs>${BEE_DEFS}</defs>${followers(shotS, dancer)}${onComb}${shadow}${walkingBee({ ...dancer, scale: 1.28 }, dancer.shake)}${onMap}${ruler(shotS, shownAt(4))}`;
    },
  };
}
