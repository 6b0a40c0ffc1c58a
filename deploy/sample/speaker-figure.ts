// A speaker from the desk up: torso, neck, arms that gesture, and the head of face.ts on top. The origin is between the
// collarbones; the figure is about 420 units wide and the desk's edge lies 250 units below.
import { type HeadLook, type HeadPose, head } from "./face.ts";
import { PALETTE } from "./palette.ts";
import { n, type Point, placed } from "./svg.ts";

export interface FigureLook extends HeadLook {
  readonly top: string;
  readonly topShade: string;
  readonly under: string;
}

export interface FigurePose extends HeadPose {
  readonly tiltDeg: number;
  /** Rise of the chest with breath, and of the head with stress, in units. */
  readonly lift: number;
  readonly nod: number;
  /** How far each hand is raised from the desk, from 0 to 1, as the viewer sees them. */
  readonly leftHand: number;
  readonly rightHand: number;
}

export const HOST: FigureLook = {
  kind: "bob",
  skin: "#E9B48F",
  skinShade: "#CC8A68",
  hair: "#5A2A2B",
  hairLight: "#8E4A3F",
  lips: "#C2504F",
  phones: PALETTE.honey,
  top: PALETTE.coral,
  topShade: "#CB5240",
  under: PALETTE.cream,
};

export const GUEST: FigureLook = {
  kind: "beard",
  skin: "#B97D56",
  skinShade: "#925A3C",
  hair: "#3B2F33",
  hairLight: "#5D4E50",
  lips: "#8C4A40",
  phones: PALETTE.mist,
  top: "#3F7F73",
  topShade: "#2E655C",
  under: "#F1E3C4",
};

const UPPER_ARM = 142;
const FOREARM = 134;

/** Where the elbow is, for a shoulder and a wrist: two circles' meeting point on the outer side. */
function elbowOf(shoulder: Point, wrist: Point, side: number): Point {
  const dx = wrist.x - shoulder.x;
  const dy = wrist.y - shoulder.y;
  const reach = Math.min(Math.hypot(dx, dy), UPPER_ARM + FOREARM - 1);
  const along = (UPPER_ARM ** 2 - FOREARM ** 2 + reach ** 2) / (2 * reach);
  const out = Math.sqrt(Math.max(0, UPPER_ARM ** 2 - along ** 2)) * side;
  return {
    x: shoulder.x + (dx * along + dy * out) / reach,
    y: shoulder.y + (dy * along - dx * out) / reach,
  };
}

function towards(from: Point, to: Point, distance: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  return {
    x: from.x + ((to.x - from.x) * distance) / length,
    y: from.y + ((to.y - from.y) * distance) / length,
  };
}

function hand(look: FigureLook, wrist: Point, elbow: Point, side: number): string {
  const turnDeg = (Math.atan2(wrist.y - elbow.y, wrist.x - elbow.x) * 180) / Math.PI;
  const fingers = [-14, -5, 4.5, 13.5]
    .map((y, index) => `<path d="M24,${y}L${n(58 - Math.abs(index - 1.4) * 6)},${n(y * 0.9)}"/>`)
    .join("");
  const shape = `<path d="M6,${n(side * 10)}Q20,${n(side * 30)} 36,${n(side * 33)}" fill="none" stroke="${look.skin}" stroke-width="14" stroke-linecap="round"/>
<rect x="-22" y="-22" width="60" height="44" rx="19" fill="${look.skin}"/>
<g stroke="${look.skinShade}" stroke-width="13.5" stroke-linecap="round">${fingers}</g>
<g stroke="${look.skin}" stroke-width="10.5" stroke-linecap="round">${fingers}</g><rect x="-4" y="-19" width="36" height="38" rx="15" fill="${look.skin}"/>`;
  return placed({ ...wrist, turnDeg }, shape);
}

function arm(look: FigureLook, raised: number, side: number): string {
  const shoulder = { x: side * 150, y: 84 };
  const wrist = { x: side * (84 + 58 * raised), y: 240 - 104 * raised };
  const elbow = elbowOf(shoulder, wrist, side);
  const sleeveEnd = towards(wrist, elbow, 26);
  const cuffEnd = towards(wrist, elbow, 8);
  const line = (...points: readonly Point[]): string =>
    `M${points.map((point) => `${n(point.x)},${n(point.y)}`).join("L")}`;
  const bent = line(shoulder, elbow, sleeveEnd);
  const underarm = line(towards(elbow, shoulder, 74), elbow, sleeveEnd);
  const sleeve = `<g fill="none" stroke-linejoin="round"><path d="${underarm}" stroke="${look.topShade}" stroke-width="62"/>
<circle cx="${n(shoulder.x)}" cy="${n(shoulder.y)}" r="27" fill="${look.top}"/><path d="${bent}" stroke="${look.top}" stroke-width="54"/>
<path d="${line(sleeveEnd, cuffEnd)}" stroke="${look.under}" stroke-width="50"/></g>`;
  return hand(look, wrist, elbow, side) + sleeve;
}

function torso(look: FigureLook): string {
  const body =
    "M-40,-16C-78,2 -150,12 -180,66C-200,128 -206,240 -208,420L208,420C206,240 200,128 180,66C150,12 78,2 40,-16C20,12 -20,12 -40,-16Z";
  const lapels = `<path d="M-44,-18L-66,20L-4,170L4,170L66,20L44,-18C24,16 -24,16 -44,-18Z" fill="${look.under}"/>
<path d="M-44,-18C-84,10 -92,40 -84,58L-54,70L-62,88L0,190L0,168Z" fill="${look.topShade}"/><path d="M44,-18C84,10 92,40 84,58L54,70L62,88L0,190L0,168Z" fill="${look.topShade}"/>`;
  const collar = `<path d="M-52,-18C-30,14 30,14 52,-18L60,12C30,46 -30,46 -60,12Z" fill="${look.topShade}"/>
<path d="M-120,150C-116,240 -118,320 -122,420M120,150C116,240 118,320 122,420" fill="none" stroke="${look.topShade}" stroke-width="6" opacity=".6"/>`;
  return `<path d="${body}" fill="${look.top}"/>${look.kind === "bob" ? lapels : collar}`;
}

function neck(look: FigureLook): string {
  return `<path d="M-37,-80L-37,-24C-44,-6 -24,22 0,24C24,22 44,-6 37,-24L37,-80Z" fill="${look.skin}"/>
<path d="M-37,-64C-30,-34 30,-34 37,-64L37,-40C24,-8 -24,-8 -37,-40Z" fill="${look.skinShade}" opacity=".75"/>`;
}

/** The whole figure behind the desk; hands are apart (`speakerHands`), because they rest on the desk's top. */
export function speakerBody(look: FigureLook, pose: FigurePose): string {
  const headAt = { x: pose.tiltDeg * 1.6, y: -132 - pose.lift * 1.4 + pose.nod, turnDeg: pose.tiltDeg };
  const trunk = torso(look) + neck(look);
  return `${placed({ x: 0, y: -pose.lift }, trunk)}${placed(headAt, head(look, pose))}`;
}

/** Both arms with their hands, for after the desk, on whose top they rest. */
export function speakerHands(look: FigureLook, pose: FigurePose): string {
  return arm(look, pose.leftHand, -1) + arm(look, pose.rightHand, 1);
}
