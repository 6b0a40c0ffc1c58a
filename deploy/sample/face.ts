// A speaker's head: hair, face, eyes that blink, a mouth that follows the voice, headphones. Drawn around the middle of
// the face, 190 units high, looking at the viewer; `turn` slides the features sideways, which reads as a turned head.
import { clamp } from "../../media-node/signal/clamp.ts";
import { PALETTE } from "./palette.ts";
import { n, placed } from "./svg.ts";

export interface HeadPose {
  /** From 0 (closed) to 1 (wide open). */
  readonly mouthOpen: number;
  /** From 0 (round, as in "o") to 1 (wide, as in "ee" and "s"). */
  readonly mouthWide: number;
  /** From 0 (eyes open) to 1 (closed). */
  readonly blink: number;
  /** From -1 (to the viewer's left) to 1. */
  readonly turn: number;
  /** From -1 to 1; brows go up with stress. */
  readonly brow: number;
}

export interface HeadLook {
  readonly skin: string;
  readonly skinShade: string;
  readonly hair: string;
  readonly hairLight: string;
  readonly lips: string;
  readonly phones: string;
  readonly kind: "bob" | "beard";
}

const FACE =
  "M-71,-30C-74,-94 -42,-108 0,-108C42,-108 74,-94 71,-30C71,30 62,60 40,82C22,99 -22,99 -40,82C-62,60 -71,30 -71,-30Z";
const BOB_BACK =
  "M-94,-16C-104,-112 -54,-142 2,-142C58,-142 104,-110 94,-16C98,44 96,82 88,104C70,116 46,106 36,84L-36,84C-46,106 -70,116 -88,104C-96,82 -98,44 -94,-16Z";
const BOB_FRONT =
  "M-80,-6C-88,-84 -56,-126 20,-128C66,-126 88,-80 80,-6C76,-42 62,-70 30,-90C6,-58 -46,-60 -66,-40C-74,-30 -78,-18 -80,-6Z";
const CROP_FRONT =
  "M-77,-8C-90,-70 -82,-128 -20,-134C34,-148 92,-118 77,-8C74,-30 70,-48 60,-66C24,-62 -8,-72 -26,-84C-40,-70 -56,-66 -62,-56C-70,-42 -74,-28 -77,-8Z";
const BEARD =
  "M-73,-12C-74,34 -66,70 -42,94C-22,111 22,111 42,94C66,70 74,34 73,-12C68,14 58,26 40,29C20,24 -20,24 -40,29C-58,26 -68,14 -73,-12Z";

function eye(x: number, pose: HeadPose, look: HeadLook): string {
  const lid = clamp(pose.blink);
  const open = 1 - lid;
  const gaze = pose.turn * 3;
  if (open < 0.4) {
    return `<path d="M${n(x - 13)},-6Q${n(x)},2 ${n(x + 13)},-6" fill="none" stroke="${PALETTE.ink}" stroke-width="4" stroke-linecap="round"/>`;
  }
  return `<ellipse cx="${n(x)}" cy="-8" rx="13" ry="${n(11 * open)}" fill="#FFFDF8"/>
<circle cx="${n(x + gaze)}" cy="-8" r="${n(Math.min(8, 10 * open))}" fill="${PALETTE.ink}"/>
<circle cx="${n(x + gaze + 2.6)}" cy="-11" r="${n(2.4 * open)}" fill="#fff"/>
<path d="M${n(x - 14)},${n(-9 - 3 * open)}Q${n(x)},${n(-12 - 12 * open)} ${n(x + 14)},${n(-9 - 3 * open)}" fill="none" stroke="${look.kind === "bob" ? PALETTE.ink : look.skinShade}" stroke-width="4" stroke-linecap="round"/>`;
}

function brows(pose: HeadPose, look: HeadLook): string {
  const y = -38 - 5 * pose.brow;
  const weight = look.kind === "beard" ? 7 : 5;
  const one = (x: number, side: number): string =>
    `<path d="M${n(x - 16)},${n(y + (side > 0 ? 0 : 4))}Q${n(x)},${n(y - 9)} ${n(x + 16)},${n(y + (side > 0 ? 4 : 0))}"/>`;
  return `<g fill="none" stroke="${look.hair}" stroke-width="${weight}" stroke-linecap="round">${one(-31, -1)}${one(31, 1)}</g>`;
}

function mouth(pose: HeadPose, look: HeadLook): string {
  const open = clamp(pose.mouthOpen);
  const half = 14 + 10 * pose.mouthWide - 2 * open;
  if (open < 0.08) {
    return `<path d="M${n(-half - 3)},51Q0,${n(62 - 4 * open)} ${n(half + 3)},51" fill="none" stroke="${look.lips}" stroke-width="5" stroke-linecap="round"/>`;
  }
  const depth = 7 + 24 * open;
  const outline = `M${n(-half)},49Q0,${n(46 - 3 * open)} ${n(half)},49Q${n(half * 0.9)},${n(50 + depth)} 0,${n(50 + depth)}Q${n(-half * 0.9)},${n(50 + depth)} ${n(-half)},49Z`;
  const tongueY = 50 + depth - 3;
  return `<path d="${outline}" fill="#6E2230" stroke="${look.lips}" stroke-width="4.5" stroke-linejoin="round"/>
<path d="M${n(-half + 5)},50.5Q0,${n(48.5 - 2 * open)} ${n(half - 5)},50.5L${n(half - 8)},${n(53 + 4 * open)}Q0,${n(55 + 5 * open)} ${n(-half + 8)},${n(53 + 4 * open)}Z" fill="#FFF8EE"/>
<ellipse cx="0" cy="${n(tongueY)}" rx="${n(half * 0.5)}" ry="${n(2 + 4 * open)}" fill="#D9646A" opacity="${open > 0.3 ? 1 : 0}"/>`;
}

function glasses(): string {
  const lens = (x: number): string =>
    `<rect x="${x - 23}" y="-27" width="46" height="40" rx="17" fill="#fff" fill-opacity=".1"/>`;
  return `<g stroke="${PALETTE.night}" stroke-width="4.5">${lens(-31)}${lens(31)}<path d="M-8,-12Q0,-18 8,-12" fill="none"/></g>`;
}

function headphones(colour: string): string {
  const cup = (side: number): string =>
    `<rect x="${side * 86 - 15}" y="-38" width="30" height="68" rx="14" fill="${colour}"/><rect x="${side * 77 - 7}" y="-32" width="14" height="56" rx="7" fill="${PALETTE.ink}"/>`;
  return `<path d="M-88,-20C-100,-186 100,-186 88,-20" fill="none" stroke="${PALETTE.ink}" stroke-width="12"/>
<path d="M-87,-70C-80,-166 80,-166 87,-70" fill="none" stroke="${colour}" stroke-width="6" opacity=".9"/>${cup(-1)}${cup(1)}`;
}

/** The head alone, its middle at the origin. */
export function head(look: HeadLook, pose: HeadPose): string {
  const slide = pose.turn * 11;
  const back = look.kind === "bob" ? `<path d="${BOB_BACK}" fill="${look.hair}"/>` : "";
  const shade = `<path d="M30,-108C66,-100 74,-70 71,-30C71,30 62,60 40,82C30,92 16,96 4,96C50,60 56,-50 30,-108Z" fill="${look.skinShade}" opacity=".35"/>`;
  const ears = `<ellipse cx="-72" cy="-2" rx="12" ry="19" fill="${look.skinShade}"/><ellipse cx="72" cy="-2" rx="12" ry="19" fill="${look.skinShade}"/>`;
  const cheeks = `<g fill="${PALETTE.coral}" opacity=".2"><ellipse cx="-45" cy="24" rx="16" ry="11"/><ellipse cx="45" cy="24" rx="16" ry="11"/></g>`;
  const nose = `<path d="M${n(pose.turn * 5 - 2)},-4Q${n(pose.turn * 9 + 9)},20 ${n(pose.turn * 5 - 5)},24" fill="none" stroke="${look.skinShade}" stroke-width="5" stroke-linecap="round"/>`;
  const beard =
    look.kind === "beard"
      ? `<path d="${BEARD}" fill="${look.hair}"/><path d="M-46,34Q-24,24 0,32Q24,24 46,34Q26,50 0,41Q-26,50 -46,34Z" fill="${look.hair}"/>`
      : "";
  const eyes = eye(-31, pose, look) + eye(31, pose, look);
  const features = `${nose}${eyes}${brows(pose, look)}${look.kind === "beard" ? glasses() : ""}`;
  const front = look.kind === "bob" ? BOB_FRONT : CROP_FRONT;
  const shine =
    look.kind === "bob" ? "M-62,-58C-54,-92 -26,-110 8,-112" : "M-56,-84C-46,-112 -16,-120 14,-124";
  return `${back}${ears}<path d="${FACE}" fill="${look.skin}"/>${shade}${placed({ x: slide, y: 0 }, cheeks)}${placed({ x: slide * 0.4, y: 0 }, beard)}
${placed({ x: slide, y: 0 }, features + mouth(pose, look))}
<path d="${front}" fill="${look.hair}"/><path d="${shine}" fill="none" stroke="${look.hairLight}" stroke-width="9" stroke-linecap="round" opacity=".55"/>
${headphones(look.phones)}`;
}
