// The three cameras of the studio: on the host (who sits left), on the guest (right), and on both.
import { PALETTE } from "./palette.ts";
import { GUEST_SEED, HOST_SEED, type Moment, type Scene } from "./scene.ts";
import type { Speaker } from "./script.ts";
import {
  type FigureLook,
  type FigurePose,
  GUEST,
  HOST,
  speakerBody,
  speakerHands,
} from "./speaker-figure.ts";
import { studioProps, studioTable, studioWall, TABLE_Y } from "./studio-set.ts";
import { n, placed } from "./svg.ts";
import { poseAt } from "./voice-motion.ts";

interface Camera {
  /** The room's point that is in the frame's upper left corner. */
  readonly left: number;
  readonly top: number;
  readonly zoom: number;
  readonly shows: readonly Speaker[];
}

const FIGURE_SCALE = 0.66;
const SEATS = {
  host: { x: 362, look: HOST, facing: 0.55 },
  guest: { x: 918, look: GUEST, facing: -0.55 },
} as const;
const SEAT_Y = TABLE_Y - 252 * FIGURE_SCALE;

export const HOST_CAMERA: Camera = { left: 138, top: 176, zoom: 1.68, shows: ["host"] };
export const GUEST_CAMERA: Camera = { left: 390, top: 176, zoom: 1.68, shows: ["guest"] };
export const WIDE_CAMERA: Camera = { left: 46, top: 26, zoom: 1.075, shows: ["host", "guest"] };

function through(camera: Camera, room: string): string {
  return `<g transform="scale(${camera.zoom}) translate(${n(-camera.left)} ${n(-camera.top)})">${room}</g>`;
}

function chair(x: number): string {
  return `<rect x="${x - 92}" y="${TABLE_Y - 168}" width="184" height="190" rx="56" fill="${PALETTE.night}" opacity=".85"/><rect x="${x - 92}" y="${TABLE_Y - 168}" width="184" height="60" rx="30" fill="#fff" opacity=".04"/>`;
}

export function studioScene(camera: Camera): Scene {
  const seats = camera.shows.map((who) => ({ who, ...SEATS[who] }));
  const chairs = seats.map(({ x }) => chair(x)).join("");
  const seated = (
    look: FigureLook,
    x: number,
    drawn: (look: FigureLook, pose: FigurePose) => string,
    pose: FigurePose,
  ) => placed({ x, y: SEAT_Y, scale: FIGURE_SCALE }, drawn(look, pose));
  return {
    backdrop: through(camera, studioWall() + chairs),
    action: (moment: Moment): string => {
      const poses = seats.map(({ who, x, look, facing }) => ({
        x,
        look,
        pose: poseAt(moment[who], who === "host" ? HOST_SEED : GUEST_SEED, moment.filmS, facing),
      }));
      const bodies = poses.map(({ x, look, pose }) => seated(look, x, speakerBody, pose)).join("");
      const hands = poses.map(({ x, look, pose }) => seated(look, x, speakerHands, pose)).join("");
      return through(camera, bodies + studioTable() + hands + studioProps(camera.shows));
    },
  };
}
