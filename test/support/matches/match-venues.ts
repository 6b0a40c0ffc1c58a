// The places of play as their cameras see them: a football pitch whose camera follows the ball, a tennis court whose
// camera stands, and a race track whose camera swings after cars. All is a function of the world's time, so that slow
// motion shows between two frames what happened between them.
import { seededRandom } from "../../../media-node/signal/seeded-random.ts";
import { anyColour, FRAME, paintCrowd, type Random } from "./broadcast-scenes.ts";
import { BLACK, Canvas, type Colour, rgb, WHITE } from "./match-canvas.ts";
import type { FootballWorld } from "./match-football.ts";
import type { MotorsportWorld } from "./match-motorsport.ts";
import type { TennisWorld } from "./match-tennis.ts";

/** How the sport itself is shown. */
export interface Venue {
  readonly teams: readonly [Colour, Colour];
  /** How many people celebrate together. */
  readonly celebrating: number;
  /** @param place which of the places along a course it is seen from; a replay has that of what it shows */
  drawMain(canvas: Canvas, worldS: number, place: number): void;
  drawReverse(canvas: Canvas, worldS: number): void;
  drawOnboard(canvas: Canvas, worldS: number): void;
  drawAerial(canvas: Canvas, worldS: number): void;
}

function paintBoards(canvas: Canvas, top: number, random: Random): void {
  for (let x = 0; x < canvas.width; x += 40) canvas.rectangle(x, top, 38, 8, anyColour(random, 60));
}

const PITCH_PX = { wide: 560, left: 40, top: 64, high: 106 } as const;
const PITCH_M = { length: 105, width: 68 } as const;
const TEAM_SIZE = 11;
const CAMERA_LAGS_S = [-0.2, 0.2, 0.6, 1] as const;

function paintPitch(random: Random): Canvas {
  const canvas = new Canvas(640, FRAME.height);
  paintCrowd(canvas, 0, 46, random);
  paintBoards(canvas, 46, random);
  for (let x = 0; x < canvas.width; x += 56) {
    canvas.rectangle(x, 54, 28, 126, rgb(52, 122, 54));
    canvas.rectangle(x + 28, 54, 28, 126, rgb(62, 136, 62));
  }
  const { left, top, wide, high } = PITCH_PX;
  for (const x of [left, left + wide / 2, left + wide]) canvas.rectangle(x, top, 2, high, WHITE);
  for (const y of [top, top + high]) canvas.rectangle(left, y, wide, 2, WHITE);
  for (const x of [left, left + wide - 88]) {
    canvas.rectangle(x, top + 22, 88, 1, WHITE);
    canvas.rectangle(x, top + high - 22, 88, 1, WHITE);
  }
  canvas.rectangle(left + 88, top + 22, 1, high - 44, WHITE);
  canvas.rectangle(left + wide - 88, top + 22, 1, high - 44, WHITE);
  for (const x of [left - 8, left + wide]) canvas.rectangle(x, top + 36, 8, 30, rgb(200, 200, 210));
  return canvas;
}

export function footballVenue(world: FootballWorld, seed: number): Venue {
  const random = seededRandom(seed + 31);
  const pitch = paintPitch(random);
  const teams = [rgb(200, 40, 40), rgb(40, 70, 190)] as const;
  const players = Array.from({ length: 2 * TEAM_SIZE }, (_, index) => ({
    shirt: teams[index % 2] ?? WHITE,
    homeX: PITCH_M.length * random(),
    homeY: PITCH_M.width * random(),
    pull: 0.35 + 0.4 * random(),
    phase: 9 * random(),
    rate: 0.3 + 0.4 * random(),
  }));
  const toX = (x: number): number => PITCH_PX.left + (x / PITCH_M.length) * PITCH_PX.wide;
  const toY = (y: number): number => PITCH_PX.top + (y / PITCH_M.width) * PITCH_PX.high;
  const cameraLeft = (worldS: number): number => {
    const seenM =
      CAMERA_LAGS_S.reduce((sum, lagS) => sum + world.ballX.at(worldS - lagS), 0) / CAMERA_LAGS_S.length;
    return Math.min(320, Math.max(0, toX(seenM) - FRAME.width / 2));
  };
  const drawFrom = (canvas: Canvas, worldS: number, left: number): void => {
    canvas.show(pitch, left);
    const late = worldS - 0.5;
    for (const { shirt, homeX, homeY, pull, phase, rate } of players) {
      const x = homeX + pull * (world.ballX.at(late) - homeX) + 3 * Math.sin(rate * worldS + phase);
      const y = homeY + 0.5 * pull * (world.ballY.at(late) - homeY) + 3 * Math.sin(rate * worldS + 2 * phase);
      canvas.rectangle(toX(x) - left - 2, toY(y) - 9, 4, 6, shirt);
      canvas.rectangle(toX(x) - left - 1, toY(y) - 3, 3, 4, BLACK);
    }
    canvas.rectangle(toX(world.ballX.at(worldS)) - left - 1, toY(world.ballY.at(worldS)) - 2, 3, 3, WHITE);
  };
  return {
    teams,
    celebrating: 4,
    drawMain: (canvas, worldS) => drawFrom(canvas, worldS, cameraLeft(worldS)),
    // Nearer to the goal that is attacked, and without following.
    drawReverse: (canvas, worldS) => drawFrom(canvas, worldS, world.ballX.at(worldS) > 52 ? 320 : 0),
    drawOnboard: (canvas, worldS) => drawFrom(canvas, worldS, cameraLeft(worldS)),
    drawAerial: (canvas, worldS) => canvas.show(pitch, 160 + 120 * Math.sin(0.15 * worldS)),
  };
}

function paintCourt(random: Random): Canvas {
  const canvas = new Canvas(FRAME.width, FRAME.height);
  paintCrowd(canvas, 0, 34, random);
  paintBoards(canvas, 34, random);
  canvas.rectangle(0, 42, 320, 138, rgb(40, 92, 60));
  canvas.rectangle(70, 58, 180, 110, rgb(54, 88, 150));
  for (const y of [58, 84, 140, 166]) canvas.rectangle(70, y, 180, 2, WHITE);
  for (const x of [70, 92, 228, 248]) canvas.rectangle(x, 58, 2, 110, WHITE);
  canvas.rectangle(159, 84, 2, 58, WHITE);
  canvas.rectangle(62, 110, 196, 3, rgb(220, 220, 220));
  return canvas;
}

export function tennisVenue(world: TennisWorld, seed: number): Venue {
  const court = paintCourt(seededRandom(seed + 32));
  const teams = [rgb(230, 210, 60), rgb(220, 220, 235)] as const;
  const drawAll = (canvas: Canvas, worldS: number, isTurned: boolean): void => {
    canvas.show(court, 0);
    const side = isTurned ? -1 : 1;
    const nearX = 160 + side * 80 * world.nearAcross.at(worldS);
    const farX = 160 + side * 70 * world.farAcross.at(worldS);
    canvas.rectangle(farX - 3, 46 + 2 * Math.sin(6 * worldS), 6, 9, teams[isTurned ? 0 : 1]);
    canvas.rectangle(nearX - 5, 158 + 2 * Math.sin(7 * worldS), 9, 14, teams[isTurned ? 1 : 0]);
    const along = side * world.ballAlong.at(worldS);
    const height = 14 * (1 - along * along);
    const x = 160 + side * 75 * world.ballAcross.at(worldS);
    canvas.rectangle(x - 1, 112 - 52 * along - height, 3, 3, rgb(225, 250, 80));
  };
  return {
    teams,
    celebrating: 1,
    drawMain: (canvas, worldS) => drawAll(canvas, worldS, false),
    drawReverse: (canvas, worldS) => drawAll(canvas, worldS, true),
    drawOnboard: (canvas, worldS) => drawAll(canvas, worldS, false),
    drawAerial: (canvas, worldS) => canvas.show(court, 30 * Math.sin(0.2 * worldS)),
  };
}

const LANDSCAPE_PX = 1_280;

/** A place at the track: woods, or a stand full of people. */
function paintTrack(random: Random, place: number): Canvas {
  const canvas = new Canvas(LANDSCAPE_PX, FRAME.height);
  canvas.rectangle(0, 0, LANDSCAPE_PX, 40, rgb(150, 180, 210));
  canvas.rectangle(0, 40, LANDSCAPE_PX, 34, rgb(90 + 20 * place, 120, 80));
  if (place === 1) paintCrowd(canvas, 14, 50, random);
  for (let tree = 0; tree < (place === 1 ? 8 : 40 + 30 * place); tree += 1) {
    const [x, size] = [LANDSCAPE_PX * random(), 8 + 14 * random()];
    canvas.ellipse(x, 46, size, size, rgb(30 + 30 * random(), 80 + 40 * random(), 40));
  }
  paintBoards(canvas, 66, random);
  canvas.rectangle(0, 74, LANDSCAPE_PX, 24, rgb(70, 130, 60));
  canvas.rectangle(0, 98, LANDSCAPE_PX, 66, rgb(84, 84, 88));
  for (let x = 0; x < LANDSCAPE_PX; x += 20) {
    canvas.rectangle(x, 96, 10, 4, rgb(200, 40, 40));
    canvas.rectangle(x + 10, 96, 10, 4, WHITE);
    if (x % 80 === 0) canvas.rectangle(x, 130, 30, 2, WHITE);
  }
  canvas.rectangle(0, 164, LANDSCAPE_PX, 16, rgb(70, 130, 60));
  return canvas;
}

function drawCar(canvas: Canvas, x: number, y: number, scale: number, colour: Colour): void {
  canvas.rectangle(x - 26 * scale, y, 52 * scale, 8 * scale, colour);
  canvas.rectangle(x - 10 * scale, y - 6 * scale, 20 * scale, 6 * scale, BLACK);
  canvas.ellipse(x - 17 * scale, y + 8 * scale, 5 * scale, 5 * scale, BLACK);
  canvas.ellipse(x + 17 * scale, y + 8 * scale, 5 * scale, 5 * scale, BLACK);
}

export function motorsportVenue(world: MotorsportWorld, seed: number): Venue {
  const random = seededRandom(seed + 33);
  const places = [0, 1, 2].map((place) => paintTrack(random, place));
  const track = places[0] ?? new Canvas(LANDSCAPE_PX, FRAME.height);
  const teams = [rgb(210, 40, 50), rgb(30, 130, 200)] as const;
  const drawFrom = (canvas: Canvas, worldS: number, scale: number, place: number): void => {
    const along = (place * 367) % LANDSCAPE_PX;
    canvas.show(places[place % places.length] ?? track, along + world.swing.at(worldS) * scale);
    const [gap, off, dust] = [world.gap.at(worldS), world.off.at(worldS), world.dust.at(worldS)];
    const sway = 12 * Math.sin(0.8 * worldS);
    drawCar(canvas, 160 + sway - scale * 0.5 * gap, 118, scale, teams[0]);
    const spin = off * 30 * Math.sin(9 * off);
    const second = 160 + sway + scale * (0.5 * gap + 60 * off);
    drawCar(canvas, second, 140 - 50 * off + spin * 0.2, scale * (1 - 0.25 * off), teams[1]);
    for (let cloud = 0; cloud < 5 && dust > 0.02; cloud += 1) {
      const size = dust * (24 + 9 * cloud);
      const drift = 14 * Math.sin(2.1 * worldS + cloud);
      canvas.ellipse(second - 40 + 22 * cloud + drift, 105 - 12 * dust, size, 0.7 * size, rgb(190, 175, 150));
    }
  };
  return {
    teams,
    celebrating: 2,
    drawMain: (canvas, worldS, place) => drawFrom(canvas, worldS, 1, place),
    drawReverse: (canvas, worldS) => drawFrom(canvas, worldS, 1.4, 1),
    drawOnboard: (canvas, worldS) => {
      canvas.show(track, 1.6 * world.swing.at(worldS));
      canvas.rectangle(110, 140, 100, 40, teams[0]);
      canvas.ellipse(160, 142 + 2 * Math.sin(9 * worldS), 34, 12, BLACK);
    },
    drawAerial: (canvas, worldS) => canvas.show(track, 25 * worldS),
  };
}
